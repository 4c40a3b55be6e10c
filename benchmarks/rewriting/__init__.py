"""Changes of real sources for measuring the gates: harms of one place each, and rewrites that harm nothing.

Reading order: change (what one is), python_source, python_harms, python_values, python_rewrites and the rest.
"""
