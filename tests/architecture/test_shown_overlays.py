"""The overlays that the documentation tells a reader to write can be built, and mean what is said of them."""

import os
from pathlib import Path

import pytest
import yaml

from tests.architecture.kustomize import build
from tests.architecture.manifests import MANIFESTS, containers_of, of_kind, pod_spec
from tests.architecture.pages import yaml_blocks
from tests.architecture.tree import ROOT, name_of

PAGES = (ROOT / "README.md", MANIFESTS / "README.md")
_RULES = (MANIFESTS / "examples/rules.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_an_overlay_that_is_shown_brings_the_image_the_prometheus_and_the_rules(page: Path, tmp_path: Path) -> None:
    built = build(_written(tmp_path, {"rules.yaml": _RULES, **_files(page)}))
    maps = {each["metadata"]["name"].rpartition("-")[0]: each["data"] for each in of_kind("ConfigMap", built)}
    assert {"registry.example/lagzero:0.1.0"} == {each["image"] for each in containers_of(built)}
    assert "monitoring" in maps["lagzero-settings"]["PROMETHEUS_URL"]
    assert "queue_consumer_lag" in maps["lagzero-rules"]["rules.yaml"]


def test_the_patch_for_many_autoscalers_sizes_the_scaler_alone(tmp_path: Path) -> None:
    page = MANIFESTS / "README.md"
    [patch] = [block.text for block in yaml_blocks(page) if "priorityClassName" in block.text]
    files = _files(page)
    files["kustomization.yaml"] += patch
    built = build(_written(tmp_path, {"rules.yaml": _RULES, **files}))
    limits = {each["name"]: each["resources"]["limits"]["memory"] for each in containers_of(built)}
    [deployment] = of_kind("Deployment", built)
    assert {"adapter": "256Mi", "scaler": "1Gi"} == limits
    assert "system-cluster-critical" == pod_spec(deployment)["priorityClassName"]


def test_without_the_apiservice_nothing_else_is_missing(tmp_path: Path) -> None:
    [block] = [each.text for each in yaml_blocks(ROOT / "docs/prometheus-adapter.md") if "$patch: delete" in each.text]
    files = _files(MANIFESTS / "README.md")
    with_it = build(_written(tmp_path / "with", {"rules.yaml": _RULES, **files}))
    files["kustomization.yaml"] += "".join(line[3:] + "\n" for line in block.splitlines())
    without = build(_written(tmp_path / "without", {"rules.yaml": _RULES, **files}))
    assert [each for each in with_it if each["kind"] != "APIService"] == without


def _files(page: Path) -> dict[str, str]:
    """The blocks whose first line says which file of `my-cluster/` they are."""
    named = [block.text.partition("\n") for block in yaml_blocks(page) if block.text.startswith("# my-cluster/")]
    return {first.removeprefix("# my-cluster/"): text for first, _, text in named}


def _written(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    manifests = os.path.relpath(MANIFESTS, folder.resolve())
    for name, text in files.items():
        (folder / name).write_text(text.replace("../manifests", manifests), encoding="utf-8")
    assert yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    return folder
