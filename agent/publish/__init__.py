"""Brings a run to others: its branch to a remote, and a pull request that says what and why.

Reading order: dossier (the facts, also as a file), page (the words, with escape and diagram), address and client (the
way to the server), pulls (what is asked there), berth (which branch), parts (how many), opening (all of it).
"""
