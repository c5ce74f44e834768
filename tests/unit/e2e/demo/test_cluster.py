import msgspec

from e2e.demo.cluster import Deployment


def _deployment(*managed_fields: dict[str, str]) -> Deployment:
    return msgspec.convert({"metadata": {"managedFields": managed_fields}, "spec": {"replicas": 0}}, Deployment)


def test_the_latest_write_through_scale_tells_who_scaled() -> None:
    seen = _deployment(
        {"manager": "kubectl", "subresource": "scale", "time": "2026-01-02T03:04:06Z"},
        {"manager": "lagzero-scaler", "subresource": "scale", "time": "2026-01-02T03:04:05Z"},
        {"manager": "kube-controller-manager", "subresource": "status", "time": "2026-01-02T03:04:07Z"},
    )
    assert "kubectl" == seen.scaled_by


def test_nobody_scaled_what_was_only_created() -> None:
    assert "" == _deployment({"manager": "demo", "time": "2026-01-02T03:04:05Z"}).scaled_by


def test_zero_replicas_are_read_as_zero_and_none_as_one() -> None:
    documents = (b'{"spec": {"replicas": 0}}', b'{"spec": {}}')
    assert [0, 1] == [msgspec.json.decode(document, type=Deployment).spec.replicas for document in documents]
