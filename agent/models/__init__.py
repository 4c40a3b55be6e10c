"""The models behind one door: `Model.stream(prompt, limits) -> Reply`.

Reading order: protocol (the types), choose (from a name to a model), openai (chat completions) with what it rests on:
endpoint (address and key), door (the network), stream (bytes to events), chat (events to an answer), failures (what a
server's "no" means) and parameters (what it does not take); then retry and builtin.
"""
