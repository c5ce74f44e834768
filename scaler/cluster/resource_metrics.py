"""How much cpu and memory do pods use? Read from metrics.k8s.io, by the target's selector."""

from datetime import timedelta

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.durations import DurationError, parse_duration
from adapter.kube.errors import ApiError
from adapter.kube.meta import ObjectMeta, TimestampError, parse_time
from adapter.kube.quantity import QuantityError, parse_quantity
from scaler.algorithm.model import MetricReading
from scaler.api.types import Milli
from scaler.controller.readings import resource_broken
from scaler.controller.samples import PodSample, resource_reading


class _Container(msgspec.Struct, frozen=True):
    name: str = ""
    usage: dict[str, str | int] = {}


class _PodMetrics(msgspec.Struct, frozen=True):
    timestamp: str
    window: str = "0s"
    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)
    containers: tuple[_Container, ...] = ()


class _PodMetricsList(msgspec.Struct, frozen=True):
    items: tuple[_PodMetrics, ...] | None = None


class ResourceMetrics:
    """The resource metrics API, whoever serves it."""

    def __init__(self, *, client: KubeClient) -> None:
        self._client = client

    async def read(self, namespace: str, resource: str, container: str | None, selector: str) -> MetricReading:
        """Usage by pod of one resource, in one named container or in all of them."""
        path = f"/apis/metrics.k8s.io/v1beta1/namespaces/{namespace}/pods"
        try:
            listed = await self._client.get(path, _PodMetricsList, params={"labelSelector": selector})
            samples = [_sample(item) for item in listed.items or ()]
        except ApiError as error:
            return resource_broken(resource, error.message)
        except (QuantityError, TimestampError) as error:
            return resource_broken(resource, str(error))
        return resource_reading(samples, resource, container)


def _sample(item: _PodMetrics) -> PodSample:
    return PodSample(
        name=item.metadata.name,
        timestamp=parse_time(item.timestamp),
        window=_duration(item.window),
        usage={
            container.name: {
                resource: Milli(parse_quantity(str(amount)).milli_value())
                for resource, amount in container.usage.items()
            }
            for container in item.containers
        },
    )


def _duration(text: str) -> timedelta:
    """A metav1.Duration such as `15.04s`; one that can't be read is no window."""
    try:
        return timedelta(seconds=parse_duration(text))
    except DurationError:
        return timedelta(0)
