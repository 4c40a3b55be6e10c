"""How many tokens a text has for a model, and how sure that is.

Exact where the model's vocabulary is on this disk, or where its own server counts; else our plain estimate, corrected
by what the model reported of earlier prompts. Nothing is downloaded, and text that looks like a special token is text.
"""

import hashlib
import importlib
import importlib.util
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from agent.habits import Habit
from agent.vocabulary import counter_from
from repo_scan.tokens import estimate_tokens

Kind = Literal["exact", "calibrated", "estimate"]
#: How much higher than our count the truth may be.
CAUTION: Mapping[Kind, float] = MappingProxyType({"exact": 1.0, "calibrated": 1.1, "estimate": 1.25})
_ENOUGH = 500  # estimated tokens of prompts from which a ratio can be told
_SANE = (0.5, 2.0)  # a ratio beyond has another cause than the vocabulary
_AROUND = 20  # tokens that a server puts around the messages of a prompt

# By encoding: how tiktoken names the file of its vocabulary, and what must stand in it, since tiktoken would replace a
# file that differs by one from the network.
_VOCABULARIES = {
    "o200k_base": (
        "fb374d419588a4632f3f557e76b4b70aebbca790",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    ),
    "cl100k_base": (
        "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
}


@dataclass(frozen=True, slots=True)
class Count:
    """A number of tokens, and where it comes from."""

    tokens: int
    kind: Kind

    @property
    def at_most(self) -> int:
        """What the truth will hardly pass."""
        return round(self.tokens * CAUTION[self.kind]) + _AROUND


def count_prompt(
    text: str,
    model: str,
    habit: Habit,
    ask_server: Callable[[str], int | None] | None = None,
    tokenizer: str = "",
) -> Count:
    """The tokens of a prompt for `model`, by the `tokenizer` file that is named for it; its server is asked if none."""
    by_file = counter_from(tokenizer) if tokenizer else ""
    if not isinstance(by_file, str) and (counted := by_file(text)) is not None:
        return Count(counted, "exact")
    encode = encoder_for(model)
    if encode is not None:
        return Count(encode(text), "exact")
    if ask_server is not None and (told := ask_server(text)) is not None:
        return Count(told, "exact")
    ratio = trusted_ratio(habit)
    return Count(round(estimate_tokens(text) * (ratio or 1.0)), "calibrated" if ratio else "estimate")


def trusted_ratio(habit: Habit) -> float | None:
    """The ratio of a habit, where it rests on enough and is not absurd."""
    low, high = _SANE
    ratio = habit.ratio if habit.estimated >= _ENOUGH else None
    return ratio if ratio is not None and low <= ratio <= high else None


@cache
def encoder_for(model: str) -> Callable[[str], int] | None:
    """Counts as the model's own tokenizer does; None where its vocabulary, or tiktoken, is not here."""
    if importlib.util.find_spec("tiktoken") is None:
        return None
    tiktoken = importlib.import_module("tiktoken")
    try:
        name = tiktoken.encoding_name_for_model(model.removeprefix("openai:"))
    except KeyError:
        return None
    if name not in _VOCABULARIES or not _is_here(*_VOCABULARIES[name]):
        return None
    encoding = tiktoken.get_encoding(name)
    return lambda text: len(encoding.encode_ordinary(text.encode("utf-8", "replace").decode()))


def _is_here(name: str, content: str) -> bool:
    """Whether a vocabulary lies where tiktoken looks for it, whole."""
    shared = os.path.join(tempfile.gettempdir(), "data-gym-cache")  # noqa: PTH118  as tiktoken has it
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR", shared))
    path = Path(folder) / name
    if not folder or not path.is_file():
        return False
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == content
    except OSError:
        return False
