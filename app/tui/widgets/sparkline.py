"""A series in a few cells, one bar a bucket, as high as the mean of what is known of the bucket."""

from __future__ import annotations

from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇"  # never the full cell: rows below one another stay apart
GAP = " "


def sparkline(shares: Sequence[float | None], width: int) -> str:
    """Shares of 0 to 1 as at most `width` bars; a bucket of which nothing is known is blank."""
    size = min(width, len(shares))
    buckets = (shares[i * len(shares) // size : (i + 1) * len(shares) // size] for i in range(size))
    return "".join(_bar([share for share in bucket if share is not None]) for bucket in buckets)


def _bar(shares: Sequence[float]) -> str:
    if not shares:
        return GAP
    mean = max(0.0, min(1.0, sum(shares) / len(shares)))
    return BARS[min(len(BARS) - 1, int(mean * len(BARS)))]
