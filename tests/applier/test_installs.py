"""What makes an environment load code from the user's checkout."""

from pathlib import Path

import pytest

from applier.installs import copies, points_into

FINDER = "__editable___shop_1_0_finder.py"
RECORD = "shop-1.0.dist-info/direct_url.json"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "shop/src/shop").mkdir(parents=True)
    (tmp_path / "shop-2/src").mkdir(parents=True)
    return tmp_path / "shop"


def installed(tmp_path: Path, name: str, text: str) -> Path:
    """An environment with one file among what is installed; {0} in its text stands for where all this lies."""
    file = tmp_path / "env/lib/python3.12/site-packages" / name
    file.parent.mkdir(parents=True)
    file.write_text(text.replace("{0}", str(tmp_path)))
    return tmp_path / "env"


POINTING = [
    ("__editable__.shop-1.0.pth", "{0}/shop/src\n", "src"),
    ("easy-install.pth", "# a comment\n\n{0}/elsewhere\n{0}/shop\n", "."),
    ("shop.pth", "../../../../shop/src\n", "src"),
    ("shop.pth", "{0}/shop/src/", "src"),
    (FINDER, "MAPPING: dict[str, str] = {'shop': '{0}/shop/src/shop'}\nNAMESPACES = {}\n", "src"),
    (FINDER, "MAPPING = {'shop': '{0}/shop/src/shop'}\n", "src"),
    (FINDER, "MAPPING = {}\nNAMESPACES: dict[str, list[str]] = {'ns': ['{0}/shop/src/ns']}\n", "src"),
    (RECORD, '{"dir_info": {"editable": true}, "url": "file://{0}/shop"}', "src"),
]


@pytest.mark.parametrize(("name", "text", "folder"), POINTING)
def test_what_points_into_the_checkout_is_found(
    name: str, text: str, folder: str, checkout: Path, tmp_path: Path
) -> None:
    environment = installed(tmp_path, name, text)
    (pointer,) = points_into(environment, checkout)
    assert pointer.file == environment / "lib/python3.12/site-packages" / name
    assert pointer.folder.resolve() == (checkout / folder).resolve()


NOT_POINTING = [
    ("a.pth", "{0}/shop-2/src\n"),
    ("a.pth", "{0}/shop/gone\n"),
    ("a.pth", "import shop; shop.install('{0}/shop/src')\n"),
    ("a.pth", ""),
    ("a.txt", "{0}/shop/src\n"),
    (FINDER, "MAPPING = {'shop': '{0}/shop-2/src/shop'}\n"),
    (FINDER, "OTHER = {'shop': '{0}/shop/src/shop'}\n"),
    (FINDER, "MAPPING = {broken"),
    (RECORD, '{"dir_info": {}, "url": "file://{0}/shop"}'),
    (RECORD, '{"dir_info": {"editable": true}, "url": "https://example.org/shop"}'),
    (RECORD, "not json"),
    (RECORD, "[]"),
]


@pytest.mark.parametrize(("name", "text"), NOT_POINTING)
def test_what_does_not_point_into_the_checkout_is_not(name: str, text: str, checkout: Path, tmp_path: Path) -> None:
    assert points_into(installed(tmp_path, name, text), checkout) == ()


def test_an_installed_copy_is_found_once_though_lib64_is_a_link(tmp_path: Path) -> None:
    environment = installed(tmp_path, "shop/__init__.py", "")
    (environment / "lib64").symlink_to("lib")
    site = environment / "lib/python3.12/site-packages"
    (site / "tool.py").write_text("")
    assert copies(environment, ["other", "shop", "tool"]) == (site / "shop", site / "tool.py")
    assert copies(environment, ["other"]) == ()
    assert copies(tmp_path / "no-environment", ["shop"]) == ()
