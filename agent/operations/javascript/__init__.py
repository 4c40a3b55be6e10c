"""Operations on JavaScript and TypeScript: words are exchanged where they stand, by the spans of the scan's trees.

Reading order: scoping (which declaration each name belongs to), source (one text), world (who imports whom, by the
scan's own look-up), handing (what a module hands out), following (what others take from it), rename.
"""
