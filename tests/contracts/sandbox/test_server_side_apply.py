"""What server-side apply does: it creates, merges, owns, and refuses to take what others own."""

from tests.contracts.sandbox.api import APPLY, Api
from tests.contracts.sandbox.manifests import autoscaler, config_map, widget


async def test_apply_creates_what_is_not_there(api: Api) -> None:
    answer = await api.patch(api.path("v1", "configmaps", "a"), config_map("a", x="1"), APPLY, fieldManager="m")
    assert (answer.code, answer.body["data"]) == (201, {"x": "1"})


async def test_apply_needs_a_field_manager(api: Api) -> None:
    answer = await api.patch(api.path("v1", "configmaps", "a"), config_map("a"), APPLY)
    assert answer.code == 422


async def test_apply_merges_with_what_others_wrote(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    await api.post(api.path("v1", "configmaps"), config_map("a", x="1"))
    answer = await api.patch(path, config_map("a", y="2"), APPLY, fieldManager="m")
    assert answer.body["data"] == {"x": "1", "y": "2"}


async def test_apply_drops_what_its_manager_no_longer_says(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    await api.patch(path, config_map("a", x="1", y="2"), APPLY, fieldManager="m")
    answer = await api.patch(path, config_map("a", y="2"), APPLY, fieldManager="m")
    assert answer.body["data"] == {"y": "2"}


async def test_apply_does_not_take_a_field_of_another(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    await api.post(api.path("v1", "configmaps"), config_map("a", x="1"))
    answer = await api.patch(path, config_map("a", x="2"), APPLY, fieldManager="m")
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (409, ".data.x")


async def test_apply_takes_it_by_force(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    await api.post(api.path("v1", "configmaps"), config_map("a", x="1"), fieldManager="first")
    answer = await api.patch(path, config_map("a", x="2"), APPLY, fieldManager="m", force="true")
    managers = [entry["manager"] for entry in answer.body["metadata"]["managedFields"]]
    assert (answer.body["data"], managers) == ({"x": "2"}, ["m"])


async def test_applying_the_same_again_changes_nothing(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    first = await api.patch(path, config_map("a", x="1"), APPLY, fieldManager="m")
    second = await api.patch(path, config_map("a", x="1"), APPLY, fieldManager="m")
    assert first.body["metadata"] == second.body["metadata"]


async def test_an_applied_condition_stands_beside_those_of_others(api: Api) -> None:
    await api.post(api.path("autoscaling/v2", "horizontalpodautoscalers"), autoscaler("web", 1))
    path = api.path("autoscaling/v2", "horizontalpodautoscalers", "web", "status")
    theirs = {"type": "AbleToScale", "status": "True"}
    ours = {"type": "lagzero.dev/ScaledToZero", "status": "True"}
    await api.patch(path, {"status": {"conditions": [theirs]}}, fieldManager="kube-controller-manager")
    answer = await api.patch(path, {"status": {"conditions": [ours]}}, APPLY, fieldManager="lagzero")
    assert answer.body["status"]["conditions"] == [theirs, ours]


async def test_apply_to_status_leaves_the_spec(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    path = api.path("example.dev/v1", "widgets", "a", "status")
    body = {**widget("a", color="blue"), "status": {"conditions": [{"type": "Ready", "status": "True"}]}}
    answer = await api.patch(path, body, APPLY, fieldManager="m")
    assert (answer.body["spec"]["color"], len(answer.body["status"]["conditions"])) == ("red", 1)


async def test_an_item_that_its_manager_no_longer_says_is_gone_with_its_key(api: Api) -> None:
    await api.post(api.path("autoscaling/v2", "horizontalpodautoscalers"), autoscaler("web", 1))
    path = api.path("autoscaling/v2", "horizontalpodautoscalers", "web", "status")
    theirs = {"type": "AbleToScale", "status": "True"}
    ours = {"type": "lagzero.dev/ScaledToZero", "status": "True"}
    await api.patch(path, {"status": {"conditions": [theirs]}}, fieldManager="kube-controller-manager")
    await api.patch(path, {"status": {"conditions": [ours]}}, APPLY, fieldManager="lagzero")
    answer = await api.patch(path, {"status": {}}, APPLY, fieldManager="lagzero")
    assert answer.body["status"]["conditions"] == [theirs]
