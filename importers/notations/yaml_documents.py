"""YAML from strangers: no foreign tag runs code, and no alias multiplies.

Recorders write tags of their own language (`!binary`, `!ruby/object:...`); an unknown tag is read as the
plain value below it. Aliases make a small file stand for a huge tree, so the tree is measured before anybody
walks it.
"""

from __future__ import annotations

import base64
from typing import Any

from importers.apis.json_text import UnreadableError
from importers.reading import File

_LIMIT = 128 << 20  # bytes of one document; a parsed one takes several times that
_NODES = 20_000_000


def document(file: File) -> Any:
    """The value of a YAML file. Raises `UnreadableError`."""
    import yaml

    try:
        content = yaml.load(file.document(_LIMIT), Loader=_loader())
    except yaml.YAMLError as error:
        raise UnreadableError("bad-yaml", f"not YAML: {_first_line(error)}") from error
    except RecursionError as error:
        raise UnreadableError("too-deep", "YAML nested deeper than any recording") from error
    except ValueError as error:
        raise UnreadableError("bad-yaml", f"a value that its tag does not allow: {error}") from error
    _measure(content)
    return content


def unpacked(text: object) -> bytes:
    """The bytes of base64 text that may be wrapped over lines. Raises `UnreadableError`."""
    try:
        return base64.b64decode(str(text))
    except ValueError as error:
        raise UnreadableError("bad-base64", f"not base64: {error}") from error


def _loader() -> Any:
    import yaml

    base = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

    class Loader(base):  # type: ignore[misc, valid-type]
        """The safe loader, with tags it does not know taken off."""

    def untagged(loader: Any, node: Any) -> Any:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    def binary(loader: Any, node: Any) -> bytes:
        return unpacked(loader.construct_scalar(node))

    Loader.add_constructor("!binary", binary)
    Loader.add_constructor(None, untagged)
    return Loader


def _measure(content: Any) -> None:
    """Refuse a tree whose aliases, written out, give more nodes than a recording can have, or that holds
    itself."""
    sizes: dict[int, int] = {}

    def size(node: Any) -> int:
        if not isinstance(node, dict | list):
            return 1
        if id(node) not in sizes:
            sizes[id(node)] = _NODES  # for whoever meets it again below itself
            inner = node.values() if isinstance(node, dict) else node
            sizes[id(node)] = 1 + sum(map(size, inner))
        return sizes[id(node)]

    if size(content) > _NODES:
        raise UnreadableError("bomb", f"aliases that stand for more than {_NODES:,} values")


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
