"""Decides: the loop, the models, the journal, reports and the command line. Imports the three leaves.

Reading order: run (one screen), attempt, diagnosis, plan, then models/, operations/, journal, report/, cli.
"""
