"""A diagnosis as a page that a person acts on: in order, with evidence, why it matters, what to do, how large it is."""

from collections.abc import Iterator, Mapping, Sequence

from agent.diagnosis import Diagnosis, Finding
from agent.ranking import weight
from agent.worklog import count

_FIRST = 3  # findings that are named as those to begin with
_SMALL, _MEDIUM = 1500, 6000  # tokens of the files that a finding is about
_FOUND_BY: Mapping[str, str] = {"detector": "", "model": "seen by the model", "both": "seen by detector and model"}

#: What is to be done about what a detector finds.
_CURES: Mapping[str, str] = {
    "syntax-error": "mend the syntax; until then nothing else in the file can be judged",
    "import-cycle": "move what both sides need into a file that imports neither",
    "copies": "keep one of them, in the file that the others can import, and call it",
    "clone": "take what is alike into one function, and give it what differs",
    "god-module": "split it by what its users use together",
    "layering": "turn the dependency round, or move what is needed into the lower layer",
    "long-function": "take steps out of it that have a name of their own",
    "complex-function": "return early, and take nested decisions into functions of their own",
    "unused-import": "take the import out",
    "wildcard-import": "name what is imported",
    "dead-symbol": "take it out, unless something outside this repository uses it",
    "unimported-file": "take it out, unless it is started from outside",
    "several-names": "choose one word and use it everywhere",
}


def diagnosis_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """Findings, the weightiest first, and what was dropped."""
    findings = diagnosis.findings
    if findings:
        files = {path for finding in findings for path in finding.files}
        yield f"{count(len(findings), 'finding')} in {count(len(files), 'file')}, what costs most to leave first"
        if len(findings) > 1:
            yield f"begin with {', '.join(_first(findings))}: much is gained there for what it takes"
    for finding in findings:
        yield from _finding_lines(finding)
    if not findings:
        yield "no findings: nothing to do"
    for reason in diagnosis.dropped:
        yield f"dropped, since its evidence does not hold: {reason}"


def _finding_lines(finding: Finding) -> Iterator[str]:
    yield ""
    yield f"{finding.id}  {finding.severity:<6}  {finding.kind:<14}  {finding.path}:{finding.line}"
    yield f"     {finding.message}"
    yield f"     | {finding.quote}"
    others = [f"{place.path}:{place.line}" for place in finding.places if (place.path, place.line) != _place(finding)]
    if others:
        yield f"     also: {', '.join(others[:5])}{f' and {len(others) - 5} more' if len(others) > 5 else ''}"
    if why := [words for words in (_use(finding), _FOUND_BY[finding.by]) if words]:
        yield f"     why it matters: {'; '.join(why)}"
    if cure := finding.proposal or _CURES.get(finding.kind, ""):
        yield f"     what to do: {cure}"
    if finding.tokens:
        yield f"     how large: {_size(finding)}, {count(len(finding.files), 'file')} of {finding.tokens:,} tokens"


def _place(finding: Finding) -> tuple[str, int]:
    return finding.path, finding.line


def _use(finding: Finding) -> str:
    return (
        f"{count(finding.used_by, 'other file')} {'uses' if finding.used_by == 1 else 'use'} it"
        if finding.used_by
        else ""
    )


def _size(finding: Finding) -> str:
    return "small" if finding.tokens <= _SMALL else "medium" if finding.tokens <= _MEDIUM else "large"


def _first(findings: Sequence[Finding]) -> list[str]:
    """Those with the most weight for their size, in the order of the list."""
    ranked = sorted(findings, key=lambda finding: -weight(finding) / (_SMALL + finding.tokens))[:_FIRST]
    return [finding.id for finding in findings if finding in ranked]
