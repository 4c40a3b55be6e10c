"""What one job hands to the next: the commits as a bundle, the dossier, and the record of the run."""

import shutil
from pathlib import Path

import msgspec

from agent.errors import SettingsError
from agent.job import Job
from agent.journal import Journal
from agent.publish.dossier import Dossier, dossier_of, read_dossier, write_dossier
from agent.report.document import Report
from agent.settings import Settings
from applier.errors import NotAcceptable
from applier.history import branch_head, branch_tip, start_branch, state_folder, step_commits
from applier.intake import bundle, take_in
from applier.review import changes

BUNDLE, DOSSIER, RECORD = "run.bundle", "dossier.json", "record"
#: What a record may not decide in a job that holds a key: where it goes, and what runs.
_GUARDED = ("base_url", "key_variable", "servers", "test", "format_cmd", "lint", "types", "differential", "checks",
            "models", "tokenizers", "send", "copy", "allow")  # fmt: skip
_OF_HERE = shutil.ignore_patterns("lock", "children", "branch")  # what is true of one checkout alone


def pack(root: Path, journal: Journal, folder: Path, *, pilot: bool = False) -> Dossier:
    """Put a run that made commits into a folder."""
    job = journal.job
    folder.mkdir(parents=True, exist_ok=True)
    dossier = msgspec.structs.replace(dossier_of(root, journal, branch_head(root, job.branch)), pilot=pilot)
    write_dossier(dossier, folder / DOSSIER)
    bundle(root, job.base, job.branch, job.run, folder / BUNDLE)
    return dossier


def pack_record(journal: Journal, folder: Path) -> None:
    """Put the record of a run into a folder, so that it can go on elsewhere."""
    shutil.copytree(journal.folder, folder / RECORD / journal.folder.name, ignore=_OF_HERE, dirs_exist_ok=True)


def unpack_record(root: Path, folder: Path, wanted: Settings) -> str:
    """Bring the record of a run back; its name. What it says must not decide where a key goes, or what runs.

    Raises SettingsError.
    """
    found = [path for path in (folder / RECORD).iterdir() if path.is_dir()] if (folder / RECORD).is_dir() else []
    if len(found) != 1 or any(path.is_symlink() for path in (folder / RECORD).rglob("*")):
        raise SettingsError(f"{folder} holds no record of a run to go on with.", "Download the artifacts of its job.")
    settings = Journal(found[0]).job.settings
    for name in _GUARDED:
        if getattr(settings, name) != getattr(wanted, name):
            raise SettingsError(
                f"The record of the run sets {name} otherwise than this workflow.",
                "Start a new run, or correct the workflow.",
            )
    _restore_branch(root, folder, Journal(found[0]).job)
    shutil.copytree(found[0], state_folder(root) / "runs" / found[0].name, ignore=_OF_HERE, dirs_exist_ok=True)
    return found[0].name


def _restore_branch(root: Path, folder: Path, job: Job) -> None:
    """Bring back the branch of a run: what landed may stand in the base branch as one commit, without trailers."""
    if job.branch != f"overhaul/{job.run}":
        raise SettingsError(f"The record of the run names the branch {job.branch!r}.", "Start a new run.")
    if (folder / BUNDLE).exists() and branch_tip(root, job.branch) is None:
        dossier, head = unpack(root, folder, allow=job.settings.allow)
        if dossier.report.run != job.run:
            raise SettingsError("The record and the commits are of different runs.", "Download the artifacts again.")
        start_branch(root, job.run, job.branch, head)


def unpack(root: Path, folder: Path, *, allow: tuple[str, ...], committer: str = "") -> tuple[Dossier, str]:
    """The dossier and the last commit, after both were looked through and compared. Raises NotAcceptable."""
    dossier = read_dossier(folder / DOSSIER)
    report = dossier.report
    head = take_in(root, folder / BUNDLE, report.run, report.base, allow=allow, committer=committer)
    _check_rows(root, report, head)
    return dossier, head


def _check_rows(root: Path, report: Report, head: str) -> None:
    """What is told of commits must be about these very commits, and about all of them."""
    made = {(step.sha, step.step) for step in step_commits(root, report.base, head, report.run)}
    told = [line for line in report.outcomes if line.status == "committed"]
    if report.head != head or not {(line.commit, line.step) for line in told} >= made:
        raise NotAcceptable("The dossier is about other commits than those in the bundle.")
    for line in told:
        if (line.commit, line.step) not in made:
            raise NotAcceptable(f"The dossier tells of the step {line.step!r}, which is in no commit of the bundle.")
        if sorted(line.files) != [change.path for change in changes(root, f"{line.commit}^", line.commit or "")]:
            raise NotAcceptable(f"The dossier tells of other files than {line.step} changed.")


def with_verdict(dossier: Dossier, verdict: str, folder: Path) -> None:
    """Note in the artifacts what tests said that ran apart from the model."""
    write_dossier(msgspec.structs.replace(dossier, verdict=verdict), folder / DOSSIER)
