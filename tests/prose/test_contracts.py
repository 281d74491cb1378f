"""Every room states who may import whom: a package without an import contract grows circles unnoticed."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_ORDER = {"__init__", "apps", "management", "migrations"}  # Django's own places: nobody imports them

CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]


def modules(room: Path) -> set[str]:
    return {
        path.stem for path in room.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    } - WITHOUT_ORDER


ROOMS = sorted(path for path in (ROOT / "memoryweb").iterdir() if (path / "__init__.py").exists())


def contract_orders(contract: dict[str, Any], package: str) -> bool:
    """Return whether a layers contract is about the inside of this package."""
    inside = any(
        module.strip(" ()").startswith(f"{package}.") for layer in contract["layers"] for module in layer.split("|")
    )
    return package in contract.get("containers", []) or inside


@pytest.mark.parametrize("room", [room for room in ROOMS if len(modules(room)) > 1], ids=lambda room: room.name)
def test_every_room_with_several_modules_has_a_contract(room: Path) -> None:
    layered = [contract for contract in CONTRACTS if contract["type"] == "layers"]
    assert any(contract_orders(contract, f"memoryweb.{room.name}") for contract in layered)


def test_the_contract_of_the_rooms_leaves_nothing_out() -> None:
    """The frame too: an exhaustive contract fails for each module or package that it does not name."""
    (whole,) = [contract for contract in CONTRACTS if contract.get("containers") == ["memoryweb"]]
    assert whole["exhaustive"]
    assert "exhaustive_ignores" not in whole
