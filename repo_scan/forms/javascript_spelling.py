"""One spelling for all layouts of JavaScript and TypeScript, node by node, without what a step may change."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from repo_scan.forms.javascript_scopes import Scope, is_local
from repo_scan.forms.javascript_types import CASTS
from repo_scan.languages.tree import Tree

_SEPARATORS = frozenset(
    {"object", "object_pattern", "arguments", "formal_parameters", "named_imports", "export_clause"}
)
_TYPE_LISTS = frozenset(
    {"object_type", "interface_body", "enum_body", "type_arguments", "type_parameters", "tuple_type"}
)
_OPENERS = frozenset({"jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element"})
#: Nodes that leave no mark of their own: what is in them says it all.
_TRANSPARENT = frozenset(
    {"parenthesized_expression", "parenthesized_type", "required_parameter", "optional_parameter", "class_heritage"}
)
_CHAINED = frozenset({"member_expression", "subscript_expression", "call_expression"})
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
TEXT = "\x02"  # begins what JSX shows as text


@dataclass(slots=True)
class Spelling:
    """Spells the leaves of one text."""

    tree: Tree
    scopes: list[Scope]
    only: frozenset[str]
    targets: dict[str, str]  # of imported names, where imports may change
    looked_up: dict[str, tuple[str, int]] = field(default_factory=dict)  # by what is used: how it was reached
    _places: dict[tuple[Scope, str], int] = field(default_factory=dict)
    _counts: dict[Scope, int] = field(default_factory=dict)

    def is_transparent(self, node: int) -> bool:
        """Whether a node leaves no mark of its own."""
        kind = self.tree.kinds[node]
        if kind == "parenthesized_expression":
            return not self._must_stay(node)
        if kind in CASTS:
            return "annotations" in self.only
        of_one = kind in ("union_type", "intersection_type") and self.tree.kinds[node + 1] in ("|", "&")
        return of_one or kind in _TRANSPARENT

    def is_layout(self, node: int) -> bool:
        """Whether a token means nothing."""
        kind, parent = self.tree.kinds[node], self.tree.parents[node]
        around = self.tree.kinds[parent]
        if kind in ("(", ")") and around in ("parenthesized_expression", "parenthesized_type"):
            return not (around == "parenthesized_expression" and self._must_stay(parent))
        if kind == ":":
            return around in ("pair", "pair_pattern")  # as in `{ a }`, which says the same as `{ a: a }`
        if kind == ";":
            return around not in ("for_statement", "empty_statement")
        if kind == ",":
            return self._is_idle_comma(node, parent, around)
        return kind in ("|", "&") and around in ("union_type", "intersection_type") and node == parent + 1

    def mark(self, node: int) -> str:
        """How a node with parts is called; alike for what says the same."""
        kind = self.tree.kinds[node]
        if kind == "abstract_class_declaration" and "annotations" in self.only:
            return "class_declaration"
        return "pair_pattern" if kind == "object_assignment_pattern" else kind

    def whole(self, node: int) -> list[str] | None:
        """The words of a node that is spelled at once; None where its parts are."""
        tree, kind = self.tree, self.tree.kinds[node]
        special: dict[str, Callable[[int], list[str]]] = {
            "string": lambda one: [self._string(one)],
            "number": lambda one: [_number(tree.text(one))],
            "jsx_text": lambda one: [TEXT + words] if (words := _jsx_text(tree.text(one))) else [],
            "html_character_reference": lambda one: [TEXT + tree.text(one)],
            "shorthand_property_identifier": lambda one: ["(pair", f".{tree.text(one)}", self._token(one), ")"],
            "shorthand_property_identifier_pattern": self._shorthand_pattern,
            "identifier": self._identifier,
            "property_identifier": lambda one: [f".{tree.text(one)}"],
            "regex_pattern": lambda one: [repr(tree.text(one))],
        }
        if kind in special:
            return special[kind](node)
        if kind in ("string_fragment", "escape_sequence"):  # of a template
            return [repr(tree.text(node))]
        if kind == "jsx_expression":
            return self._text_in(node)
        return self._member(node) if kind == "member_expression" else None

    def _identifier(self, node: int) -> list[str]:
        if self.tree.fields[node] == "parameter" and self.tree.kinds[self.tree.parents[node]] == "arrow_function":
            return ["(formal_parameters", "(", self._token(node), ")", ")"]
        return [self._token(node)]

    def _text_in(self, node: int) -> list[str] | None:
        """A string between braces, which JSX shows as text or takes for an attribute."""
        inner = [child for child in self.tree.children(node) if self.tree.kinds[child] not in ("{", "}")]
        inner = [child for child in inner if self.tree.kinds[child] != "comment"]
        if not inner:
            return []
        if len(inner) != 1 or self.tree.kinds[inner[0]] != "string":
            return None
        text = self.tree.text(inner[0])[1:-1]
        if any(sign in text for sign in "\\&\"'<>{}"):
            return None
        is_attribute = self.tree.kinds[self.tree.parents[node]] == "jsx_attribute"
        return [self._string(inner[0])] if is_attribute else [TEXT + text]

    def _member(self, node: int) -> list[str] | None:
        """A member of an imported module, where imports may change."""
        owner, name = self.tree.child(node, "object"), self.tree.child(node, "property")
        if owner is None or name is None or self.tree.kinds[owner] != "identifier":
            return None
        target = self._target(owner)
        if not target.endswith("#*"):
            return None
        whole = f"{target[:-1]}{self.tree.text(name)}"
        self.looked_up.setdefault(whole, ("by its module", self.tree.line(node)))
        return [f"@{whole}"]

    def _shorthand_pattern(self, node: int) -> list[str]:
        name = self.tree.text(node)
        parent = self.tree.parents[node]
        if self.tree.kinds[parent] == "object_assignment_pattern":
            return [f".{name}", "(assignment_pattern", self._token(node)]
        return ["(pair_pattern", f".{name}", self._token(node), ")"]

    def _token(self, node: int) -> str:
        """A name by what it means."""
        name = self.tree.text(node)
        if self.tree.kinds[self.tree.parents[node]] in _OPENERS and name[:1].islower():
            return f"={name}"
        if target := self._target(node):
            self.looked_up.setdefault(target, ("by its name", self.tree.line(node)))
            return f"@{target}"
        scope = self.scopes[node]
        owner = scope.owner(name)
        if "local names" not in self.only or owner is None or not is_local(owner, name):
            return f"={name}"
        up, between = 0, scope
        while between is not owner and between.outer is not None:
            up, between = up + 1, between.outer
        if (owner, name) not in self._places:
            self._places[owner, name] = self._counts[owner] = self._counts.get(owner, 0) + 1
        return f"%{up}.{self._places[owner, name]}"

    def _target(self, node: int) -> str:
        name = self.tree.text(node)
        owner = self.scopes[node].owner(name)
        is_module = owner is not None and owner.kind == "module" and owner.bound[name] == {"import"}
        return self.targets.get(name, "") if is_module else ""

    def _string(self, node: int) -> str:
        text = self.tree.text(node)
        if self.tree.kinds[self.tree.parents[node]] == "jsx_attribute":
            return f"'{text[1:-1]!r}"
        if self._is_key(node) and _WORD.fullmatch(text[1:-1]):
            return f".{text[1:-1]}"
        inner = re.sub(r"\\(['\"])", r"\1", text[1:-1]) if "\\" in text else text[1:-1]
        return f"'{inner!r}"

    def _is_key(self, node: int) -> bool:
        parent = self.tree.kinds[self.tree.parents[node]]
        return self.tree.fields[node] in ("key", "name") and parent in ("pair", "pair_pattern", "property_signature")

    def _must_stay(self, node: int) -> bool:
        """Whether brackets mean something: around a chain that may end early, or a string that is no directive."""
        parent = self.tree.parents[node]
        inner = range(node, self.tree.stops[node])
        if self.tree.kinds[parent] == "expression_statement":
            return self.tree.kinds[node + 2] == "string"
        chained = self.tree.kinds[parent] in _CHAINED and self.tree.fields[node] in ("object", "function")
        return chained and any(self.tree.kinds[each] in ("?.", "optional_chain") for each in inner)

    def _is_idle_comma(self, node: int, parent: int, around: str) -> bool:
        if around in _SEPARATORS or around in _TYPE_LISTS:
            return True
        if around not in ("array", "array_pattern"):
            return False
        siblings = [child for child in self.tree.children(parent) if self.tree.kinds[child] != "comment"]
        at = siblings.index(node)
        return self.tree.kinds[siblings[at + 1]] == "]" and self.tree.kinds[siblings[at - 1]] not in (",", "[")


def joined(words: Iterator[str] | list[str]) -> str:
    """Words in one line; what JSX shows as one text is one."""
    found: list[str] = []
    for word in words:
        if word.startswith(TEXT) and found and found[-1].startswith(TEXT):
            found[-1] += word[1:]
        else:
            found.append(word)
    return " ".join(repr(word) if word.startswith(TEXT) else word for word in found)


def _jsx_text(text: str) -> str:
    """What JSX makes of the text between tags: lines are trimmed and joined by one blank."""
    lines = text.replace("\t", " ").split("\n")
    kept = []
    for number, line in enumerate(lines):
        start = line if number == 0 else line.lstrip(" ")
        kept.append(start if number == len(lines) - 1 else start.rstrip(" "))
    return " ".join(line for line in kept if line)


def _number(text: str) -> str:
    """A number; equal for all ways to write the same one."""
    plain = text.replace("_", "").lower()
    try:
        if plain.endswith("n"):
            return f"bigint {int(plain[:-1], 0)}"
        if plain[:2] in ("0x", "0o", "0b"):
            return f"number {float(int(plain, 0))!r}"
        return text if re.match(r"0\d", plain) else f"number {float(plain)!r}"
    except (ValueError, OverflowError):
        return text
