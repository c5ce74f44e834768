"""Are both kinds called what the API calls them?"""

from scaler.api.kinds import AutoscalerKind


def test_group_and_version_are_one_word_in_a_manifest() -> None:
    assert [kind.api_version for kind in AutoscalerKind] == ["autoscaling/v2", "lagzero.dev/v1alpha1"]


def test_kind_and_group_are_one_word_in_a_refusal() -> None:
    expected = ["HorizontalPodAutoscaler.autoscaling", "ZeroPodAutoscaler.lagzero.dev"]
    assert expected == [kind.qualified for kind in AutoscalerKind]
