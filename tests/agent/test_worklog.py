"""The working log: one bad line loses one line, and the page reads from top to bottom."""

from agent.worklog import LogEntry, as_markdown, read_log, select


def test_one_bad_line_loses_one_entry() -> None:
    lines = ['{"type":"done","text":"a"}', "", '{"type":"boast","text":"b"}', "prose", '{"type":"next","text":"c"}']
    entries, problems = read_log(lines, "S01")
    assert [(entry.type, entry.text, entry.step) for entry in entries] == [("done", "a", "S01"), ("next", "c", "S01")]
    assert len(problems) == 2


def test_a_step_cannot_speak_for_another() -> None:
    (entry,), _ = read_log(['{"type":"done","text":"a","step":"S99"}'], "S01")
    assert entry.step == "S01"


def test_entries_are_chosen_by_type() -> None:
    log = [LogEntry(type="done", text="a", step="S01"), LogEntry(type="excluded", text="b", step="S02")]
    assert select(log, "done") == ("S01: a",)
    assert select(log, "hypothesis") == ()


def test_the_page_groups_by_step_and_names_sources() -> None:
    log = [
        LogEntry(type="done", text="merged", step="S01"),
        LogEntry(type="removed", text="a copy", source="a.py::f", step="S01"),
        LogEntry(type="excluded", text="unsure", step="S02"),
    ]
    assert as_markdown("r1", "tidy up", log) == (
        "# Working log of r1\n\nGoal: tidy up\n\n## S01\n\n- Done: merged\n- Removed on purpose: a copy (a.py::f)\n"
        "\n## S02\n\n- Left alone: unsure\n"
    )
