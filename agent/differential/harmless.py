"""What a function may use and still be called for trial: nothing that changes more than its arguments, or reads files.

What reads the state of its own process (`sys.modules`, `id`) is let pass: both versions find the same, or else the old
one does not agree with itself. While a function is called, the runner stops what slipped through here.
"""

import collections
import datetime
import decimal
import difflib
import enum
import fractions
import hashlib
import io
import pathlib
import re
import string
import struct
import sys
import textwrap
import types
import uuid


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BUILT_IN = _words(
    "open print input eval exec compile __import__ globals locals vars breakpoint exit quit help setattr delattr"
    " memoryview copyright credits license"
)
_WHOLE = _words(
    "__future__ abc array ast base64 binascii bisect calendar cmath collections colorsys contextlib copy csv"
    " dataclasses datetime decimal difflib enum fnmatch fractions functools graphlib hashlib heapq html ipaddress"
    " itertools json inspect keyword math numbers operator re reprlib shlex statistics string struct textwrap types"
    " typing typing_extensions unicodedata uuid warnings zlib"
)
_SINGLE = _words(
    "io.StringIO io.BytesIO pprint.pformat pprint.saferepr codecs.lookup codecs.BOM_UTF8"
    " urllib.parse logging os.sep os.linesep os.name os.fspath os.PathLike os.extsep os.altsep os.pardir os.curdir"
    " os.pathsep os.path.join os.path.split os.path.splitext os.path.basename os.path.dirname os.path.normpath"
    " os.path.normcase os.path.commonprefix os.path.commonpath os.path.isabs os.path.sep posixpath.join"
    " posixpath.split posixpath.splitext posixpath.basename posixpath.dirname posixpath.normpath posixpath.isabs"
    " posixpath.commonpath sys.maxsize sys.version_info sys.byteorder sys.float_info sys.intern sys.platform"
    " sys.maxunicode sys.hexversion sys.implementation sys.modules sys.getdefaultencoding sys.exc_info sys._getframe"
    " sys.executable platform sysconfig traceback importlib.machinery.EXTENSION_SUFFIXES threading.local"
    " pathlib.PurePath pathlib.PurePosixPath pathlib.PureWindowsPath"
    " pathlib.Path"
)
# What depends on the moment, the machine or chance, or speaks, though its module is otherwise harmless.
_NOT = _words("now today utcnow uuid1 uuid4 getnode basicConfig FileHandler cwd home pprint file_digest")

_CLASSES: tuple[type, ...] = (
    str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, complex, bool, range, slice, object,
    BaseException, types.GeneratorType, types.MappingProxyType, re.Pattern, re.Match,
    collections.deque, collections.Counter, collections.OrderedDict, collections.ChainMap, collections.defaultdict,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone,
    decimal.Decimal, decimal.Context, fractions.Fraction, enum.Enum, pathlib.PurePath, uuid.UUID, struct.Struct,
    string.Template, string.Formatter, textwrap.TextWrapper, difflib.SequenceMatcher, difflib.Differ,
)  # fmt: skip
_FURTHER = _words(
    "_replace _asdict _make cache_clear register geturl getLogger debug info warning error exception critical log"
    " addHandler setLevel isEnabledFor digest hexdigest writerow writerows fget fset"
)
_STREAMS = frozenset(name for stream in (io.StringIO, io.BytesIO) for name in dir(stream))
_METHODS = frozenset(name for kind in _CLASSES for name in dir(kind)) | _FURTHER | frozenset(dir(hashlib.sha256()))

#: Methods that change what they are called on.
MUTATORS = _words(
    "append extend insert remove pop clear sort reverse update setdefault popitem add discard appendleft extendleft"
    " popleft rotate difference_update intersection_update symmetric_difference_update subtract __setitem__"
    " __delitem__ move_to_end"
)


def is_harmless(name: str) -> bool:
    """Whether something that is installed or built in keeps to itself: "math.floor", "builtins.len"."""
    module, _, rest = name.partition(".")
    if module == "builtins":
        return rest.split(".")[0] not in _BUILT_IN
    if not _NOT.isdisjoint(name.split(".")):
        return False
    if module in sys.stdlib_module_names and rest.isupper():  # socket.AF_INET
        return True
    return module in _WHOLE or any(name == single or name.startswith(f"{single}.") for single in _SINGLE)


def unknown_methods(called: set[str], used: set[str]) -> set[str]:
    """Methods that no harmless class has; those of streams count where a stream in memory is used."""
    known = _METHODS | _STREAMS if used & {"io.StringIO", "io.BytesIO"} else _METHODS
    return {name for name in called if name not in known or name in _NOT}
