import subprocess
import sys

import pytest

import pricing


def loaded_after(statement: str) -> set[str]:
    """The modules a fresh interpreter has loaded once it ran `statement`."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(found.stdout.split())


def test_importing_the_package_loads_no_catalogue() -> None:
    assert not {"genai_prices", "msgspec", "pandas"} & loaded_after("import pricing")


def test_looking_up_rules_loads_no_catalogue() -> None:
    loaded = loaded_after("from pricing.profiles import profile_for; profile_for('', '', 'm')")
    assert "genai_prices" not in loaded


def test_a_name_the_package_does_not_have_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'prices'"):
        pricing.prices  # noqa: B018
