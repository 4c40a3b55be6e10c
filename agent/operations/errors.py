"""What the parsers behind the operations can fail with. It stays inside: the file is left alone, with the reason."""


class Unreadable(Exception):
    """The text is not Python as this interpreter knows it; str(self) says where."""


class CannotRewrite(Exception):
    """The edits cannot all be done on the text; str(self) says why."""
