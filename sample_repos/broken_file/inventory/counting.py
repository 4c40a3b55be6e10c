"""Counts, and how they differ from what should be there."""

import itertools
from collections import Counter


def count(scans: list[str]) -> Counter[str]:
    """How often each article was scanned; codes are compared without blanks and case."""
    return Counter(scan.strip().upper() for scan in scans if scan.strip())


def missing(expected: dict[str, int], counted: Counter[str]) -> dict[str, int]:
    """What should be there and is not."""
    return {code: wanted - counted[code] for code, wanted in sorted(expected.items()) if wanted > counted[code]}
