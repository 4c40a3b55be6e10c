"""Counting what is on the shelves."""
