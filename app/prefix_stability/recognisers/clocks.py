"""Points in time as texts write them: where in a text they stand, and how finely they tell it.

Time of day in 24 and 12 hours, ISO and compact stamps, seconds since 1970, dates in figures and in words, and
spans back from now ("3 minutes ago"). Words are those of the languages agents are mostly prompted in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MONTHS = (
    "jan(?:uar[yi]?|vier|eiro)?|feb(?:ruar[yi]?|rero|braio)?|f[eé]vr?(?:ier)?|fev(?:ereiro)?|mar(?:ch|s|zo|ço)?|m[aä]r?z"
    "|apr(?:il|ile)?|abr(?:il)?|avr(?:il)?|may|mai|mayo|maio|maggio|mei|june?|jun[io]o?|juin|giugno|july?|jul[io]o?"
    "|juil(?:let)?|luglio|aug(?:ust|ustus)?|ago(?:sto)?|août|sep(?:t(?:ember|embre|iembre)?)?|set(?:tembre|embro)?"
    "|o[ck]t(?:ober|obre|ubre)?|out(?:ubro)?|ott(?:obre)?|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embro)?"
    "|d[eé]c(?:embre)?|dic(?:iembre|embre)?"
)
_WEEKDAYS = (
    "mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
    "|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag"
    "|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    "|lunes|martes|miércoles|jueves|viernes|sábado|domingo"
    "|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica"
    "|segunda|terça|quarta|quinta|sexta|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
    "|(?:星期|週|周)[一二三四五六日天]|[月火水木金土日]曜日?"
)
_ISO = r"\d{4}[-/._]\d{1,2}[-/._]\d{1,2}"
_FIGURES = r"\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})"
_WORDS = (
    rf"(?:(?:{_WEEKDAYS})\.?,?\s+)?(?:\d{{1,2}}(?:st|nd|rd|th|\.|er|º)?\s+(?:de\s+)?(?:{_MONTHS})\b\.?"
    rf"|(?:{_MONTHS})\b\.?\s+\d{{1,2}}(?:st|nd|rd|th)?)(?:,?\s+(?:de\s+)?\d{{4}})?"
)
_EAST = r"(?:\d{4}\s*[年년]\s*)?\d{1,2}\s*[月월]\s*\d{1,2}\s*[日일]"
_WEEK = r"(?:week|woche|kw|semaine|semana)\s*\d{1,2}\b"
_DATE = rf"(?<!\w)(?:{_ISO}|{_FIGURES}|{_EAST}|{_WORDS}|(?:{_WEEKDAYS})\b|{_WEEK})"

_TIME = (
    r"(?:(?P<half>上午|下午|午前|午後|오전|오후)\s*)?(?<!\d)(?P<hour>\d{1,2})"
    r"(?::(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"|\s?[h時时点시]\s?(?P<minute2>\d{2})(?:\s?[m分분](?:\s?(?P<second2>\d{1,2})\s?[s秒초])?)?"
    r"|[-.](?P<minute3>\d{2})(?=\s*(?:uhr|klo)\b)(?:)"
    r"|(?=\s*(?:[ap]\.?m\b|uhr\b|o'clock|h\b|[時时点시](?!\s?\d))))"
    r"(?:\s*(?P<ampm>[ap]\.?m\.?)|\s*uhr)?(?:\s*(?:z|utc|gmt)\b|\s?[+-]\d{2}:?\d{2}\b)?"
)
_STAMP = re.compile(
    rf"(?P<date>{_DATE})?(?P<between>[t_]|,?\s+(?:at|um|à|a las|alle|às|om)?\s*|,\s*)?(?P<time>{_TIME})",
    re.IGNORECASE,
)
_ISO_HOUR = re.compile(r"(?P<date>\d{4}-\d{2}-\d{2})[T ](?P<hour>\d{2})(?=Z|h\b|\b)(?!:)", re.IGNORECASE)
_COMPACT = re.compile(
    r"(?P<date>(?:19|20)\d{2}-?[01]\d-?[0-3]\d)[T_-](?P<hour>[0-2]\d)[-_.:]?(?P<minute>[0-5]\d)(?:[-_.:]?(?P<second>[0-5]\d))?"
)
_ONLY_DATE = re.compile(_DATE, re.IGNORECASE)
_EPOCH = re.compile(r"(?<![\w.])(?P<seconds>[12]\d{9})(?P<fraction>\d{3}|\d{6}|\d{9}|\.\d+)?(?![\w])")

_UNITS = (
    "s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|months?|y|years?"
    "|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?"
    "|secondes?|heures?|jours?|semaines?|mois|ans?"
    "|segundos?|minutos?|horas?|días?|dias?|semanas?|mes(?:es)?|años?|anos?"
    "|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]"
    "|seconden|uur|uren|dag(?:en)?|weken|maand(?:en)?|jaar"
    "|минут\\w*|секунд\\w*|час\\w*|дн\\w+|день|недел\\w+"
)
_EAST_UNITS = "秒|分钟|分鐘|分|小时|小時|時間|天|日|周|週間|个月|ヶ月|초|분|시간|일"
_BEFORE = r"vor|il y a|hace|há|for|since|seit|depuis|desde|da|updated|seen|active|idle|uptime|age|elapsed"
_AFTER = r"ago|earlier|old|before|fa|atrás|geleden|sedan|siden|temu|назад|前|전|her"
_SPAN = re.compile(
    rf"(?:\b(?:{_BEFORE})\b:?\s*)(?:an?\s+|einer?\s+|une?\s+|\d[\d.,]*\s*)(?:{_UNITS})\b(?:\s*(?:{_AFTER})\b)?"
    rf"|(?:\b(?:an?|one)\s+|\d[\d.,]*\s*)(?:{_UNITS})\s*(?:{_AFTER})\b"
    rf"|\d+\s*(?:{_EAST_UNITS})\s*(?:以?前|之前|전)"
    r"|\b(?:just now|moments? ago|right now|gerade eben|soeben|à l'instant|ahora mismo)\b"
    r"|\b(?:yesterday|gestern|hier|ayer|ieri)\b|刚刚|たった今|昨天|昨日",
    re.IGNORECASE,
)
_WINDOW = 64


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time in a text: its parts as written, "" where it does not tell them."""

    start: int
    end: int
    date: str
    hour: str
    minute: str
    second: str


