"""Who commits: the user, where git knows them; else whom the caller names."""

from dataclasses import dataclass

from applier.errors import CannotSign, GitFailed
from applier.git import Git


@dataclass(frozen=True, slots=True)
class Identity:
    """Who commits, and when ("2026-01-31T12:00:00+00:00"), passed per command and never configured."""

    name: str
    email: str
    date: str


def identity_environment(git: Git, who: Identity | None) -> dict[str, str]:
    """Variables for one committing command: the date of `who`, and its name where the user has configured none.

    Raises GitFailed where neither says who commits, since git would find out half-way.
    """
    found: dict[str, str] = {}
    for role in ("AUTHOR", "COMMITTER"):
        # Without this setting git makes up an address from the names of the account and the machine.
        words = ("-c", "user.useConfigOnly=true", "var", f"GIT_{role}_IDENT")
        known = git.ask(*words, no=(1, 128))
        if not known and who is None:
            raise GitFailed(
                f"git does not know who commits in {git.root}: run `git config --global user.name NAME` "
                "and `git config --global user.email ADDRESS`."
            )
        if who is not None:
            found[f"GIT_{role}_DATE"] = who.date
            found |= {} if known else {f"GIT_{role}_NAME": who.name, f"GIT_{role}_EMAIL": who.email}
    return found


def check_signing(git: Git, tree: str, who: Identity) -> None:
    """Raises CannotSign. It is tried where no hook has a word in it, and git's words may be in any language."""
    if git.read("config", "--type=bool", "--get", "commit.gpgSign", ok=(0, 1)) != b"true\n":
        return
    try:
        git.work("commit-tree", "-S", "-m", "can git sign?", tree, environment=identity_environment(git, who))
    except GitFailed as error:
        raise CannotSign(
            f"Git signs commits here (commit.gpgSign) and cannot, so no step can be committed. {error}"
        ) from error
