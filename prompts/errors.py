"""What can go wrong in wording a prompt."""


class PromptError(Exception):
    """A prompt cannot be worded; str(self) says why."""
