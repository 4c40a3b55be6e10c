"""The plan on the wall."""

from datetime import date

from office import toolbox


def wall_plan(tasks: list[toolbox.Task], start: date) -> list[str]:
    """One line a task: when it ends, and what it is; then how far everybody is."""
    ends = toolbox.schedule(tasks, start)
    width = max((len(name) for name in ends), default=0)
    lines = [f"{name:<{width}} {toolbox.WEEKDAYS[day.weekday()]} {day.isoformat()}" for name, day in ends.items()]
    return [*lines, toolbox.progress(tasks)]
