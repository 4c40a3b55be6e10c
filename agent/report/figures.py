"""Requests, tokens, money and time, as a reader at a terminal sees them."""

from agent.figures import Figures
from agent.worklog import count

BASES = {
    "estimate": "our estimate",
    "calibrated": "our estimate, corrected by what the model reported before",
    "mixed": "partly our estimate",
}


def usage_line(name: str, figures: Figures) -> str:
    """Requests, tokens, money and time in one line."""
    share = 100 * figures.cached_input_tokens // max(1, figures.input_tokens)
    cached = f" ({figures.cached_input_tokens:,} cached, {share}%)" if figures.cached_input_tokens else ""
    thought = f" ({figures.reasoning_tokens:,} reasoning)" if figures.reasoning_tokens else ""
    parts = [
        f"{name}: {count(figures.requests, 'request')}",
        f"{figures.input_tokens:,} tokens in{cached}",
        f"{figures.output_tokens:,} tokens out{thought}",
        _money(figures.cost_usd),
    ]
    words = ", ".join(parts + ([_duration(figures.seconds)] if figures.seconds else []))
    return f"{words} ({BASES[figures.basis]})" if figures.basis in BASES else words


def _money(cost: float | None) -> str:
    if cost is None:
        return "cost not known (no price of this model)"
    return f"${cost:.4f}" if 0 < cost < 1 else f"${cost:.2f}"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
