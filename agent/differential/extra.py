"""What --differential needs beyond a plain installation."""

import importlib.util

from agent.errors import SettingsError


def check_installed() -> None:
    """Raises SettingsError where hypothesis, which makes the values, is not there."""
    if importlib.util.find_spec("hypothesis") is None:
        raise SettingsError(
            "--differential needs the package hypothesis, which is not installed.",
            'Install it with: pip install "overhaul[differential]"',
        )