def moments(text: str) -> Iterator[Moment]:
    """Every point in time in a text, whole stamps first."""
    for pattern in (_COMPACT, _STAMP, _ISO_HOUR):
        for found in pattern.finditer(text):
            parts = found.groupdict()
            half = parts.get("half") or parts.get("ampm") or ""
            minute = next((parts[k] for k in ("minute", "minute2", "minute3") if parts.get(k)), "")
            second = next((parts[k] for k in ("second", "second2") if parts.get(k)), "")
            hour = (parts["hour"] + half) if parts["hour"] else ""
            yield Moment(found.start(), found.end(), parts["date"] or "", hour, minute, second)
    for found in _ONLY_DATE.finditer(text):
        yield Moment(found.start(), found.end(), found[0], "", "", "")


def spans(text: str) -> Sequence[tuple[int, int]]:
    """Where a text says how long ago something was."""
    return [found.span() for found in _SPAN.finditer(text)]


def epochs(text: str) -> Iterator[tuple[int, int, float]]:
    """Numbers that may be seconds (or thousandths ...) since 1970: start, end, seconds."""
    for found in _EPOCH.finditer(text):
        yield found.start(), found.end(), float(found["seconds"])


def window(text: str, at: int) -> tuple[str, int]:
    """The text around a place, and where the place is in it."""
    start = max(0, at - _WINDOW)
    return text[start : at + _WINDOW], at - start


def told_apart(old: Moment, new: Moment) -> str | None:
    """`clock` where two moments differ within the hour, `date-rollover` where they do not; None for the same."""
    if (old.date, old.hour, old.minute, old.second) == (new.date, new.hour, new.minute, new.second):
        return None
    within = (old.minute, old.second) != (new.minute, new.second)
    whole_hours = {old.minute, new.minute, old.second or "00", new.second or "00"} <= {"00"}
    if within or (old.hour != new.hour and old.minute and not whole_hours):
        return "clock"
    return "date-rollover"
