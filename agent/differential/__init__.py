"""Differential runs: functions that need nothing but plain arguments are called in their old and their new version.

Opt-in (--differential), since it executes code that a model wrote, as tests do. Only Python.

Reading order: stage (the whole), choose (which functions) with source, reach and harmless (what a function comes to,
and whether it keeps to itself), shapes and guesses (what it takes), inputs (hypothesis writes calls), launch and runner
(the only code that runs in the target's interpreter), compare (what a difference is, and in which words).
"""
