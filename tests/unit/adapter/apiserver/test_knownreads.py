"""Claims about `adapter.apiserver.knownreads`."""

from adapter.apiserver.attributes import metric_access
from adapter.apiserver.knownreads import KnownReads, MetricRead
from adapter.kube.selectors import EVERYTHING

_READ = MetricRead(access=metric_access(method="GET", namespace="default", metric="lag"), selector=EVERYTHING)


def test_a_path_that_was_never_answered_is_not_known() -> None:
    assert KnownReads().get("/lag") is None


def test_a_path_is_known_once_it_was_learned() -> None:
    reads = KnownReads()
    reads.learn("/lag", _READ)
    assert (_READ, None) == (reads.get("/lag"), reads.get("/lag?"))


def test_a_path_beyond_all_measure_is_not_remembered() -> None:
    reads = KnownReads()
    reads.learn("/" + "x" * 2048, _READ)
    assert len(reads) == 0


def test_the_number_of_paths_is_bounded() -> None:
    reads = KnownReads()
    for number in range(20_001):
        reads.learn(f"/{number}", _READ)
    assert (1, _READ) == (len(reads), reads.get("/20000"))
