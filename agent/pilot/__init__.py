"""The pilot: one module first, and what it tells of the rest.

Reading order: choose (which module), card (what came of it), verdict (go or no-go, by written criteria), correct (the
forecast of the rest), stage (where the loop and the journal meet all that).
"""
