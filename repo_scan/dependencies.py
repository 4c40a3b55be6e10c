"""Which packages of other people a repository says that it uses, by the names that imports call them."""

import re
from collections.abc import Iterable, Iterator, Mapping

from repo_scan.outline import Outline
from repo_scan.paths import name_of
from repo_scan.web_configs import mapping, settings_in, strings

_PYTHON = frozenset({"pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "tox.ini", "noxfile.py"})
_LISTS = re.compile(r"(^|/)([\w.-]*requirements[\w.-]*|requirements/.*|constraints[\w.-]*)\.(txt|in)$")
_ENVIRONMENT = re.compile(r"(^|/)(environment|conda|meta)[\w.-]*\.ya?ml$")
_NAME = r"([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]\n]*\])?\s*"
_QUOTED = re.compile(rf"""["']\s*{_NAME}(?:[<>=!~;@^(][^"'\n]*)?["']""")
_LINE = re.compile(rf"^\s*(?:-\s+)?{_NAME}(?:[<>=!~;@#^].*)?$", re.MULTILINE)
_PARTS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "bundledDependencies")
# Packages that are imported by another name than they are installed by, beyond what their names let guess.
_CALLED = {
    "antlr4_python3_runtime": ("antlr4",),
    "attrs": ("attr", "attrs"),
    "beautifulsoup4": ("bs4",),
    "biopython": ("bio",),
    "djangorestframework": ("rest_framework",),
    "faiss_cpu": ("faiss",),
    "gitpython": ("git",),
    "google_api_python_client": ("googleapiclient",),
    "grpcio": ("grpc",),
    "mysqlclient": ("mysqldb",),
    "opencv_python": ("cv2",),
    "opencv_python_headless": ("cv2",),
    "pillow": ("pil",),
    "protobuf": ("google",),
    "psycopg2_binary": ("psycopg2",),
    "pycryptodome": ("crypto",),
    "pyopenssl": ("openssl",),
    "pyserial": ("serial",),
    "pytest": ("pytest", "_pytest", "py"),
    "pywin32": ("win32api", "win32con", "win32com", "pythoncom"),
    "pyzmq": ("zmq",),
    "scikit_image": ("skimage",),
    "scikit_learn": ("sklearn",),
    "setuptools": ("setuptools", "pkg_resources"),
    "tree_sitter_languages": ("tree_sitter_languages",),
}


def decides(path: str) -> bool:
    """Whether a file says what names in imports mean, or which packages there are."""
    name = name_of(path)
    if name in _PYTHON or name in ("package.json", "pnpm-workspace.yaml"):
        return True
    settings = name.endswith(".json") and ("tsconfig" in path or name.startswith("jsconfig"))
    return settings or bool(_LISTS.search(path) or _ENVIRONMENT.search(path))


def packages_in(outlines: Mapping[str, Outline], settings: Mapping[str, str]) -> dict[str, str]:
    """Packages that files import or settings declare, as `import_name` spells them, and which file does.

    They are too many rather than too few: what is a word elsewhere may pass for a package.
    """
    found: dict[str, str] = {}
    for path, text in settings.items():
        if name_of(path) == "package.json":
            found |= dict.fromkeys(_of_json(text), path)
        elif not path.endswith((".json", "pnpm-workspace.yaml")):
            names = (match[1] for match in (*_QUOTED.finditer(text), *_LINE.finditer(text)))
            found |= dict.fromkeys(_of_python(names), path)
    for path, outline in outlines.items():
        found |= dict.fromkeys((package_of(item.module, outline.language) for item in outline.imports), path)
    return found


def package_of(module: str, language: str) -> str:
    """The package that an import names; "" for what is relative, an alias or an address."""
    if language == "python":
        return import_name(module.partition(".")[0])
    steps = module.partition("?")[0].split("/")
    if steps[0].startswith("@"):
        return "/".join(steps[:2]) if len(steps) > 1 and len(steps[0]) > 1 else ""
    return import_name(steps[0]) if steps[0][:1].isalnum() and ":" not in module else ""


def import_name(package: str) -> str:
    """The name by which a package is looked for: without case, and with one sign for all that separates words."""
    return package if package.startswith("@") else re.sub(r"[-_.]+", "_", package).lower()


def _of_json(text: str) -> Iterator[str]:
    facts = settings_in(text)
    for part in _PARTS:
        for name in mapping(facts.get(part)):
            yield import_name(name)
            scope, slash, rest = name.removeprefix("@types/").partition("__")
            if name.startswith("@types/"):
                yield f"@{scope}/{rest}" if slash else import_name(scope)
    for own in strings(facts.get("name")):
        yield import_name(own)


def _of_python(names: Iterable[str]) -> Iterator[str]:
    for name in {import_name(name) for name in names}:
        yield name
        yield from _CALLED.get(name, ())
        for affix in ("python_", "py"):
            yield name.removeprefix(affix)
        for affix in ("_python", "_py", "_stubs", "_binary"):
            yield name.removesuffix(affix)
        yield name.removeprefix("types_")
