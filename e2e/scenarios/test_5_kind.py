"""Scenario 5: what an API server with the gate on rejects for a stock autoscaler, our kind rejects too, and says where.

Both answers come from one real server; the specs are recorded ones.
"""

from typing import Any, Final

import pytest

from e2e.control_plane.api import Answer, Api
from e2e.control_plane.cluster import Cluster
from e2e.control_plane.manifests import Installed
from e2e.scenarios.objects import stock_autoscaler, zero_autoscaler
from e2e.scenarios.recordings import creations, table

_STOCK: Final = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers"
_ZERO: Final = "/apis/lagzero.dev/v1alpha1/namespaces/default/zeropodautoscalers"
_REJECTED, _ACCEPTED = 60, 20


_CASES: Final = table(rejected=_REJECTED, accepted=_ACCEPTED)


def test_the_table_is_long_enough() -> None:
    assert len(_CASES) == _REJECTED + _ACCEPTED


@pytest.mark.parametrize("case", _CASES, ids=[each["id"] for each in _CASES])
def test_our_kind_takes_what_the_stock_one_takes(gated: Cluster, gated_installed: Installed, case: Any) -> None:  # noqa: ANN401 - a spec is any JSON
    assert gated_installed.overlay.is_dir()
    stock, ours = _try(gated.admin, case["spec"])
    assert (stock.code, ours.code) in {(201, 201), (422, 422)}, f"{stock.text}\n{ours.text}"
    if ours.code == 422:
        assert _names_a_field(_fields(stock), _fields(ours)), f"{stock.text}\n{ours.text}"


def test_our_kind_agrees_on_every_recording(
    gated: Cluster, gated_installed: Installed, request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("--long"):
        pytest.skip("the table above is the short form of this; --long tries all recordings")
    assert gated_installed.overlay.is_dir()
    answers = [(each["id"], *_try(gated.admin, each["spec"])) for each in creations()]
    assert [name for name, stock, ours in answers if stock.code != ours.code] == []


def _try(api: Api, spec: dict[str, Any]) -> tuple[Answer, Answer]:
    """The server's answers to a stock autoscaler and to one of ours with this spec; nothing is stored."""
    stock = {**stock_autoscaler("default", least=1), "spec": spec}
    ours = {**zero_autoscaler("default"), "spec": spec}
    return api.post(_STOCK, stock, dryRun="All"), api.post(_ZERO, ours, dryRun="All")


def _fields(answer: Answer) -> set[str]:
    return {each.get("field", "") for each in answer.body["details"].get("causes", [])}


def _names_a_field(theirs: set[str], ours: set[str]) -> bool:
    """Whether a field of ours is one of theirs, or lies around it or within it."""
    return any(
        a == b or a.startswith((f"{b}.", f"{b}[")) or b.startswith((f"{a}.", f"{a}[")) for a in theirs for b in ours
    )
