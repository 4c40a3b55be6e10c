"""Each model of the settings, tried with one small request: what it takes, how fast it is, what it costs."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.doctor import Check
from agent.errors import AgentError, SettingsError
from agent.models.choose import ANTHROPIC_URL, OPENAI_URL, choose_model
from agent.models.protocol import Completion, Limits, Model, Prompt, Usage
from agent.models.served import refusals_of, served_at
from agent.prices import MILLION, Prices, context_of
from agent.roles import check_summaries, settings_alone
from agent.settings import Settings
from agent.vocabulary import tokenizer_faults
from applier.blocks import Block, read_blocks
from applier.fence import Expected, Fence
from repo_scan import Graph, Scan
from repo_scan.inventory import Inventory

_LINES = 60  # of the answer that is asked for
_ROOM = 4000  # tokens that it may take, thoughts included


def check_models(settings: Settings, environment: Mapping[str, str]) -> Iterator[Check]:
    """Every model that the settings name, and whether they go together."""
    try:
        check_summaries(settings)
    except SettingsError as error:
        yield Check(what="summaries", state="fail", words=str(error), hint=error.hint, exit=error.exit_code)
    for name in settings.all_models:
        if name == "builtin":
            yield Check(what="builtin", state="ok", words="needs no key and no network; it does not read goals")
        else:
            yield from _check_model(name, settings_alone(settings, name), environment)


def _check_model(name: str, settings: Settings, environment: Mapping[str, str]) -> Iterator[Check]:
    base_url = settings.base_url or (ANTHROPIC_URL if name.startswith("anthropic:") else OPENAI_URL)
    variable = settings.key_variable or ("ANTHROPIC_API_KEY" if name.startswith("anthropic:") else "OPENAI_API_KEY")
    key = environment.get(variable, "")
    try:
        make = choose_model(settings, environment)
        words = f"{variable} is set" if key else f"{variable} is not set; {base_url} may not want one"
        yield Check(what=f"{name}: key", state="ok" if key else "note", words=words)
        yield from _check_caps(name, settings, base_url, key, variable)
        model = make(_nothing(), {}, lambda path: True)
        trial = _try(model)
    except AgentError as error:
        yield Check(what=name, state="fail", words=str(error), hint=error.hint, exit=error.exit_code)
        return
    yield from _judge(name, trial)
    yield from _check_refusals(name, base_url)
    yield _check_price(name, settings)
    yield from _check_tokenizer(name, settings)


def _check_caps(name: str, settings: Settings, base_url: str, key: str, variable: str) -> Iterator[Check]:
    served = served_at(name, base_url, key, variable)
    own = name.removeprefix("openai:").removeprefix("anthropic:")
    if served and served.models and own not in served.models:
        shown = ", ".join(served.models[:8])
        yield Check(
            what=f"{name}: server", state="note", words=f"{base_url} lists no {own}", hint=f"It lists: {shown}."
        )
    else:
        yield Check(what=f"{name}: server", state="ok", words=f"{base_url} is there")
    context = (served.context if served else None) or context_of(name, settings.base_url)
    wanted = settings.caps_of(name).context_tokens
    if context is None:
        hint = f"Prompts are kept to {wanted:,} tokens (context_tokens)."
        yield Check(what=f"{name}: context", state="note", words="nobody says how long a prompt may be", hint=hint)
    elif context < wanted + settings.module_budget:
        hint = f'Set context_tokens and module_budget lower, or [caps."{name}"] context_tokens.'
        words = f"{context:,} tokens, less than context_tokens {wanted:,} and a reply of {settings.module_budget:,}"
        yield Check(what=f"{name}: context", state="note", words=words, hint=hint)
    else:
        yield Check(what=f"{name}: context", state="ok", words=f"{context:,} tokens")


@dataclass(frozen=True, slots=True)
class Trial:
    """One small answer, with the moments at which its pieces came."""

    moments: tuple[float, ...]  # seconds after the request
    seconds: float
    followed: bool  # the block that was asked for came, whole
    completion: Completion


def _try(model: Model) -> Trial:
    fence = Fence.clear_of(())
    expected = (Expected(1, "log"),)
    words = (
        f"Answer with {_LINES + 2} lines and nothing else. First this line:\n{fence.open_line(expected[0])}\n"
        f"Then the numbers from 1 to {_LINES}, one a line. Then this line:\n{fence.close_line(1)}\n"
    )
    started = time.monotonic()
    reply = model.stream(Prompt("diagnose", fence, expected, "", words), Limits(_ROOM, idle_seconds=60.0))
    moments, pieces = list[float](), list[str]()
    for piece in reply:
        moments.append(time.monotonic() - started)
        pieces.append(piece)
    followed = any(isinstance(part, Block) for part in read_blocks(pieces, fence, expected))
    return Trial(tuple(moments), time.monotonic() - started, followed, reply.completion or Completion("unknown"))


def _judge(name: str, trial: Trial) -> Iterator[Check]:
    usage, finish = trial.completion.usage, trial.completion.finish
    if finish != "stop":
        said = f"it ended with {finish}: {trial.completion.detail or 'no reason was given'}"
        yield Check(what=f"{name}: answer", state="note", words=said, hint="A run asks again; see whether it recurs.")
    elif not trial.followed:
        hint = "Expect many repairs, or choose a model that follows instructions better."
        yield Check(what=f"{name}: answer", state="note", words="it did not keep to the marked blocks", hint=hint)
    else:
        yield Check(what=f"{name}: answer", state="ok", words="it keeps to the marked blocks")
    yield _streaming(name, trial)
    if usage.estimated or not usage.output_tokens:
        hint = "Tokens and cost of a run will be our own estimate."
        yield Check(what=f"{name}: usage", state="note", words="the server does not say what it used", hint=hint)
    else:
        thought = f", {usage.reasoning_tokens:,} of them reasoning" if usage.reasoning_tokens else ""
        words = f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out{thought}"
        yield Check(what=f"{name}: usage", state="ok", words=words)


def _streaming(name: str, trial: Trial) -> Check:
    first = trial.moments[0] if trial.moments else trial.seconds
    rate = trial.completion.usage.output_tokens / trial.seconds if trial.seconds else 0.0
    speed = f", {rate:,.0f} tokens/s in all (measured)" if rate else ""
    if len(trial.moments) < 2:
        hint = "A long reply may run into time-outs on the way; let the server stream if it can."
        words = f"the answer came in one piece after {first:.1f} s{speed}"
        return Check(what=f"{name}: streaming", state="note", words=words, hint=hint)
    words = f"first text after {first:.1f} s, {len(trial.moments)} pieces in {trial.seconds:.1f} s{speed}"
    return Check(what=f"{name}: streaming", state="ok", words=words)


def _check_refusals(name: str, base_url: str) -> Iterator[Check]:
    refusals = refusals_of(name, base_url)
    refused = ", ".join(sorted(refusals.parameters))
    words = f"it does not take {refused}, which is left out" if refused else "it takes all that we send"
    yield Check(what=f"{name}: parameters", state="ok", words=words)
    if refusals.most_output:
        words = f"a reply has {refusals.most_output:,} tokens at most; longer ones are continued"
        yield Check(what=f"{name}: output", state="ok", words=words)


def _check_price(name: str, settings: Settings) -> Check:
    cost = Prices(settings.prices).cost(name, settings.base_url, Usage(MILLION, MILLION))
    if cost is None:
        hint = f'Set it for --max-cost and reports: [prices."{name}"] input = …, output = … (USD per million tokens).'
        return Check(what=f"{name}: price", state="note", words="not known", hint=hint)
    return Check(what=f"{name}: price", state="ok", words=f"${cost:g} for a million tokens in and a million out")


def _check_tokenizer(name: str, settings: Settings) -> Iterator[Check]:
    if faults := tuple(tokenizer_faults(settings)):
        yield Check(what=f"{name}: tokenizer", state="note", words=faults[0], hint=f'Correct [tokenizers] "{name}".')
    elif path := settings.tokenizers.get(name):
        yield Check(what=f"{name}: tokenizer", state="ok", words=f"tokens are counted exactly, with {path}")


def _nothing() -> Scan:
    return Scan(None, 0, Inventory((), ()), Graph.of(()), (), {}, {})
