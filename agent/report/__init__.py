"""What a run came to, apart from how it is shown.

Reading order: document (the facts, as in docs/design.md §8), text (for a terminal).
"""
