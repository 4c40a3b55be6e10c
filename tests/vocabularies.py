"""A tokenizer.json that is made on the spot, for tests of exact counting."""

import importlib.util
from pathlib import Path

import pytest

needs_library = pytest.mark.skipif(
    importlib.util.find_spec("tokenizers") is None, reason="tokenizers is not installed: pip install overhaul[exact]"
)
SPECIAL = "<|endoftext|>"


def bytes_tokenizer(path: Path, *, truncated: int = 0, padded: int = 0) -> Path:
    """A tokenizer that makes a token of every byte, but for one special token."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(alphabet)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.add_special_tokens([SPECIAL])
    if truncated:
        made.enable_truncation(truncated)
    if padded:
        made.enable_padding(length=padded)
    made.save(str(path))
    return path
