"""The working log: one bad line loses one line."""

from agent.worklog import read_log


def test_one_bad_line_loses_one_entry() -> None:
    lines = ['{"type":"done","text":"a"}', "", '{"type":"boast","text":"b"}', "prose", '{"type":"next","text":"c"}']
    entries, problems = read_log(lines, "S01")
    assert [(entry.type, entry.text, entry.step) for entry in entries] == [("done", "a", "S01"), ("next", "c", "S01")]
    assert len(problems) == 2


def test_a_step_cannot_speak_for_another() -> None:
    (entry,), _ = read_log(['{"type":"done","text":"a","step":"S99"}'], "S01")
    assert entry.step == "S01"
