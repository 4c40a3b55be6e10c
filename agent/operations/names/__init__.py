"""Who a name belongs to, across a whole repository, and every place where it is written.

Trees come from the standard library's parser: it is many times faster than one that keeps the layout, and its positions
are all that exchanging a word needs. A text is parsed only if it holds the word. Nothing is ever printed from a tree:
words are exchanged where they stand, so that the rest is the same byte by byte.

Reading order: positions and formatted (where words stand), binding with scoping (who owns them in one text), world (who
owns them across texts), receivers with classes (what an object is), loose (strings, comments, documents), exchange
(words replaced, and the result looked at again).
"""
