"""Sparse checkouts: our worktree holds every tracked file all the same, unless it would have to be fetched."""

from applier.git import Git

_NAMED = 10  # paths in a sentence


def must_stay_sparse(git: Git) -> bool:
    """Whether a checkout of every tracked file would fetch what a partial clone left where it came from."""
    if not git.ask("config", "--get-regexp", r"^remote\..*\.promisor$"):
        return False
    return git.ask("config", "--get", "core.sparseCheckout")


def left_out(git: Git) -> tuple[str, ...]:
    """A sentence that names the tracked files which are not in a sparse worktree, if there are any."""
    missing = [entry[2:] for entry in git.names("ls-files", "-t", "-z") if entry.startswith("S ")]
    if not missing:
        return ()
    more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    return (
        "This is a partial clone with a sparse checkout, so our worktree is sparse, too. Commands that need them fail "
        f"without these files: {', '.join(missing[:_NAMED])}{more}. `git sparse-checkout add` brings them in.",
    )
