"""Names that no two processes share."""

import re
from random import Random

from scaler.leadership.identity import holder_identity


def test_an_identity_begins_with_the_name_of_the_host() -> None:
    assert re.fullmatch(r"pod-1_[0-9a-f-]{36}", holder_identity("pod-1", Random(1)))


def test_two_processes_on_one_host_differ() -> None:
    assert holder_identity("pod-1", Random(1)) != holder_identity("pod-1", Random(2))
