"""Overhaul as a GitHub action: what action.yml starts, in jobs that each hold no more than they need.

`model` holds the key and writes nothing. `verify` runs the target's code and holds nothing. `publish` holds the token
that can write, and believes nothing of what the other two hand over. Reading order: inputs, event, runner (its files
and commands), artifacts, then the modes.
"""
