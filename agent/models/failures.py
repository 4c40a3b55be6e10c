"""What a server's "no" means: one place that turns status, headers and words into our own errors.

ContextOverflow is told by the words, whatever the status; quota from rate by code, words and whether the server names a
time to come back.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType

from agent.errors import ContextOverflow, ModelBusy, ModelError, ModelLimited, ModelRefused
from agent.models.endpoint import Endpoint

LONGEST_WAIT = 300.0  # seconds; a server that asks for more ends the run, which can be resumed
LONGEST_QUOTE = 300  # characters of a server's words in a message

_OVERFLOW = re.compile(
    r"context[ _-]?(length|window|size|limit)"
    r"|(prompt|input|request)( \(.*?\))?( is)? too (long|large)"
    r"|maximum (model|prompt|input) length"
    r"|range of input length"
    r"|(tokens?|prompt|input)\b.{0,60}\bexceed"
    r"|exceed.{0,60}\btokens?\b"
    r"|reduce the length of"
    r"|too large for model"
    r"|`inputs` tokens"
    r"|max_tokens must be at least",  # what is left for the answer is less than nothing
    re.IGNORECASE | re.DOTALL,
)
_TOO_LARGE_EVER = re.compile(r"(request|prompt|input)( is)? too large|context_length_exceeded", re.IGNORECASE)
_QUOTA = re.compile(
    r"insufficient[ _](quota|balance|credit|funds)|billing|quota|credits?\b.{0,40}\b(exhausted|low|required|used)"
    r"|(out of|no|more) credits|usage limit|spend(ing)? limit",
    re.IGNORECASE,
)
_COME_BACK = re.compile(r"(?:again|retry) (?:in|after) ([\d.]+) ?(ms|s|seconds?|m|minutes?)\b", re.IGNORECASE)
_SECONDS = {"m": 60.0, "s": 1.0}
# What an error in the middle of a stream, which has no status, is called instead.
_STATUS_OF = (
    ("rate_limit", 429),
    ("insufficient_quota", 429),
    ("authentication", 401),
    ("permission", 403),
    ("not_found", 404),
    ("invalid", 400),
    ("overloaded", 529),
)
_BUSY = {
    408: "gave up waiting for the request",
    409: "was busy with another request",
    425: "does not take the request yet",
    429: "limits the rate",
    503: "is not available just now",
    504: "gave up waiting for the model",
    529: "is overloaded",
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a server says of a request that it does not answer."""

    words: str
    code: str = ""  # code and type, as far as given: "insufficient_quota rate_limit_error"
    parameter: str = ""  # the one that it objects to

    @property
    def status(self) -> int:
        """The HTTP status that it stands for, told by its code; 500 if it has none."""
        number = re.search(r"\b[45]\d\d\b", self.code)
        if number:
            return int(number[0])
        return next((status for word, status in _STATUS_OF if word in self.code.lower()), 500)


def complaint_of(body: str) -> Complaint:
    """Read an error body: JSON in any of its usual shapes, a web page, or plain words."""
    try:
        return complaint_in(json.loads(body))
    except (ValueError, RecursionError):
        page = body.lstrip().startswith("<")
        return Complaint("a web page" if page else _short(body))


def complaint_in(payload: object) -> Complaint:
    """Read an error object: `{"error": …}` or what stands in it, with `message` or `detail`; or a text."""
    while isinstance(payload, list) and payload:
        payload = payload[0]
    if not isinstance(payload, Mapping):
        return Complaint(_short(str(payload)))
    inner = payload.get("error")
    if isinstance(inner, Mapping | list) and inner:
        return complaint_in(inner)
    words = inner or payload.get("message") or payload.get("detail") or payload
    code = " ".join(str(payload[name]) for name in ("code", "type", "status") if payload.get(name))
    text = words if isinstance(words, str) else json.dumps(words, ensure_ascii=False)
    return Complaint(_short(text), code, str(payload.get("param") or ""))


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= LONGEST_QUOTE else words[:LONGEST_QUOTE] + "…"


