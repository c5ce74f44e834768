"""Would an API server take it, and in which words would it refuse?"""

import pytest

from scaler.cli.validate_objects import Object, objects_of
from scaler.cli.validate_verdict import by_key, is_autoscaler, judge

SPEC = "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: w}, maxReplicas: 3"


def hpa(spec: str = SPEC, *, version: str = "v2", metadata: str = "{name: w}") -> Object:
    text = f"apiVersion: autoscaling/{version}\nkind: HorizontalPodAutoscaler\nmetadata: {metadata}\nspec: {{{spec}}}\n"
    (found,) = objects_of(text, source="file")
    return found


def messages(found: Object, stored: Object | None = None) -> tuple[str, ...]:
    return judge(found, stored=stored, scale_to_zero_gate=False).messages


def test_a_good_object_has_no_message() -> None:
    assert () == messages(hpa())


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            hpa(f"{SPEC}, foo: 1, bar: 2"),
            (
                'HorizontalPodAutoscaler in version "v2" cannot be handled as a HorizontalPodAutoscaler: '
                'strict decoding error: unknown field "spec.foo", unknown field "spec.bar"'
            ),
        ),
        (
            hpa(metadata="{}"),
            (
                'HorizontalPodAutoscaler.autoscaling "" is invalid: metadata.name: Required value: '
                "name or generateName is required"
            ),
        ),
        (
            hpa("maxReplicas: many"),
            "spec.maxReplicas: expected `int`, got `str`; see `kubectl explain hpa.spec.maxReplicas`",
        ),
        (hpa(version="v3"), "kind: autoscaling/v3 HorizontalPodAutoscaler is no autoscaler; write"),
        (hpa(version="v2beta1"), 'no matches for kind "HorizontalPodAutoscaler" in version "autoscaling/v2beta1"'),
        (hpa(version="v2beta2"), 'no matches for kind "HorizontalPodAutoscaler" in version "autoscaling/v2beta2"'),
    ],
)
def test_a_refusal_is_in_the_words_of_the_api(found: Object, said: str) -> None:
    (message,) = messages(found)
    assert message.startswith(said)


@pytest.mark.parametrize(("version", "count"), [("v2", 0), ("v1", 0), ("v2beta1", 1)])
def test_what_is_stored_may_stay_if_it_can_be_read(version: str, count: int) -> None:
    old = hpa(f"{SPEC}, minReplicas: 0, metrics: {METRICS}", version=version)
    assert count == len(messages(hpa(f"{SPEC}, minReplicas: 0, metrics: {METRICS}"), old))


METRICS = "[{type: External, external: {metric: {name: lag}, target: {type: Value, value: 1}}}]"


def test_only_autoscalers_are_found_again() -> None:
    pod = Object(place=hpa().place, document={"kind": "Pod"})
    assert (False, [("HorizontalPodAutoscaler", "default", "w")]) == (is_autoscaler(pod), list(by_key((hpa(), pod))))
