"""What is known by name: which parts of the standard library leave traces, and which words make code unpredictable."""

import sys


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Calls that make a value and leave no trace, by what they are imported as. `logging.getLogger` is judged elsewhere.
MAKERS = _names(
    """abs all any bin bool bytes chr classmethod complex dict divmod enumerate float frozenset hex int isinstance
    issubclass len list max min object ord property range repr reversed round set slice sorted staticmethod str sum
    tuple type zip
    collections.Counter collections.OrderedDict collections.defaultdict collections.deque collections.namedtuple
    contextvars.ContextVar dataclasses.field datetime.date datetime.datetime datetime.time datetime.timedelta
    datetime.timezone decimal.Decimal enum.auto fractions.Fraction functools.partial itertools.count
    math.log math.log2 math.log10 math.radians math.sqrt operator.attrgetter operator.itemgetter
    operator.methodcaller os.path.abspath os.path.basename os.path.dirname os.path.join os.path.normpath
    os.path.realpath os.path.splitext pathlib.Path pathlib.PurePath
    pathlib.PurePosixPath re.compile re.escape string.Template struct.Struct textwrap.dedent threading.Lock
    threading.RLock types.MappingProxyType types.SimpleNamespace typing.NewType typing.ParamSpec typing.TypeVar
    typing.TypeVarTuple typing.cast uuid.UUID weakref.WeakKeyDictionary weakref.WeakValueDictionary"""
)
#: Decorators that only wrap or mark.
DECORATORS = _names(
    """classmethod property staticmethod
    abc.abstractmethod contextlib.asynccontextmanager contextlib.contextmanager dataclasses.dataclass enum.unique
    functools.cache functools.cached_property functools.lru_cache functools.singledispatch functools.total_ordering
    functools.wraps typing.final typing.no_type_check typing.overload typing.runtime_checkable"""
)
#: Decorators, by the last part of their names, that do not care what parameters are called.
INDIFFERENT = _names(
    """abstractmethod asynccontextmanager cache cached_property classmethod contextmanager deprecated final lru_cache
    no_type_check overload override property setter singledispatch singledispatchmethod staticmethod wraps"""
)
#: Endings of file names: "config.yaml" in a text is a file, whatever the module `config` holds.
FILE_ENDINGS = _names("cfg css csv db html ini js json lock log md py pyi rst sh toml ts txt xml yaml yml")
METACLASSES = _names("abc.ABCMeta enum.EnumMeta type")
#: Methods that run when another class derives from theirs.
HOOKS = _names("__class_getitem__ __init_subclass__ __set_name__")
#: Values of the world outside, which differ from moment to moment.
WORLD = _names("os.environ sys.argv sys.modules sys.path sys.stdin")

#: Modules of the standard library that do something when they are imported, or that are not there on every system.
_TELLING_MODULES = _names(
    """__hello__ __main__ __phello__ _winapi antigravity asyncore bz2 crypt ctypes curses dbm distutils
    encodings ensurepip fcntl grp idlelib imp lib2to3 lzma msilib msvcrt nis nt ossaudiodev posix pty pwd
    readline resource rlcompleter site sitecustomize smtpd spwd sqlite3 ssl syslog termios test this tkinter
    tomllib tty turtle turtledemo usercustomize winreg winsound zlib zoneinfo"""
)
_PLAIN_MODULES = frozenset(name for name in sys.stdlib_module_names if name[0] != "_") - _TELLING_MODULES

#: Calls that reach the names of the module they stand in, whatever those are; the second kind only at its top.
OPEN_CALLS = _names("eval exec globals")
OPEN_CALLS_AT_TOP = _names("dir locals vars")
#: Identifiers of code that takes things from modules by names that it computes.
REFLECTION = _names("__dict__ __import__ dir getattr getmembers import_module vars")


def is_standard(module: str) -> bool:
    """Whether a dotted name belongs to the standard library."""
    return module.split(".")[0] in sys.stdlib_module_names


def is_plain(module: str) -> bool:
    """Whether importing a module of the standard library does nothing else, on any system."""
    return module.split(".")[0] in _PLAIN_MODULES
