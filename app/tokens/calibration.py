"""Learning from the provider's own counts.

An estimate is off by a factor that depends on the tokenizer and on what is being written: prose, code,
JSON. A provider reports the true count with every response, so the factor is followed with a moving
average. One report far from what was expected (a side call, a broken emitter, tokens of hidden tools) must
not spoil it: it is set aside, and believed only when the next report agrees with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

WEIGHT = 0.3  # of the newest report in the average
FAR = 1.6  # times more or less than expected
AGREES = 1.25  # times more or less than the report set aside


@dataclass(frozen=True, slots=True)
class Calibration:
    """`factor` = true tokens per raw estimated token, after `reports` believed reports of one model.

    `set_aside` is the factor of a far report that waits for the next to confirm it.
    """

    factor: float = 1.0
    reports: int = 0
    set_aside: float | None = None

    def corrected(self, estimated: float, reported: int | None) -> Calibration:
        """What is believed after a report of `reported` tokens for content estimated, raw, at `estimated`.

        A report of nothing (None, 0) or for nothing teaches nothing.
        """
        if not reported or reported < 0 or estimated <= 0:
            return self
        seen = reported / estimated
        if _within(seen, self.factor, FAR):
            weight = WEIGHT if self.reports else 1.0
            return Calibration(self.factor + weight * (seen - self.factor), self.reports + 1)
        if self.set_aside is not None and _within(seen, self.set_aside, AGREES):
            return Calibration(seen, self.reports + 1)
        return replace(self, set_aside=seen)


def _within(a: float, b: float, times: float) -> bool:
    return b / times <= a <= b * times


def next_prompt(reported: int, appended: float, calibration: Calibration) -> int:
    """Tokens of the next request: the last one as reported, and what was appended since.

    `appended` is the raw estimate of the appended blocks.
    """
    return reported + round(appended * calibration.factor)
