"""The alert rules as promtool reads them: they parse, they fire when they should, and at no other time."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.architecture.tree import ROOT

HERE = Path(__file__).parent
RULES = sorted((ROOT / "manifests/components/monitoring/rules").glob("*.yaml"))
every_file = pytest.mark.parametrize("rules", RULES, ids=lambda path: path.stem)


@every_file
def test_the_rules_are_well_formed(rules: Path) -> None:
    assert "SUCCESS" in _promtool("check", "rules", str(rules))


@every_file
def test_each_alert_fires_when_it_should(rules: Path, tmp_path: Path) -> None:
    document = yaml.safe_load(rules.read_text(encoding="utf-8"))
    for rule in document["groups"][0]["rules"]:
        rule["annotations"] = {"summary": rule["annotations"]["summary"]}
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / rules.name).write_text(yaml.safe_dump(document))
    tests = tmp_path / rules.name
    tests.write_text((HERE / rules.name).read_text(encoding="utf-8"))
    assert "FAILED" not in _promtool("test", "rules", str(tests))


@every_file
@pytest.mark.parametrize("fires", [True, False], ids=["fires", "does not fire"])
def test_each_alert_has_a_case_in_which_it(*, fires: bool, rules: Path) -> None:
    alerts = {rule["alert"] for rule in yaml.safe_load(rules.read_text(encoding="utf-8"))["groups"][0]["rules"]}
    cases = yaml.safe_load((HERE / rules.name).read_text(encoding="utf-8"))["tests"]
    tried = [each for case in cases for each in case["alert_rule_test"]]
    assert alerts == {each["alertname"] for each in tried if bool(each["exp_alerts"]) is fires}


def _promtool(*arguments: str) -> str:
    """What it says; without the program a test fails in CI and is skipped elsewhere, with the reason."""
    binary = shutil.which("promtool")
    if binary is None:
        reason = "needs the program `promtool` on PATH (Debian package prometheus)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    done = subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=60, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said
