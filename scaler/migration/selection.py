"""Which autoscalers are to be handed over? All of a kind, and those whose hand-over was interrupted."""

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from scaler.api.kinds import AutoscalerKind
from scaler.migration.metadata import owner_of
from scaler.migration.reading import autoscalers
from scaler.migration.seen import mark_of


async def to_be_handed_over(
    client: KubeClient, kind: AutoscalerKind, mark: str, namespace: str | None
) -> tuple[NamespacedName, ...]:
    """Names in order, in one namespace or in all. Raises ApiError.

    Of objects that somebody else makes and keeps (a ScaledObject's) none is taken unless it is asked for by name.
    """
    found = [each async for each in autoscalers(client, namespace)]
    wanted = {each.key for each in found if each.kind is kind and not owner_of(each.document)}
    begun = {each.key for each in found if mark_of(each.document) == mark}
    return tuple(sorted(wanted | begun))
