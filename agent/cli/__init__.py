"""The command line. Only this package prints or exits; heavy imports wait inside the commands.

Reading order: app (commands and errors), screen (how things are shown), then one file a family of commands.
"""

from agent.cli.app import main

__all__ = ["main"]
