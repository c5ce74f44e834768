"""What a watch tells: changes in order, bookmarks, and when it is too late to ask."""

from tests.contracts.sandbox.api import Api
from tests.contracts.sandbox.manifests import config_map


async def test_a_watch_tells_of_each_change(api: Api) -> None:
    path = api.path("v1", "configmaps")
    start = (await api.get(path)).body["metadata"]["resourceVersion"]
    async with api.watch(path, resourceVersion=start) as events:
        await api.post(path, config_map("a"))
        await api.patch(f"{path}/a", {"data": {"x": "1"}})
        await api.delete(f"{path}/a")
        seen = [(await anext(events))["type"] for _ in range(3)]
    assert seen == ["ADDED", "MODIFIED", "DELETED"]


async def test_a_watch_from_an_earlier_version_tells_what_happened_since(api: Api) -> None:
    path = api.path("v1", "configmaps")
    created = (await api.post(path, config_map("a"))).body
    await api.patch(f"{path}/a", {"data": {"x": "1"}})
    async with api.watch(path, resourceVersion=created["metadata"]["resourceVersion"]) as events:
        event = await anext(events)
    assert (event["type"], event["object"]["data"]) == ("MODIFIED", {"x": "1"})


async def test_a_watch_from_nowhere_begins_with_what_there_is(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    async with api.watch(api.path("v1", "configmaps")) as events:
        event = await anext(events)
    assert (event["type"], event["object"]["metadata"]["name"]) == ("ADDED", "a")


async def test_a_watch_over_all_namespaces_sees_each(api: Api) -> None:
    async with api.watch("/api/v1/configmaps", fieldSelector=f"metadata.namespace={api.namespace}") as events:
        await api.post(api.path("v1", "configmaps"), config_map("a"))
        event = await anext(events)
    assert event["object"]["metadata"]["namespace"] == api.namespace


async def test_an_object_that_leaves_the_selection_is_deleted_for_the_watcher(api: Api) -> None:
    path = api.path("v1", "configmaps")
    created = (await api.post(path, config_map("a", {"tier": "back"}))).body
    start = created["metadata"]["resourceVersion"]
    async with api.watch(path, resourceVersion=start, labelSelector="tier=back") as events:
        await api.patch(f"{path}/a", {"metadata": {"labels": {"tier": "front"}}})
        event = await anext(events)
    assert event["type"] == "DELETED"


async def test_bookmarks_come_to_whoever_wants_them(api: Api) -> None:
    path = api.path("v1", "configmaps")
    start = (await api.get(path)).body["metadata"]["resourceVersion"]
    async with api.watch(path, resourceVersion=start, allowWatchBookmarks="true") as events:
        event = await anext(events)
    assert (event["type"], event["object"]["kind"]) == ("BOOKMARK", "ConfigMap")


async def test_initial_events_end_with_an_annotated_bookmark(api: Api) -> None:
    path = api.path("v1", "configmaps")
    await api.post(path, config_map("a"))
    query = {"sendInitialEvents": "true", "allowWatchBookmarks": "true", "resourceVersionMatch": "NotOlderThan"}
    async with api.watch(path, **query) as events:
        seen = [await anext(events) for _ in range(2)]
    assert [event["type"] for event in seen] == ["ADDED", "BOOKMARK"]
    assert seen[1]["object"]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}


async def test_a_watch_ends_after_its_timeout(api: Api) -> None:
    async with api.watch(api.path("v1", "configmaps"), timeoutSeconds="1") as events:
        assert [event async for event in events] == []


async def test_a_watch_from_too_old_a_version_gets_an_error_event(api: Api) -> None:
    path = api.path("v1", "configmaps")
    start = (await api.get(path)).body["metadata"]["resourceVersion"]
    await api.post(path, config_map("a"))
    await api.post("/sandbox/compact", {})
    async with api.watch(path, resourceVersion=start) as events:
        event = await anext(events)
    assert (event["type"], event["object"]["code"], event["object"]["reason"]) == ("ERROR", 410, "Expired")


async def test_a_watch_from_too_old_a_version_can_be_told_by_status(api: Api) -> None:
    await api.post("/sandbox/watch-gone", {"as": "status"})
    answer = await api.get(api.path("v1", "configmaps"), watch="true", resourceVersion="1")
    await api.post("/sandbox/watch-gone", {"as": "event"})
    assert (answer.code, answer.body["reason"]) == (410, "Expired")


async def test_an_open_watch_survives_a_compaction(api: Api) -> None:
    path = api.path("v1", "configmaps")
    async with api.watch(path) as events:
        await api.post("/sandbox/compact", {})
        await api.post(path, config_map("a"))
        assert (await anext(events))["type"] == "ADDED"


async def test_dropped_watches_end(api: Api) -> None:
    async with api.watch(api.path("v1", "configmaps")) as events:
        await api.post("/sandbox/drop-watches", {})
        assert [event async for event in events] == []


async def test_a_watch_can_be_told_in_tables(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    accept = "application/json;as=Table;v=v1;g=meta.k8s.io"
    async with api.watch(api.path("v1", "configmaps"), accept=accept) as events:
        event = await anext(events)
    assert (event["object"]["kind"], event["object"]["rows"][0]["cells"][0]) == ("Table", "a")
