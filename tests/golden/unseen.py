"""Which texts have no golden file, and why? Those that take a cluster, a clock or a bug; unit tests hold them."""

from itertools import chain

from tests.golden.unseen_adapter import UNSEEN_OF_THE_ADAPTER

_BY_REASON = {
    "what the cluster answers, or doesn't: tests/unit/scaler/cluster": (
        '" are not watched',
        '" have not been listed yet',
        '" in group "',
        "has the label",
        "; an object that was made again under its name is not written",
        'of namespace "',
        "not listed yet",
        "the API server did not answer in time",
        "the answer holds a value that is no quantity:",
        "the count changed from",
        "the custom metrics API returned no values",
        "the workload was paused meanwhile",
        "this scaler does not hold the lease",
        "was deleted and made again meanwhile",
        "was written anew by",
    ),
    "an answer to HTTP: tests/unit/scaler/test_wake.py and test_site.py": (
        "no autoscaler is named;",
        "no such autoscaler:",
        "not the leader: another scaler looks after the autoscalers",
        "readyz check passed",
        "}]} as the Alertmanager does, or",
    ),
    "it takes time, or a deletion: tests/unit/scaler/leadership, test_finalizing.py and test_renewal.py": (
        "no answer within",
        "rules: the newest can't be used, the one before is in use, reason in the log",
        "the autoscaler is being deleted",
        "the autoscaler is deleted, and spec.zero.onDelete is Restore",
        "the autoscaler is gone",
        "the lease has not been read yet",
    ),
    "stands for what isn't there, and is not said": (
        "it is of another kind",
        "nothing can be marked here",
        "not asked: this metric shows no demand without Pods",
        "nothing can be held here",
        "the lease duration must be a finite number of seconds",
        "the metric was not read",
        "the retry period must be longer than zero",
        "time() - min(timestamp(",
    ),
    "the name of a place differs from run to run: tests/unit/scaler/cli/test_wrong_usage.py": (
        ": cannot be appended to:",
    ),
    "a number that only a bug or the stock controller's arithmetic makes: tests/unit/scaler/narration": (
        ") as the stock controller's numbers have it",
        "minus infinite",
        "missing fields, one of",
        "no query could be built",
        "no replica is recommended for it",
    ),
    "it takes a cluster that refuses, or time: tests/unit/scaler/migration, tests/unit/scaler/cli and tests/chain": (
        ": nothing is done: the API server refuses the new object:",
        ": the API server would refuse it:",
        "Argo CD",
        "because it is being terminated",
        "could not publish event",
        "left: put them right first",
        "no answer",
        (
            "nobody serves external.metrics.k8s.io in this cluster; to read metrics as a scaler with an engine of its "
            "own does, give the scaler's --rules FILE and --prometheus URL"
        ),
        "s still not so:",
        "steps there is still something to do: is something undoing it?",
        "the cluster's objects aren't listed after",
        "what was done stays: put that right, and run the same command again",
    ),
    "a world that no scenario brings about: tests/unit/scaler/simulation": (
        "cannot be read:",
        "no sync yet",
        "nothing sleeps in a simulation, and this would for",
        "the server could not find the metric",
    ),
}
UNSEEN = frozenset(chain.from_iterable([*_BY_REASON.values(), *UNSEEN_OF_THE_ADAPTER.values()]))
