"""Which texts have no golden file, and why? Those that nobody reads, and those of states that don't come about."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

_BY_REASON: Final[Mapping[str, tuple[str, ...]]] = {
    "only the code reads it: names of members, words that it looks for, and what it sends to Prometheus": (
        'metricsQuery: "<<.Series>>',
        "an API group must be named",
        "because it is being terminated",
        "raw string",
        "single-quoted regular expression",
        "single-quoted string",
        "the core group, which has no name, will do",
        "the handler is closed",
        "the stored object holds it already",
        "time() - min(timestamp(",
    ),
    "a table of the words that a rule's resources may be, of which a finding names one": (
        "deployment daemonset statefulset replicaset controllerrevision",
        "deviceclass resourceclaim resourceclaimtemplate resourceslice",
        "flowschema prioritylevelconfiguration",
        "ingress deployment daemonset replicaset",
        "ingress ingressclass networkpolicy ipaddress servicecidr",
        "job cronjob",
        (
            "mutatingwebhookconfiguration validatingwebhookconfiguration validatingadmissionpolicy "
            "validatingadmissionpolicybinding"
        ),
        (
            "namespace node pod service endpoints persistentvolume persistentvolumeclaim replicationcontroller "
            "configmap secret serviceaccount event limitrange resourcequota podtemplate componentstatus"
        ),
        "role rolebinding clusterrole clusterrolebinding",
        "storageclass volumeattachment csidriver csinode csistoragecapacity",
    ),
    "advice where a refusal brings none of its own, and every refusal of that kind does": (
        "leave the key out, or write one of those in docs/adapter.md",
        "write externalRules: in place of rules:",
        "write resources:",
    ),
    "stands for what isn't there, in a world where nobody looks at it": (
        "not asked: this metric shows no demand without Pods",
        "nothing can be held here",
        "nothing can be marked here",
        "the metric was not read",
    ),
    "a state that only a bug brings about, or a library that is torn": (
        "it is of another kind",
        "metricsQuery renders nothing",
        "no module named",
        "no replica is recommended for it",
        "no selector gives label",
        "no sync yet",
        "nothing sleeps in a simulation, and this would for",
        "there is no parameter",
    ),
    "ten seconds of a silent API server; tests/golden would wait for them": (
        "the cluster's objects aren't listed after",
    ),
    "stands in answers/processes.txt with its placeholder filled in": ("not HTTP: %s",),
}
UNSEEN = frozenset(chain.from_iterable(_BY_REASON.values()))
