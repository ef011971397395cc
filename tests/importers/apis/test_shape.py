import pytest

from importers.apis.shape import as_object, count, details, objects, text


@pytest.mark.parametrize("odd", [None, 3, "x", [1], True])
def test_a_wrong_type_reads_as_absence(odd: object) -> None:
    fields = {"k": odd}
    assert text(fields, "k") == (odd if isinstance(odd, str) else None)
    assert count(fields, "k") == (3 if odd == 3 else None)
    assert details(fields, "k") == as_object(odd) == {}
    assert objects(fields, "k") == []


def test_of_an_alias_one_is_taken() -> None:
    assert count({"a": None, "b": 2, "c": 2}, "a", "b", "c") == 2
    assert count({"a": 0, "b": 2}, "a", "b") == 0


def test_of_a_list_the_objects_are_taken() -> None:
    assert objects({"k": [1, {"a": 1}, None]}, "k") == [{"a": 1}]


@pytest.mark.parametrize("odd", [-1, 1.5, 10**15, 2**64, "3", float("inf")])
def test_what_nothing_can_be_counted_to_is_no_count(odd: object) -> None:
    assert count({"tokens": odd}, "tokens") is None
    assert count({"tokens": odd, "alias": 3}, "tokens", "alias") == 3
