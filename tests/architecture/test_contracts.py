"""The table of stages, the stages and the import contracts speak of the same modules."""

import re
import tomllib
from typing import Any

import pytest

from tests.architecture.tree import ROOT

CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]


def test_the_table_of_stages_is_the_contract_that_keeps_them_apart() -> None:
    [stages] = [contract["modules"] for contract in CONTRACTS if contract["type"] == "independence"]
    table = (ROOT / "scaler/algorithm/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)\.py` \|", table, flags=re.MULTILINE)
    assert stages == [f"scaler.algorithm.{stage}" for stage in rows]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract["name"])
def test_every_module_that_a_contract_names_exists(contract: dict[str, Any]) -> None:
    """A contract over a module that was renamed would hold for ever."""
    named = [*contract.get("source_modules", []), *contract.get("modules", []), *_layers(contract)]
    assert [] == [module for module in named if not _exists(module)]


def test_every_module_of_the_algorithm_is_in_its_readme() -> None:
    readme = (ROOT / "scaler/algorithm/README.md").read_text(encoding="utf-8")
    files = sorted(file.name for file in (ROOT / "scaler/algorithm").glob("*.py") if file.name != "__init__.py")
    assert [] == [file for file in files if f"`{file}`" not in readme]


def _layers(contract: dict[str, Any]) -> list[str]:
    return [name.strip() for layer in contract.get("layers", []) for name in layer.split("|")]


def _exists(module: str) -> bool:
    path = ROOT / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
