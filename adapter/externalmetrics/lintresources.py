"""Do `resources.overrides` name resources that there are? As far as it can be told without a cluster."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from types import MappingProxyType

from adapter.externalmetrics.lintfindings import Finding, LintRule, warning
from adapter.externalmetrics.problems import RulesError
from adapter.externalmetrics.yamlvalues import YamlValue


def resource_findings(rule: YamlValue) -> Iterator[Finding]:
    """A warning for each resource that no API server has by itself; groups of others' CustomResources pass."""
    try:
        named = tuple(_named_in(rule))
    except RulesError:
        return  # what isn't in this form is an error of the rule already
    for entry, group, resource in named:
        if resource and not _is_known(group, resource):
            yield _unknown(entry, group, resource)


def _named_in(rule: YamlValue) -> Iterator[tuple[YamlValue, str, str]]:
    """Each override with the group and the resource that it names."""
    for entry in _overrides_of(rule):
        fields = entry.fields(("group", "resource"))
        group, resource = (fields[key].text() if key in fields else "" for key in ("group", "resource"))
        yield entry, group, resource.lower()


def _overrides_of(rule: YamlValue) -> Collection[YamlValue]:
    resources = rule.entries().get("resources")
    overrides = None if resources is None or resources.is_null else resources.entries().get("overrides")
    return () if overrides is None or overrides.is_null else overrides.entries().values()


def _is_known(group: str, resource: str) -> bool:
    if group and group not in _RESOURCES:
        return "." in group and not group.endswith(".k8s.io")
    return resource in _spellings(group)


def _unknown(entry: YamlValue, group: str, resource: str) -> Finding:
    short = [_SHORT[resource]] if resource in _SHORT else []
    close = short or get_close_matches(resource, sorted(_spellings(group) or _spellings("")), n=1)
    instead = f"write resource: {close[0]}" if close else "write a resource as kubectl api-resources lists it"
    if resource in _spellings(""):
        instead = f"leave group out, or give that of {resource}: {_groups_of(resource)}"
    named = f"{resource}.{group}" if group else resource
    return warning(
        entry.place,
        LintRule.RESOURCE,
        f"no API server has a resource {named} by itself, and without it prometheus-adapter doesn't start",
        instead=instead if group or close else f"{instead}, with its group",
    )


def _groups_of(resource: str) -> str:
    groups = [group for group in _RESOURCES if resource in _spellings(group) and group]
    return ", ".join(groups) or '""'


def _spellings(group: str) -> frozenset[str]:
    """Singulars and plurals in a group; without a group, those of all, as prometheus-adapter looks them up."""
    groups = _RESOURCES.values() if not group else (_RESOURCES.get(group, ""),)
    singulars = [word for words in groups for word in words.split()]
    return frozenset(singulars) | {_plural(word) for word in singulars}


def _plural(word: str) -> str:
    if word.endswith(("s", "ss")):
        return word if word == "endpoints" else f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


# What kubectl takes, and a rule doesn't.
_SHORT = MappingProxyType(
    {"ns": "namespace", "po": "pod", "svc": "service", "no": "node", "deploy": "deployment", "sts": "statefulset"}
    | {"ds": "daemonset", "rs": "replicaset", "hpa": "horizontalpodautoscaler", "ing": "ingress", "cj": "cronjob"}
    | {"pvc": "persistentvolumeclaim", "pv": "persistentvolume", "ep": "endpoints", "cm": "configmap"}
)
_RESOURCES = MappingProxyType(
    {
        "": "namespace node pod service endpoints persistentvolume persistentvolumeclaim replicationcontroller"
        " configmap secret serviceaccount event limitrange resourcequota podtemplate componentstatus",
        "apps": "deployment daemonset statefulset replicaset controllerrevision",
        "batch": "job cronjob",
        "autoscaling": "horizontalpodautoscaler",
        "extensions": "ingress deployment daemonset replicaset",
        "policy": "poddisruptionbudget",
        "networking.k8s.io": "ingress ingressclass networkpolicy ipaddress servicecidr",
        "discovery.k8s.io": "endpointslice",
        "storage.k8s.io": "storageclass volumeattachment csidriver csinode csistoragecapacity",
        "scheduling.k8s.io": "priorityclass",
        "coordination.k8s.io": "lease",
        "apiextensions.k8s.io": "customresourcedefinition",
        "apiregistration.k8s.io": "apiservice",
        "rbac.authorization.k8s.io": "role rolebinding clusterrole clusterrolebinding",
        "node.k8s.io": "runtimeclass",
        "resource.k8s.io": "deviceclass resourceclaim resourceclaimtemplate resourceslice",
        "certificates.k8s.io": "certificatesigningrequest",
        "admissionregistration.k8s.io": "mutatingwebhookconfiguration validatingwebhookconfiguration"
        " validatingadmissionpolicy validatingadmissionpolicybinding",
        "flowcontrol.apiserver.k8s.io": "flowschema prioritylevelconfiguration",
        "events.k8s.io": "event",
    }
)
