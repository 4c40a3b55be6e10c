"""Mappings that are made when they are asked for: most of what is known of a repository, no gate asks about."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class OneByOne(Mapping[str, V]):
    """Its keys are known; each value is made when it is first asked for."""

    def __init__(self, keys: Collection[str], make: Callable[[str], V]) -> None:
        self._keys, self._make = keys, make
        self._made: dict[str, V] = {}

    def __getitem__(self, key: str) -> V:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys


class Late(Mapping[str, V]):
    """Made as a whole when it is first looked into."""

    def __init__(self, make: Callable[[], Mapping[str, V]]) -> None:
        self._make = make
        self._whole: Mapping[str, V] | None = None

    @property
    def _made(self) -> Mapping[str, V]:
        if self._whole is None:
            self._whole = self._make()
        return self._whole

    def __getitem__(self, key: str) -> V:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)
