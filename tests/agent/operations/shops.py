"""A small shop in which a function of one module stands in another one, too."""

from collections.abc import Callable, Mapping

from agent.operations import Change
from agent.operations.registry import apply_to
from agent.operations.repository import Repository

MakeRepository = Callable[[Mapping[str, str]], Repository]
Files = dict[str, str]

HOME = 'def price(cents):\n    """The price."""\n    return f"{cents / 100:.2f}"\n'
COPY = "def price(cents):\n    # as in money\n    return f'{cents / 100:.2f}'\n"
USE = "\n\ndef row(cents):\n    return price(cents)\n"
REQUEST = {"op": "merge-functions", "home": "shop/money.py:price", "copies": ["shop/report.py:price"]}


def shop(**files: str) -> Files:
    """A package of a home, a copy that is used, and whatever else; `x__init` stands for x/__init__.py."""
    base = {"shop/__init__.py": "", "shop/money.py": HOME, "shop/report.py": COPY + USE}
    paths = {name: name.replace("__", "/").replace("/init", "/__init__") for name in files}
    return base | {f"{paths[name]}.py": text for name, text in files.items()}


def renamed(name: str, text: str = COPY) -> str:
    return text.replace("price", name)


def merge(repo: Repository, home: str = "shop/money.py:price", *copies: str) -> Change:
    copies = copies or ("shop/report.py:price",)
    return apply_to({"op": "merge-functions", "home": home, "copies": list(copies)}, repo)


def with_body(body: str, head: str = "", copy_head: str = "", **files: str) -> Files:
    """A shop in which both functions have this body, below the heads, so that only what these say can be a reason."""
    function = f"def price(cents):\n    {body}\n"
    return shop(**{"shop__money": head + function, "shop__report": copy_head + function + USE} | files)
