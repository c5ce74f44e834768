"""Scenario 10, lists and watches: what the sandbox claims about them holds on the real API server too."""

from itertools import islice
from typing import Any, Final

from e2e.scenarios.objects import zero_autoscaler
from e2e.scenarios.peers import Peer, created

_CONFIG_MAPS: Final = "v1/configmaps"
_ZERO: Final = "lagzero.dev/v1alpha1/zeropodautoscalers"


def test_a_watch_tells_of_each_change_in_its_order(peer: Peer) -> None:
    path = peer.path(_CONFIG_MAPS)
    start = _version(peer)
    created(peer.api.post(path, _config_map()))
    created(peer.api.patch(f"{path}/a", {"data": {"x": "1"}}))
    peer.api.delete(f"{path}/a")
    events = peer.api.watch(path, resourceVersion=start, fieldSelector="metadata.name=a")
    assert [event["type"] for event in islice(events, 3)] == ["ADDED", "MODIFIED", "DELETED"]


def test_an_object_that_leaves_the_selection_is_deleted_for_the_watcher(peer: Peer) -> None:
    path = peer.path(_CONFIG_MAPS)
    first = created(peer.api.post(path, _config_map(tier="back")))
    created(peer.api.patch(f"{path}/a", {"metadata": {"labels": {"tier": "front"}}}))
    version = first["metadata"]["resourceVersion"]
    events = peer.api.watch(path, resourceVersion=version, labelSelector="tier=back")
    assert next(events)["type"] == "DELETED"


def test_initial_events_end_with_an_annotated_bookmark(peer: Peer) -> None:
    path = peer.path(_CONFIG_MAPS)
    created(peer.api.post(path, _config_map(tier="back")))
    wish = {"sendInitialEvents": "true", "allowWatchBookmarks": "true", "resourceVersionMatch": "NotOlderThan"}
    seen = list(islice(peer.api.watch(path, labelSelector="tier=back", seconds=20, **wish), 2))
    assert [event["type"] for event in seen] == ["ADDED", "BOOKMARK"]
    assert seen[1]["object"]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}


def test_a_bookmark_comes_before_the_watch_ends(peer: Peer) -> None:
    path = peer.path(_CONFIG_MAPS)
    wish = {"allowWatchBookmarks": "true", "fieldSelector": "metadata.name=none"}
    event = next(peer.api.watch(path, seconds=10, resourceVersion=_version(peer), **wish))
    assert (event["type"], event["object"]["kind"]) == ("BOOKMARK", "ConfigMap")


def test_a_watch_from_too_old_a_version_gets_an_error_event(peer: Peer) -> None:
    created(peer.api.post(peer.path(_ZERO), zero_autoscaler(peer.namespace)))
    peer.forget_history()
    event = next(peer.api.watch(peer.path(_ZERO), resourceVersion="1"))
    assert (event["type"], event["object"]["code"], event["object"]["reason"]) == ("ERROR", 410, "Expired")


def test_a_watch_ends_after_its_timeout(peer: Peer) -> None:
    events = peer.api.watch(peer.path(_CONFIG_MAPS), seconds=1, fieldSelector="metadata.name=none")
    assert list(events) == []


def test_a_long_list_comes_in_pieces_of_one_version(peer: Peer) -> None:
    path = peer.path(_CONFIG_MAPS)
    for number in range(3):
        created(peer.api.post(path, _config_map(f"m{number}", tier="back")))
    first = peer.api.get(path, limit="2", labelSelector="tier=back").body
    rest = peer.api.get(path, limit="2", labelSelector="tier=back", **{"continue": first["metadata"]["continue"]}).body
    names = [each["metadata"]["name"] for each in first["items"] + rest["items"]]
    assert names == ["m0", "m1", "m2"]
    assert first["metadata"]["resourceVersion"] == rest["metadata"]["resourceVersion"]


def _version(peer: Peer) -> str:
    version: str = peer.api.get(peer.path(_CONFIG_MAPS)).body["metadata"]["resourceVersion"]
    return version


def _config_map(name: str = "a", **labels: str) -> dict[str, Any]:
    return {"metadata": {"name": name, "labels": labels}}
