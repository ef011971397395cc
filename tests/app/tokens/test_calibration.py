import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tokens import Calibration, next_prompt


def after(*ratios):
    calibration = Calibration()
    for ratio in ratios:
        calibration = calibration.corrected(1000, round(1000 * ratio))
    return calibration


def test_the_first_report_is_believed_at_once():
    assert after(1.3) == Calibration(1.3, 1)


def test_later_reports_move_the_average_a_part_of_the_way():
    assert after(1.0, 1.1).factor == pytest.approx(1.03)


def test_one_far_outlier_changes_nothing():
    assert after(1.0, 5.0).factor == 1.0
    assert after(1.0, 0.1).factor == 1.0
    assert after(5.0).factor == 1.0


def test_an_outlier_is_forgotten_when_the_next_report_is_as_expected():
    calibration = after(1.0, 5.0, 1.0)
    assert (calibration.factor, calibration.set_aside) == (1.0, None)
    assert after(1.0, 5.0, 1.0, 5.0).factor == 1.0


def test_an_outlier_that_repeats_is_believed():
    assert after(1.0, 5.0, 5.2) == Calibration(5.2, 2)


def test_two_outliers_that_disagree_confirm_nothing():
    assert after(1.0, 5.0, 9.0).factor == 1.0
    assert after(1.0, 5.0, 9.0).set_aside == 9.0


@pytest.mark.parametrize(("estimated", "reported"), [(0, 100), (100, 0), (100, None), (100, -5)])
def test_a_report_of_nothing_teaches_nothing(estimated, reported):
    assert Calibration(1.2, 3).corrected(estimated, reported) == Calibration(1.2, 3)


def test_the_next_prompt_is_the_reported_one_and_what_was_appended():
    assert next_prompt(10_000, 400, Calibration(1.25, 1)) == 10_500
    assert next_prompt(10_000, 0, Calibration()) == 10_000


@given(st.floats(0.7, 1.5), st.integers(1, 40))
def test_steady_reports_are_learned(ratio, times):
    calibration = Calibration()
    for _ in range(times):
        calibration = calibration.corrected(10_000, round(10_000 * ratio))
    assert calibration.factor == pytest.approx(ratio, rel=1e-3)


@given(st.lists(st.floats(0.01, 100), max_size=30))
def test_the_factor_stays_among_what_was_reported(ratios):
    seen = [1.0, *(max(1, round(1000 * ratio)) / 1000 for ratio in ratios)]
    calibration = Calibration()
    for ratio in ratios:
        calibration = calibration.corrected(1000, max(1, round(1000 * ratio)))
    assert min(seen) - 1e-9 <= calibration.factor <= max(seen) + 1e-9
