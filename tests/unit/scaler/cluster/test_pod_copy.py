"""Claims about `scaler.cluster.pod_copy`: which pods a selector finds, and when it is looked again."""

import msgspec
import pytest

from adapter.kube.selectors import SelectorError
from scaler.cluster.pod_copy import PodCopy, UnreadablePodError
from scaler.cluster.pod_wire import WirePod


def pod(name: str, namespace: str = "jobs", cpu: str = "1", **labels: str) -> WirePod:
    container = {"name": "app", "resources": {"requests": {"cpu": cpu}}}
    document = {
        "metadata": {"name": name, "namespace": namespace, "labels": labels},
        "spec": {"containers": [container]},
    }
    return msgspec.convert(document, WirePod)


def copy_of(*pods: WirePod) -> PodCopy:
    made = PodCopy()
    made.replaced(pods, "jobs")
    return made


def names(copy: PodCopy, selector: str, namespace: str = "jobs") -> list[str]:
    return [each.name for each in copy.select(namespace, selector)]


MANY = (
    pod("a", app="web", tier="front"),
    pod("b", app="web", tier="back"),
    pod("c", app="queue", tier="back"),
    pod("d"),
)


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("app=web", ["a", "b"]),
        ("app==web", ["a", "b"]),
        ("app=web,tier=back", ["b"]),
        ("app in (queue,web),tier=back", ["b", "c"]),
        ("app in (queue,absent)", ["c"]),
        ("app=absent", []),
        ("app=web,tier=absent", []),
        ("app!=web", ["c", "d"]),
        ("app", ["a", "b", "c"]),
        ("!app", ["d"]),
        ("tier notin (front),app", ["b", "c"]),
        ("", ["a", "b", "c", "d"]),
    ],
)
def test_a_selector_finds_its_pods_by_name(selector: str, expected: list[str]) -> None:
    assert expected == names(copy_of(*reversed(MANY)), selector)


def test_a_namespace_knows_nothing_of_another() -> None:
    copy = copy_of(*MANY)
    copy.applied(pod("e", namespace="other", app="web"))
    assert (["a", "b"], ["e"], []) == (names(copy, "app=web"), names(copy, "app=web", "other"), names(copy, "", "none"))


def test_what_was_found_is_kept_while_nothing_changes() -> None:
    copy = copy_of(*MANY)
    assert copy.select("jobs", "app=web") is copy.select("jobs", "app=web")


def test_a_pod_that_comes_is_found() -> None:
    copy = copy_of(*MANY)
    names(copy, "app=web")
    copy.applied(pod("e", app="web"))
    assert ["a", "b", "e"] == names(copy, "app=web")


def test_a_pod_that_changes_its_labels_is_found_by_the_new_ones_alone() -> None:
    copy = copy_of(*MANY)
    copy.applied(pod("a", app="queue"))
    assert (["b"], ["a", "c"]) == (names(copy, "app=web"), names(copy, "app=queue"))


def test_a_pod_that_goes_is_found_no_more() -> None:
    copy = copy_of(*MANY)
    names(copy, "app=web")
    copy.deleted(MANY[0])
    assert (["b"], 3) == (names(copy, "app=web"), len(copy))


def test_one_that_was_never_known_may_go() -> None:
    copy = PodCopy()
    copy.deleted(MANY[0])
    assert 0 == len(copy)


def test_a_new_list_is_all_there_is() -> None:
    copy = copy_of(*MANY)
    copy.replaced((pod("z", app="web"),), "jobs")
    assert ["z"] == names(copy, "app=web")


def test_a_list_of_one_namespace_leaves_the_others_alone() -> None:
    copy = copy_of(*MANY)
    copy.applied(pod("e", namespace="other", app="web"))
    copy.replaced((), "jobs")
    assert ([], ["e"]) == (names(copy, ""), names(copy, "", "other"))


def test_a_selected_pod_that_makes_no_sense_is_named_and_no_pod_less() -> None:
    copy = copy_of(*MANY, pod("odd", app="web", cpu="lots"))
    with pytest.raises(UnreadablePodError, match='pod "odd": '):
        copy.select("jobs", "app=web")


def test_a_pod_that_makes_no_sense_is_nothing_to_those_who_do_not_select_it() -> None:
    assert ["c"] == names(copy_of(*MANY, pod("odd", app="web", cpu="lots")), "app=queue")


def test_a_selector_that_is_none_is_an_error() -> None:
    with pytest.raises(SelectorError):
        copy_of(*MANY).select("jobs", "app in")
