"""The models behind one door: `Model.stream(prompt, limits) -> Reply`.

Reading order: protocol (the types), stream (bytes to events), openai (chat completions), retry, builtin.
"""