def failure(
    status: int, complaint: Complaint, at: Endpoint, headers: Mapping[str, str] = MappingProxyType({})
) -> ModelError:
    """The error that a refusal amounts to."""
    wait = wait_of(headers)
    said = _sentence_end(at.hushed(complaint.words))
    both = f"{complaint.code} {complaint.words}"
    if _overflows(status, both):
        return ContextOverflow(
            f"The prompt is too long for {at.model} at {at.host}{said}",
            "Choose a model with a larger context, or a smaller module budget.",
        )
    if status == 402 or (status == 429 and _spent(both, wait)):
        return ModelLimited(
            f"The quota of this key at {at.host} is used up ({status}){said}",
            "Add credit or wait for the quota to be renewed, then resume the run.",
        )
    if status in (408, 409, 425, 429) or status >= 500:
        return _busy(status, said, at, _come_back(complaint.words) if wait is None else wait)
    return _refused(status, said, at, headers)


def _refused(status: int, said: str, at: Endpoint, headers: Mapping[str, str]) -> ModelRefused:
    if status in (401, 403):
        no = "does not accept the key" if at.key else "wants a key"
        return ModelRefused(
            f"{at.host} {no} ({status}){said}",
            f"Put a key for {at.host} that may use {at.model} into {at.key_variable}.",
        )
    if status == 404:
        return ModelRefused(f"{at.address} knows no such address or model ({status}){said}", _about_address(at))
    if 300 <= status < 400:
        return ModelRefused(
            f"{at.address} sends us on to {at.hushed(headers.get('location', 'nowhere'))} ({status}).",
            "Give the address where the server really is as the base URL.",
        )
    return ModelRefused(
        f"{at.address} refuses the request ({status}){said}", "Correct what it objects to, or choose another model."
    )


def _sentence_end(words: str) -> str:
    if not words:
        return "."
    return f": {words}" if words.endswith((".", "!", "?", "…")) else f": {words}."


def _overflows(status: int, words: str) -> bool:
    if status == 413:
        return True
    # Rate limits count tokens too: there only what can never pass is an overflow.
    return bool((_TOO_LARGE_EVER if status in (401, 402, 403, 404, 429) else _OVERFLOW).search(words))


def _spent(words: str, wait: float | None) -> bool:
    """Whether a 429 is about money. Some call a limit per minute a quota too, but then say when to come back."""
    if "insufficient_quota" in words:
        return True
    return bool(_QUOTA.search(words)) and wait is None and _come_back(words) is None


def _busy(status: int, said: str, at: Endpoint, wait: float | None) -> ModelError:
    if wait is not None and wait > LONGEST_WAIT:
        return ModelLimited(
            f"{at.host} asks us to come back in {wait:,.0f} s ({status}){said}",
            f"A run waits {LONGEST_WAIT:.0f} s at most; resume it later.",
        )
    return ModelBusy(f"{at.host} {_BUSY.get(status, 'failed')} (HTTP {status}){said}", "Try again later.", wait)


def _about_address(at: Endpoint) -> str:
    base = at.address.removesuffix("/chat/completions").removesuffix("/messages")
    if base.endswith("/v1"):
        return f"Check the model's name, {at.model!r}, and the base URL."
    return f"Check the model's name, {at.model!r}, and the base URL, which ends in /v1 as a rule: {base}/v1."


def wait_of(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that the headers of an answer ask to wait, in either form of Retry-After."""
    if milliseconds := headers.get("retry-after-ms"):
        return _number(milliseconds, 0.001)
    written = headers.get("retry-after", "")
    seconds = _number(written, 1.0)
    return _until(written, now or datetime.now(UTC)) if seconds is None else seconds


def _until(written: str, now: datetime) -> float | None:
    try:
        date = parsedate_to_datetime(written)
    except ValueError:
        return None
    if date.tzinfo is None:  # "-0000": UTC, without saying so
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())


def _number(written: str, unit: float) -> float | None:
    return float(written) * unit if re.fullmatch(r"\d+(\.\d+)?", written.strip()) else None


def _come_back(words: str) -> float | None:
    """Seconds after which the words invite us back: "Please try again in 1.2s"."""
    found = _COME_BACK.search(words)
    if not found or (number := _number(found[1], 1.0)) is None:
        return None
    return number / 1000 if found[2].lower() == "ms" else number * _SECONDS[found[2][0].lower()]
