"""Lanes: which request continues which.

A conversation is a lane of requests, each of which carries the one before. Logs rarely say so. An id names the
conversation, where there is one; what lies inside it, and all that has no id, is found by continuation: a
request belongs to the lane whose words it repeats. Whether one that leaves its lane is a fork or an edit shows
only when the lane goes on without it, so lanes are settled after reading. A call on the side (a title, a
summary) is a lane of its own, and so is a sub-agent; both have a parent. A compaction does not end a lane.
"""

from __future__ import annotations

from app.lanes.lane import Lane
from app.lanes.settling import settle

__all__ = ["Lane", "settle"]
