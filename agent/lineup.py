"""Which model does what, where it is asked, and what it takes: the tables of the settings."""

from typing import Literal

import msgspec

Role = Literal["plan", "rewrite", "hard", "small"]
ROLES: tuple[Role, ...] = ("plan", "rewrite", "hard")  # of every run; `small` only where it is asked for


class Models(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model for each kind of work; "" where it is that of `model`."""

    plan: str = ""  # diagnosis and plan
    rewrite: str = ""
    hard: str = ""  # rewrites of what is larger or more complex than the two numbers
    small: str = ""  # a line on each file, where `summaries` says so
    hard_tokens: int = 6000
    hard_complexity: int = 25  # of one function


class Server(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where one model is asked, if elsewhere than the others: `[servers."qwen3"]`."""

    base_url: str
    key_variable: str = ""


class Caps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one model takes and gives: `[caps."qwen3"]`; 0 where that is as for all."""

    context_tokens: int = 0
    reply_tokens: int = 0
