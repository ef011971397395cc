from __future__ import annotations

import pytest

from app.prefix_stability.recognisers.values import value_at
from importers.common_start import common_start

SENT = (1795600800.0, 1795600835.0)


def value(old: str, new: str) -> str | None:
    return value_at(old, new, common_start(old, new), SENT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("It is 10:00:00.", "It is 10:00:35."),
        ("now=2026-11-25T10:00:00Z the", "now=2026-11-25T10:00:21Z the"),
        ("The time is 9:59 AM today", "The time is 10:01 AM today"),
        ("Local time: 09:59 PM", "Local time: 10:04 PM"),
        ("Uhrzeit: 10.35 Uhr", "Uhrzeit: 10.41 Uhr"),
        ("Es ist 14:05 Uhr", "Es ist 14:12 Uhr"),
        ("il est 10h35", "il est 10h41"),
        ("heure : 14 h 05", "heure : 14 h 06"),
        ("现在时间 10时35分", "现在时间 10时41分"),
        ("今は午後3時05分です", "今は午後3時09分です"),
        ("ts=1795600800;", "ts=1795600835;"),
        ('"now": 1795600800123,', '"now": 1795600835991,'),
        ("2026-11-25 23:59:50 UTC", "2026-11-26 00:00:10 UTC"),
        ("Mittwoch, 25. November 2026, 10:15", "Mittwoch, 25. November 2026, 10:16"),
        ("Nov 25 2026 10:15:01", "Nov 25 2026 10:15:31"),
        ("20261125T100000Z", "20261125T100035Z"),
        ("run-2026-11-25_10-00-35", "run-2026-11-25_10-01-05"),
    ],
)
def test_a_time_of_day_is_a_clock(old: str, new: str) -> None:
    assert value(old, new) == "clock"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("as of 2026-11-25T10Z\nx", "as of 2026-11-25T11Z\nx"),
        ("Today's date: 2026-11-25", "Today's date: 2026-11-26"),
        ("It is 3 PM in Oslo", "It is 4 PM in Oslo"),
        ("Wednesday, November 25, 2026", "Thursday, November 26, 2026"),
        ("Heute ist Mittwoch, der 25. November", "Heute ist Donnerstag, der 26. November"),
        ("Heute ist der 25.11.2026", "Heute ist der 26.11.2026"),
        ("le 25 novembre 2026", "le 26 novembre 2026"),
        ("2026年11月25日", "2026年11月26日"),
        ("11/25/2026", "11/26/2026"),
        ("week 48 of the year", "week 49 of the year"),
        ("at 10:00 sharp", "at 11:00 sharp"),
    ],
)
def test_what_changes_hourly_or_slower_is_a_rollover(old: str, new: str) -> None:
    assert value(old, new) == "date-rollover"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("apples (touched 3 minutes ago), x", "apples (touched 4 minutes ago), x"),
        ("zuletzt vor 3 Minuten", "zuletzt vor 4 Minuten"),
        ("il y a 3 minutes", "il y a 4 minutes"),
        ("hace 3 minutos", "hace 4 minutos"),
        ("3 分钟前", "4 分钟前"),
        ("edited 59 sec ago", "edited 1 min ago"),
        ("seen 3m ago", "seen 4m ago"),
        ("updated just now", "updated a minute ago"),
        ("an hour ago", "2 hours ago"),
    ],
)
def test_how_long_ago_is_an_age(old: str, new: str) -> None:
    assert value(old, new) == "relative-age"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/tmp/a9ddb97b-6431-431f-ace9-5218173ff5f2/x", "/tmp/b510d691-2016-4895-afdb-791d32894e89/x"),
        (
            "token: sk-proj-FAKE-2fb43f314e3e70b14436ee1a7756",
            "token: sk-proj-FAKE-f0770636f34022499a49839e9360",
        ),
        ("session 7d48b2", "session 028c81"),
        ("request_id=req_01HZX3K9QW8E", "request_id=req_01HZX3M2AB7F"),
        ("nonce dGhpcyBpcyBhIHRlc3Q", "nonce cXVpdGUgYW5vdGhlciB4"),
    ],
)
def test_a_made_up_name_is_an_id(old: str, new: str) -> None:
    assert value(old, new) == "random-id"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[step 1 of 12] Please", "[step 2 of 12] Please"),
        ("used 12,345 tokens", "used 13,001 tokens"),
        ("Schritt 9 von 12", "Schritt 10 von 12"),
    ],
)
def test_a_number_that_moves_on_is_a_counter(old: str, new: str) -> None:
    assert value(old, new) == "counter"


def test_a_header_is_told_by_its_form() -> None:
    assert (
        value("x-client-trace: build=77a1; sum=abc12;", "x-client-trace: build=77a1; sum=fff99;")
        == "volatile-header"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Model: claude-sonnet-5", "Model: claude-opus-5"),
        ("House rules. x", "House rules, second edition. x"),
        ('<source id="1">The town archive', '<source id="2">The bicycle shop'),
        ("- [ ] count jars", "- [x] count jars"),
        ("the sun is", "the moon is"),
        ("Search the catalogue.", "Search the catalogue (12 entries today)."),
    ],
)
def test_words_are_no_value(old: str, new: str) -> None:
    assert value(old, new) is None


def test_a_long_number_far_from_the_requests_is_no_clock() -> None:
    assert value_at("id 1000000001", "id 1000000002", 11, SENT) == "counter"
