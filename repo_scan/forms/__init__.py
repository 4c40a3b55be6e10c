"""Normal forms: what a text says, apart from what may change. Two texts that say the same have equal ones.

Made for pairs of texts alone that a step compares, in worker processes; a scan makes none. Reading order: form (the
type), make (by way of workers), python and what it needs (python_scopes, python_names, python_spelling, python_types,
python_classes, python_words, python_imports).
"""
