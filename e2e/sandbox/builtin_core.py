"""Which kinds of the core group are served."""

from e2e.sandbox.resources import Column, ListShapes, ResourceType, ScalePaths

KEYED_LISTS = ListShapes(
    by_name={
        "conditions": ("type",),
        "containers": ("name",),
        "initContainers": ("name",),
        "env": ("name",),
        "volumes": ("name",),
        "volumeMounts": ("mountPath",),
        "imagePullSecrets": ("name",),
        "ownerReferences": ("uid",),
        "volumeClaimTemplates": (),
    }
)
_EVENT_FIELDS = (
    "involvedObject.kind",
    "involvedObject.namespace",
    "involvedObject.name",
    "involvedObject.uid",
    "reason",
    "type",
)

CORE_TYPES = (
    ResourceType(
        group="",
        version="v1",
        resource="namespaces",
        singular="namespace",
        kind="Namespace",
        namespaced=False,
        short_names=("ns",),
        has_status=True,
        lists=KEYED_LISTS,
        columns=(Column(name="Status", type="string", path=".status.phase"),),
        field_labels=("status.phase",),
    ),
    ResourceType(
        group="",
        version="v1",
        resource="pods",
        singular="pod",
        kind="Pod",
        short_names=("po",),
        categories=("all",),
        has_status=True,
        lists=KEYED_LISTS,
        columns=(Column(name="Status", type="string", path=".status.phase"),),
        field_labels=("status.phase", "spec.nodeName"),
    ),
    ResourceType(
        group="",
        version="v1",
        resource="services",
        singular="service",
        kind="Service",
        short_names=("svc",),
        categories=("all",),
        has_status=True,
        lists=KEYED_LISTS,
        columns=(
            Column(name="Type", type="string", path=".spec.type"),
            Column(name="External-Name", type="string", path=".spec.externalName"),
        ),
    ),
    ResourceType(
        group="",
        version="v1",
        resource="replicationcontrollers",
        singular="replicationcontroller",
        kind="ReplicationController",
        short_names=("rc",),
        categories=("all",),
        has_status=True,
        has_generation=True,
        scale=ScalePaths(),
        lists=KEYED_LISTS,
        columns=(Column(name="Desired", type="integer", path=".spec.replicas"),),
    ),
    ResourceType(
        group="", version="v1", resource="configmaps", singular="configmap", kind="ConfigMap", short_names=("cm",)
    ),
    ResourceType(group="", version="v1", resource="secrets", singular="secret", kind="Secret"),
    ResourceType(
        group="",
        version="v1",
        resource="serviceaccounts",
        singular="serviceaccount",
        kind="ServiceAccount",
        short_names=("sa",),
    ),
    ResourceType(
        group="",
        version="v1",
        resource="events",
        singular="event",
        kind="Event",
        short_names=("ev",),
        columns=(
            Column(name="Type", type="string", path=".type"),
            Column(name="Reason", type="string", path=".reason"),
            Column(name="Object", type="string", path=".involvedObject.name"),
            Column(name="Message", type="string", path=".message"),
        ),
        field_labels=_EVENT_FIELDS,
    ),
)
