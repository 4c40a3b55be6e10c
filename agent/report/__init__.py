"""What a run came to, apart from how it is shown.

Reading order: document (the facts, as in docs/design.md §8; of reasons, quality, samples and attention), text (for a
terminal, with figures and pilot).
"""
