"""What a commit that an operation makes is called."""

from agent.operations.change import Request


def title_of(request: Request) -> str:
    """A commit subject for an operation."""
    match request:
        case {"op": "merge-functions", "home": str(home), "copies": list() | tuple() as copies}:
            path, _, name = home.partition(":")
            return f"Merge {len(copies) + 1} copies of {name} into {path}"
        case {"op": "remove-unused"}:
            return "Remove what nothing uses"
        case {"op": "rename", "symbol": str(symbol), "to": str(new)}:
            return f"Rename {symbol.partition(':')[2]} to {new}"
        case {"op": "inline-reexport", "symbol": str(symbol)}:
            path, _, name = symbol.rpartition(":")
            return f"Import {name} from where it is defined, not from {path}"
        case {"op": "rename-module", "module": str(module), "to": str(new)}:
            return f"Move the module {module} to {new}"
        case {"op": "merge-modules", "module": str(module), "into": str(home)}:
            return f"Merge the module {module} into {home}"
        case {"op": "move", "symbols": list() | tuple() as symbols, "to": str(new)}:
            return f"Move {', '.join(str(one).rpartition(':')[2] for one in symbols)} to {new}"
        case {"op": "split-module", "module": str(module), "groups": dict() as groups}:
            return f"Split {module} into {len(groups) + 1} modules"
        case {"op": "break-cycle", "modules": list() | tuple() as modules}:
            return f"Break the circle of imports of {' and '.join(map(str, modules))}"
        case {"op": "add-parameter" | "remove-parameter" as op, "function": str(function), "parameter": str(name)}:
            verb, link = ("Add", "to") if op == "add-parameter" else ("Remove", "from")
            return f"{verb} the parameter {name} {link} {function.rpartition(':')[2]}"
        case {"op": "extract-function", "lines": str(lines), "name": str(name)}:
            return f"Extract the function {name} from {lines.rpartition(':')[0]}"
        case {"op": "extract-constant", "place": str(place), "name": str(name)}:
            return f"Name a value of {place.partition(':')[0]} {name}"
        case {"op": "parameter-object", "function": str(function), "class": str(cls)}:
            return f"Put parameters of {function.rpartition(':')[2]} into {cls}"
        case _:
            return str(request["op"])
