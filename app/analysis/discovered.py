"""The logs that known tools have left on a machine: what `coldbyte import --discover` loads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.analysis.importing import InputError
from importers import registry
from importers.discovery import discover
from importers.records import Problem


def discovered_logs(home: Path, environment: Mapping[str, str]) -> list[str]:
    """The places that hold logs. Raises InputError where none does, naming those that were looked at in vain."""
    places = [str(found.path) for found in discover(home, environment)]
    logs = [place for place in places if _holds_a_log(place)]
    if not logs:
        empty = f": nothing to read in {', '.join(places)}" if places else ""
        raise InputError(f"no known tool has left logs under {home}{empty}")
    return logs


def _holds_a_log(place: str) -> bool:
    return any(not isinstance(entry, Problem) for entry in registry.sources([place]))
