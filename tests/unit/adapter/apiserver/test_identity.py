"""Claims about `adapter.apiserver.identity`."""

from adapter.apiserver.identity import Identity, ProvenBy


def test_everybody_proven_is_reviewed_as_authenticated() -> None:
    somebody = Identity(user="a", groups=("workers",), proven_by=ProvenBy.TOKEN)
    assert somebody.reviewed_groups == ("workers", "system:authenticated")


def test_a_group_that_was_claimed_is_not_claimed_twice() -> None:
    somebody = Identity(user="a", groups=("system:authenticated", "workers"), proven_by=ProvenBy.FRONT_PROXY)
    assert somebody.reviewed_groups == ("system:authenticated", "workers")


def test_only_the_masters_are_beyond_authorization() -> None:
    groups = [("system:masters",), ("system:master",), ()]
    assert [Identity(user="a", groups=each, proven_by=ProvenBy.CERTIFICATE).is_master for each in groups] == [
        True,
        False,
        False,
    ]
