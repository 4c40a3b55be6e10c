"""Jobs for the tests of the worker pool: each payload says what happens to the process."""

import ctypes
import os
import signal
import sys
import time


def obey(payload: bytes) -> bytes:
    """Answer, or die in the way that the payload names."""
    word, _, rest = payload.partition(b" ")
    match word:
        case b"segfault":
            ctypes.string_at(0)
        case b"abort":
            os.abort()
        case b"exit":
            os._exit(3)
        case b"raise":
            raise RecursionError("too deep for words")
        case b"sleep":
            time.sleep(float(rest))
        case b"hang":
            ctypes.CDLL(None).pause()  # in C: no Python signal handler would run
        case b"eat":
            return bytes(bytearray(int(rest)))[:1]
        case b"print":
            os.write(1, b"noise on standard output\n")
        case b"pid":
            return f"{os.getpid()} {os.getsid(0)}".encode()
        case b"path":
            return "\n".join(sys.path).encode()
        case b"modules":
            return "\n".join(sorted(sys.modules)).encode()
        case b"alarm":
            return str(signal.getsignal(signal.SIGALRM)).encode()
    return payload.upper()
