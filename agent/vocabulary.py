"""Counting with a model's own tokenizer.json, which the user names; nothing is fetched."""

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from agent.settings import Settings

Counter = Callable[[str], int | None]
_SAMPLE = "def total(items):\n\treturn 'é 漢 😀'\n"


@cache
def counter_from(path: str) -> Counter | str:
    """Counts as the tokenizer in a file does, None for a text that it cannot take; or why the file is of no use."""
    if importlib.util.find_spec("tokenizers") is None:
        return 'the package tokenizers is not installed: pip install "overhaul[exact]"'
    try:
        made = importlib.import_module("tokenizers").Tokenizer.from_str(Path(path).read_text("utf-8"))
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    except Exception as error:  # noqa: BLE001  the library has no narrower one
        return f"it is no tokenizer.json: {error}"
    made.no_truncation()
    made.no_padding()
    made.encode_special_tokens = True  # a source may speak of them

    def count(text: str) -> int | None:
        plain = text.encode("utf-8", "replace").decode()
        try:
            return len(made.encode(plain, add_special_tokens=False).ids)
        except Exception:  # noqa: BLE001  likewise: a character that its vocabulary does not hold
            return None

    return count if count(_SAMPLE) is not None else "it cannot count every text"


def tokenizer_faults(settings: Settings) -> Iterator[str]:
    """A sentence for each model in use whose tokenizer is named and cannot be used."""
    for model in settings.all_models:
        path = settings.tokenizers.get(model)
        if path and isinstance(why := counter_from(path), str):
            yield f"tokens of {model} are estimated, since {path} cannot be used: {why}"
