"""Writes: from a model's reply to a commit, and back again. Knows no other package.

Reading order: fence, blocks and unwrap (the protocol), scope, facts and gates/ (acceptance), fidelity and paths
(files), workspace (the worktree), commands (the user's checks), history and review (what became of a run).
"""
