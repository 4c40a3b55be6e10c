"""Normal forms: what a text says, apart from what may change. Two texts that say the same have equal ones.

Made for pairs of texts alone that a step compares, in worker processes; a scan makes none. Reading order: form (the
type), make (by way of workers), python and javascript (a text to its form), and for each of them *_scopes (whose name
it is), *_spelling (one spelling for all layouts), *_types, *_imports, *_words (docstrings and comments); of Python also
python_evaluated and python_runtime (what annotations mean when the program runs).
"""
