"""What the public catalogue does not say: dated, sourced entries laid over it.

An entry speaks of some sellers' models, for a span of days and, if it must, for some hours and under some
terms. It does one of four things. `rates` state prices: with `fresh` among them they replace the
catalogue's row, without it they add to the row. `times_fresh` derives a price the row lacks from its input
price. `factor` multiplies the whole row under terms for which the row has no price of its own.
`writes_add_fresh` mends rows whose write price holds the storage only. Nothing here ever overwrites
history: a new price is a new entry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal

from pricing.datafiles import PricingFileError, check_pattern, read_tables, table_to_row
from pricing.rates import PRICE_NAMES

SHIPPED = Path(__file__).with_name("overlay.toml")

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_DAYS: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One table of an overlay file; its fields are the file's keys.

    `models` is a regular expression searched in the lower-case model name, as sent and as catalogued. Days
    are UTC, `since` included and `until` excluded; `hours` are daily spans like `01:00-04:00`. `when` holds
    terms (`service_tier`, `speed`, `processing`, `geo`). Each of `tiers` has prices and `above`, the tokens
    a prompt must exceed. Prices are USD per million tokens, named as in `pricing.rates.Prices`. `names` are
    models to list that the catalogue has no row for. `assumed` says that no seller's page states the price:
    it follows from another one, or from what is generally said.
    """

    providers: tuple[str, ...]
    models: str
    source: str
    checked: date
    names: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    days: tuple[Day, ...] = ()
    hours: tuple[str, ...] = ()
    when: dict[str, str] = field(default_factory=dict)
    rates: dict[str, Decimal] = field(default_factory=dict)
    tiers: tuple[dict[str, Decimal], ...] = ()
    times_fresh: dict[str, Decimal] = field(default_factory=dict)
    factor: Decimal | None = None
    writes_add_fresh: bool = False
    assumed: bool = False

    def __post_init__(self) -> None:
        check_pattern(self.models)
        self.spans()
        prices = [
            self.rates,
            self.times_fresh,
            *({k: v for k, v in t.items() if k != "above"} for t in self.tiers),
        ]
        for name, price in (pair for mapping in prices for pair in mapping.items()):
            _check_price(name, price)
        if not all("above" in tier and tier["above"] > 0 for tier in self.tiers):
            raise ValueError("every one of `tiers` needs `above`, a number of tokens")
        if sum(map(bool, (self.rates, self.times_fresh, self.factor, self.writes_add_fresh))) != 1:
            raise ValueError("needs one of `rates`, `times_fresh`, `factor`, `writes_add_fresh`")
        if self.factor is not None and not (self.factor.is_finite() and self.factor > 0):
            raise ValueError("`factor` must be a positive number")

    @property
    def origin(self) -> str:
        """The source, and whether it is only an assumption."""
        return f"assumed: {self.source}" if self.assumed else self.source

    def speaks_of(self, provider: str, names: tuple[str, ...]) -> bool:
        """Whether this entry is about a model of `provider` known by any of `names`."""
        return provider in self.providers and any(re.search(self.models, name.lower()) for name in names)

    def holds_on(self, day: date) -> bool:
        """Whether `day` lies in this entry's span."""
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)

    def covers(self, at: datetime) -> bool:
        """Whether the weekday and hour of `at` (UTC) are among this entry's."""
        spans = self.spans()
        in_hours = not spans or any(start <= at.time() < end for start, end in spans)
        return in_hours and (not self.days or _DAYS[at.weekday()] in self.days)

    def spans(self) -> tuple[tuple[time, time], ...]:
        """`hours` as pairs of times, the second excluded."""
        return _spans(self.hours)

    def fits(self, terms: Mapping[str, str]) -> bool:
        """Whether the terms this entry asks for are those given."""
        return all(terms.get(key) == value for key, value in self.when.items())


def read_overlay(path: Path) -> tuple[tuple[Entry, ...], tuple[PricingFileError, ...]]:
    """The entries of the file at `path` that can be used, and what is wrong with the others."""
    try:
        tables = read_tables(path, "price")
    except PricingFileError as problem:
        return (), (problem,)
    entries, problems = [], []
    for number, table in enumerate(tables, start=1):
        try:
            entries.append(table_to_row(table, Entry, path, f"price {number}"))
        except PricingFileError as problem:
            problems.append(problem)
    return tuple(entries), tuple(problems)


@cache
def shipped_entries() -> tuple[Entry, ...]:
    """The entries this package ships. A test checks them: a problem here is a broken installation."""
    entries, problems = read_overlay(SHIPPED)
    if problems:
        raise problems[0]
    return entries


def _check_price(name: str, price: Decimal) -> None:
    if name not in PRICE_NAMES:
        raise ValueError(f"`{name}` is no price; known are {', '.join(sorted(PRICE_NAMES))}")
    if not price.is_finite() or price < 0:
        raise ValueError(f"`{name}` must be zero or more, not {price}")


@cache
def _spans(hours: tuple[str, ...]) -> tuple[tuple[time, time], ...]:
    return tuple(_span(text) for text in hours)


def _span(text: str) -> tuple[time, time]:
    start, dash, end = text.partition("-")
    if not dash:
        raise ValueError(f"`{text}` is no span of hours like 01:00-04:00")
    return time.fromisoformat(start), time.max if end == "24:00" else time.fromisoformat(end)
