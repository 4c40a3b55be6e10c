"""The models behind one door: `Model.stream(prompt, limits) -> Reply`.

Reading order: protocol (the types), choose (from a name to a model), openai and anthropic (the two kinds of server)
with what they rest on: endpoint (address and key), requests and door (the network), transport and chunks (small pieces
of it, joined), stream (bytes to events), answer with chat and messages (events to an answer), reply, failures (what a
server's "no" means), parameters and memory (what it does not take, and did not last time); then retry, tokenize and
builtin.
"""
