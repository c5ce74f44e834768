from datetime import UTC, datetime, timedelta, timezone

import msgspec
import pytest

from adapter.kube.meta import (
    ListMeta,
    ManagedFieldsEntry,
    NamespacedName,
    ObjectMeta,
    TimestampError,
    field_managers,
    format_micro_time,
    format_time,
    parse_time,
)

REPLICAS = ("f:spec", "f:replicas")


def entry(manager: str, fields: dict[str, object]) -> ManagedFieldsEntry:
    return ManagedFieldsEntry(manager=manager, fields_v1=fields)


def managers_of(entries: list[ManagedFieldsEntry], *path: str) -> list[str]:
    return [found.manager for found in field_managers(entries, path)]


def test_metadata_is_read_by_the_names_on_the_wire() -> None:
    body = b'{"name":"w","namespace":"q","resourceVersion":"7","creationTimestamp":null,"selfLink":"unknown"}'

    meta = msgspec.json.decode(body, type=ObjectMeta)

    assert ObjectMeta(name="w", namespace="q", resource_version="7") == meta


def test_metadata_writes_only_what_is_set() -> None:
    meta = ObjectMeta(name="w", labels={"a": "1"}, managed_fields=(ManagedFieldsEntry(manager="m", api_version="v1"),))

    assert (
        msgspec.json.encode(meta)
        == b'{"name":"w","labels":{"a":"1"},"managedFields":[{"manager":"m","apiVersion":"v1"}]}'
    )


def test_what_a_replace_must_not_lose_survives_reading_and_writing() -> None:
    body = (
        b'{"deletionGracePeriodSeconds":0,"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u",'
        b'"controller":true,"blockOwnerDeletion":false}],"finalizers":["f"]}'
    )

    assert body == msgspec.json.encode(msgspec.json.decode(body, type=ObjectMeta))


def test_a_list_names_its_version_and_its_next_page() -> None:
    body = b'{"resourceVersion":"7","continue":"abc","remainingItemCount":3}'

    assert ListMeta(resource_version="7", continue_="abc") == msgspec.json.decode(body, type=ListMeta)


def test_an_object_lives_at_its_namespace_and_name() -> None:
    assert str(ObjectMeta(name="w", namespace="q").key) == "q/w"


def test_places_are_ordered_by_namespace_first() -> None:
    assert NamespacedName("a", "z") < NamespacedName("b", "a")


def test_every_entry_that_lists_a_field_owns_it() -> None:
    entries = [
        entry("kubectl", {"f:spec": {"f:replicas": {}, "f:template": {}}}),
        entry("controller", {"f:status": {"f:replicas": {}}}),
        entry("lagzero", {"f:spec": {"f:replicas": {}}}),
    ]

    assert managers_of(entries, *REPLICAS) == ["kubectl", "lagzero"]


def test_fields_read_from_the_wire_are_found() -> None:
    body = b'{"managedFields":[{"manager":"m","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}}]}'

    meta = msgspec.json.decode(body, type=ObjectMeta)

    assert meta.managed_fields == field_managers(meta.managed_fields, REPLICAS)


def test_who_owns_a_parent_as_a_whole_owns_what_is_in_it() -> None:
    assert managers_of([entry("m", {"f:spec": {"f:selector": {}}})], "f:spec", "f:selector", "f:matchLabels") == ["m"]


def test_who_owns_a_child_does_not_own_its_parent() -> None:
    assert (
        managers_of([entry("m", {"f:metadata": {"f:annotations": {"f:a": {}}}})], "f:metadata", "f:annotations") == []
    )


def test_who_lists_a_parent_itself_owns_it() -> None:
    entries = [entry("m", {"f:metadata": {"f:annotations": {".": {}, "f:a": {}}}})]

    assert managers_of(entries, "f:metadata", "f:annotations") == ["m"]


@pytest.mark.parametrize("fields", [{}, {"f:spec": "strange"}, {"f:spec": {"f:replicas": "strange"}}, {"f:other": {}}])
def test_fields_that_do_not_lead_there_own_nothing(fields: dict[str, object]) -> None:
    assert managers_of([entry("m", fields)], *REPLICAS) == []


def test_an_empty_path_is_owned_by_nobody() -> None:
    assert managers_of([entry("m", {".": {}})]) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-02T03:04:05Z", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("2026-01-02T03:04:05.678901Z", datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)),
        ("2026-01-02T03:04:05.123456789Z", datetime(2026, 1, 2, 3, 4, 5, 123456, tzinfo=UTC)),
        ("2026-01-02T03:04:05+02:00", datetime(2026, 1, 2, 1, 4, 5, tzinfo=UTC)),
    ],
)
def test_a_time_is_read_in_utc(text: str, expected: datetime) -> None:
    assert (expected, UTC) == (parse_time(text), parse_time(text).tzinfo)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-02",
        "2026-01-02T03:04:05",
        "2026-01-02 03:04:05Z",
        "2026-13-02T03:04:05Z",
        "0001-01-01T00:00:00+01:00",
        "now",
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(TimestampError):
        parse_time(text)


def test_a_time_is_written_in_whole_seconds() -> None:
    assert format_time(datetime(2026, 1, 2, 3, 4, 5, 999999, tzinfo=UTC)) == "2026-01-02T03:04:05Z"


def test_a_micro_time_always_has_six_digits() -> None:
    assert format_micro_time(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) == "2026-01-02T03:04:05.000000Z"


def test_a_time_of_another_zone_is_written_in_utc() -> None:
    at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=2)))

    assert format_time(at) == "2026-01-02T01:04:05Z"


def test_a_time_without_a_zone_is_not_written() -> None:
    with pytest.raises(TimestampError, match="no zone"):
        format_time(datetime(2026, 1, 2, tzinfo=UTC).replace(tzinfo=None))


def test_an_empty_parent_says_nothing_where_somebody_lists_the_field() -> None:
    """What is left of the creator's entry when another took over the only field of a custom resource's spec."""
    creator, scaler = entry("kubectl", {"f:spec": {}}), entry("lagzero-scaler", {"f:spec": {"f:size": {}}})
    found = (managers_of([creator, scaler], "f:spec", "f:size"), managers_of([creator], "f:spec", "f:size"))
    assert (["lagzero-scaler"], ["kubectl"]) == found
