"""Points in time as logs spell them, as seconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

# A number is told from another unit by its size: each limit is the year 2286 in the unit before it.
_UNITS = ((1e10, 1.0), (1e13, 1e-3), (1e16, 1e-6), (1e19, 1e-9))


def seconds(stamp: object) -> float | None:
    """Seconds since 1970 (UTC) from a number in s, ms, us or ns, its text, an ISO 8601 date or an HTTP date;
    None if neither, and where no log can be from: before 1970 or after 2286.

    A date without a time zone counts as UTC.
    """
    if isinstance(stamp, str):
        return _from_text(stamp.strip())
    if isinstance(stamp, datetime):
        return _from_datetime(stamp)
    if isinstance(stamp, bool) or not isinstance(stamp, int | float):
        return None
    if not isfinite(stamp) or stamp <= 0:
        return None
    return next((stamp * unit for limit, unit in _UNITS if stamp < limit), None)


def _from_datetime(moment: datetime) -> float | None:
    at = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return at if 0 < at < _UNITS[0][0] else None


def _from_text(stamp: str) -> float | None:
    try:
        return seconds(float(stamp))
    except ValueError:
        pass
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            return _from_datetime(parse(stamp))
        except (ValueError, OverflowError):
            continue
    return None
