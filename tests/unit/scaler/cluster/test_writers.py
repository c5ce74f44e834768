"""Claims about `scaler.cluster.writers`: whose count is it, by managedFields as API servers write them."""

import pytest

from adapter.kube.meta import ManagedFieldsEntry
from scaler.algorithm.model import UNKNOWN_WRITER, ReplicasWriter, WriterKind
from scaler.cluster.writers import FIELD_MANAGER, NOBODY_NOTED, replicas_writer
from tests.support.builders import after

REPLICAS: dict[str, object] = {"f:spec": {"f:replicas": {}}}
EARLIER, LATER = "2026-01-01T12:00:00Z", "2026-01-01T12:05:00Z"
STOCK = "kube-controller-manager"


def entry(
    manager: str,
    time: str | None = EARLIER,
    *,
    fields: dict[str, object] = REPLICAS,
    operation: str = "Update",
    subresource: str = "scale",
) -> ManagedFieldsEntry:
    return ManagedFieldsEntry(
        manager=manager,
        operation=operation,
        api_version="autoscaling/v1",
        time=time,
        fields_type="FieldsV1",
        fields_v1=fields,
        subresource=subresource,
    )


@pytest.mark.parametrize(
    ("manager", "kind"),
    [
        (FIELD_MANAGER, WriterKind.OURS),
        (STOCK, WriterKind.STOCK),
        ("kubectl", WriterKind.OTHER),
        ("argocd-controller", WriterKind.OTHER),
        ("lagzero-scaler-2", WriterKind.OTHER),
        ("", WriterKind.OTHER),
    ],
)
def test_the_owner_of_the_count_is_its_writer(manager: str, kind: WriterKind) -> None:
    expected = ReplicasWriter(kind=kind, manager=manager, at=after(0))
    assert expected == replicas_writer([entry(manager)])


@pytest.mark.parametrize("subresource", ["scale", ""])
@pytest.mark.parametrize("operation", ["Update", "Apply"])
def test_it_does_not_matter_how_the_count_was_written(operation: str, subresource: str) -> None:
    written = entry("kubectl", operation=operation, subresource=subresource)
    assert WriterKind.OTHER is replicas_writer([written]).kind


def test_a_count_without_an_owner_was_written_by_somebody_else() -> None:
    template: dict[str, object] = {"f:spec": {"f:template": {"f:spec": {}}}}
    assert NOBODY_NOTED == replicas_writer([entry("kubectl", fields=template)])


def test_without_managed_fields_nobody_is_known() -> None:
    assert UNKNOWN_WRITER == replicas_writer([])


def test_one_who_owns_only_the_status_is_no_writer() -> None:
    status: dict[str, object] = {"f:status": {"f:replicas": {}}}
    entries = [entry(FIELD_MANAGER), entry(STOCK, LATER, fields=status, subresource="status")]
    assert WriterKind.OURS is replicas_writer(entries).kind


def test_a_count_that_we_and_an_applier_own_is_the_appliers() -> None:
    entries = [entry(FIELD_MANAGER, LATER), entry("gitops", EARLIER, operation="Apply", subresource="")]
    assert (WriterKind.OTHER, "gitops") == (replicas_writer(entries).kind, replicas_writer(entries).manager)


def test_a_count_that_we_and_the_stock_controller_own_is_the_stock_controllers() -> None:
    assert WriterKind.STOCK is replicas_writer([entry(STOCK), entry(FIELD_MANAGER, LATER)]).kind


def test_of_several_others_the_latest_is_the_writer() -> None:
    entries = [entry("gitops", LATER, operation="Apply"), entry("kubectl", EARLIER, operation="Apply")]
    assert "gitops" == replicas_writer(entries).manager


def test_the_order_of_the_entries_does_not_matter() -> None:
    entries = [entry("gitops", LATER), entry("kubectl", EARLIER), entry(FIELD_MANAGER, LATER)]
    assert replicas_writer(entries) == replicas_writer(entries[::-1])


@pytest.mark.parametrize("time", [None, "yesterday", ""])
def test_a_time_that_cannot_be_read_is_none(time: str | None) -> None:
    assert ReplicasWriter(kind=WriterKind.OTHER, manager="kubectl") == replicas_writer([entry("kubectl", time)])
