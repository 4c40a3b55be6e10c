"""What both questions rest on."""

from agent.consider import detected
from agent.ground import Ground, other_texts
from agent.settings import Settings
from repo_scan import read_texts, scan_repository
from tests.conftest import MakeRepo

DEAD = "def _total(x):\n    return x\n"


def kinds(make_repo: MakeRepo, files: dict[str, str], name: str) -> list[str]:
    root = make_repo(files, name)
    scan = scan_repository(root, commit="HEAD")
    texts, others = read_texts(root, "HEAD", scan.outlines), other_texts(root, scan)
    assert sorted([*texts, *others]) == sorted(files)
    ground = Ground(scan, texts, Settings(goal="tidy"), lambda _: True, "k7f3q9zz", "HEAD", others)
    return [finding.kind for finding in detected(ground).findings]


def test_what_documentation_speaks_of_is_in_use(make_repo: MakeRepo) -> None:
    assert kinds(make_repo, {"a.py": DEAD, "README.md": "words\n"}, "one") == ["dead-symbol"]
    assert kinds(make_repo, {"a.py": DEAD, "README.md": "call `_total`\n"}, "two") == []
