"""What the documentation and the manifests show works as it stands: rules, autoscalers, overlays and patches."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from adapter.externalmetrics.lint import Report, RulesText, lint
from adapter.externalmetrics.lintfindings import Severity
from scaler.cli.validate import validate
from tests.architecture.manifests import MANIFESTS
from tests.architecture.pages import GUIDES, Shown, yaml_blocks
from tests.architecture.tree import name_of

RULES = sorted(MANIFESTS.rglob("rules.yaml"))
QUEUES = sorted((MANIFESTS / "examples/queues").iterdir())
AUTOSCALERS = sorted([MANIFESTS / "examples/worker.yaml", *(MANIFESTS / "examples/queues").rglob("autoscaler.yaml")])
_NOTHING_TO_SAY = "0 warnings"
# A page shows a block of an autoscaler alone; this is the rest of it.
_AROUND = """\
apiVersion: lagzero.dev/v1alpha1
kind: ZeroPodAutoscaler
metadata: {name: worker, namespace: jobs}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
  minReplicas: 0
  maxReplicas: 10
  metrics: [{type: External, external: {metric: {name: lag}, target: {type: AverageValue, averageValue: "30"}}}]
"""


def _blocks(key: str) -> list[Shown]:
    return [block for page in GUIDES for block in yaml_blocks(page) if key in _keys(block)]


def _keys(block: Shown) -> set[str]:
    documents = yaml.safe_load_all(block.text)
    return {key for document in documents if isinstance(document, dict) for key in document}


@pytest.mark.parametrize("file", RULES, ids=name_of)
def test_rules_of_the_manifests_leave_the_linter_nothing_to_say(file: Path) -> None:
    assert [] == list(_said(_linted(file)))


@pytest.mark.parametrize("folder", QUEUES, ids=name_of)
def test_a_queues_autoscaler_asks_for_what_its_rules_serve(folder: Path) -> None:
    report = _linted(*sorted(folder.glob("*.yaml")))
    assert [] == list(_said(report))
    assert report.entries > 0


@pytest.mark.parametrize("block", _blocks("externalRules"), ids=str)
def test_rules_on_a_page_are_served(block: Shown) -> None:
    report = lint([RulesText(source=str(block), text=block.text)], scrape_interval=timedelta(seconds=30))
    assert (True, []) == (report.loads, [text for text in _said(report) if Severity.ERROR in text])


@pytest.mark.parametrize("file", AUTOSCALERS, ids=name_of)
def test_autoscalers_of_the_examples_are_valid(file: Path) -> None:
    result = CliRunner().invoke(validate, [str(file)], catch_exceptions=False)
    assert (0, True) == (result.exit_code, _NOTHING_TO_SAY in result.stdout), result.output


@pytest.mark.parametrize("block", [block for block in _blocks("kind") if "Autoscaler" in block.text], ids=str)
def test_autoscalers_on_a_page_are_valid(block: Shown) -> None:
    result = CliRunner().invoke(validate, ["-"], input=block.text, catch_exceptions=False)
    assert (0, True) == (result.exit_code, _NOTHING_TO_SAY in result.stdout), result.output


@pytest.mark.parametrize("block", _blocks("zero"), ids=str)
def test_a_block_zero_on_a_page_is_valid(block: Shown) -> None:
    text = _AROUND + "".join(f"  {line}\n" for line in block.text.splitlines())
    result = CliRunner().invoke(validate, ["-"], input=text, catch_exceptions=False)
    assert 0 == result.exit_code, result.output


def _linted(*files: Path) -> Report:
    texts = [RulesText(source=name_of(file), text=file.read_text(encoding="utf-8")) for file in files]
    return lint(texts, scrape_interval=timedelta(seconds=30))


def _said(report: Report) -> Iterator[str]:
    for finding in report.findings:
        yield f"{finding.place}: {finding.severity}: {finding.message}"
