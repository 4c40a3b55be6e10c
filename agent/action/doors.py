"""The ways to GitHub in a job that holds the token."""

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from agent.publish.address import Forge, find_forge
from agent.publish.client import Rest
from agent.publish.opening import Way
from agent.publish.pulls import GitHub
from applier.remote import Remote

#: Who commits in a workflow: the account of the default token.
BOT_NAME, BOT_EMAIL = "github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com"
BOT = f"{BOT_NAME} <{BOT_EMAIL}>"


@contextmanager
def way_to(
    root: Path, token: str, slug: str, environment: Mapping[str, str], say: Callable[[str], None]
) -> Iterator[Way]:
    """The API, and the remote with the token for its server alone; no hook and no configuration gets to see it."""
    remote = Remote(root, "origin", hooks=False)
    forge = find_forge(remote.url(), slug, {**environment, "GITHUB_TOKEN": token, "GH_TOKEN": ""})
    with Rest(forge, say) as rest:
        yield Way(GitHub(rest), Remote(root, "origin", secret=_secret(forge)), say)


def _secret(forge: Forge) -> dict[str, str]:
    """Variables by which git sends the token; what a checkout kept of another goes first, since both would be sent."""
    name = f"http.{forge.web}/.extraheader"
    word = base64.b64encode(f"x-access-token:{forge.token}".encode()).decode()
    values = ("", f"AUTHORIZATION: basic {word}")
    pairs = {f"GIT_CONFIG_{kind}_{number}": text for number, value in enumerate(values)
             for kind, text in (("KEY", name), ("VALUE", value))}  # fmt: skip
    return {"GIT_CONFIG_COUNT": str(len(values)), **pairs}
