"""What the operations can fail with inside. The file is left alone, or the whole operation refused, with the reason."""


class Unreadable(Exception):
    """The text is not Python as this interpreter knows it; str(self) says where."""


class CannotRewrite(Exception):
    """The edits cannot all be done on the text; str(self) says why."""


class Refusal(Exception):
    """The operation cannot be done without guessing; str(self) says why, as the second half of a sentence."""
