"""How much do samples of pods amount to, against a target each or against the pods' requests?

Source: metrics/utilization.go, replica_calculator.go calculateRequests and the fallbacks for missing pods (v1.37).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scaler.algorithm.arithmetic import ratio_of, truncated_quotient
from scaler.algorithm.model import Pod
from scaler.api.types import Milli

_FULL_PERCENT = 100

Samples = Mapping[str, Milli]


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A set of samples: its ratio to the target, its mean, and its percent of the requests where that was asked."""

    ratio: float
    average: Milli
    utilization: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why the samples amount to nothing, in the stock controller's words."""

    message: str


class Yardstick(Protocol):
    """What samples are held against."""

    def level(self, samples: Samples) -> Level | Fault: ...

    def full_load(self, pod_name: str) -> Milli:
        """What a pod without a sample is taken to use when the others would have the target shrink."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetEach:
    """A target per pod, in thousandths."""

    target: Milli

    def level(self, samples: Samples) -> Level:
        average = truncated_quotient(sum(samples.values()), len(samples))
        return Level(ratio=ratio_of(average, self.target), average=Milli(average), utilization=None)

    def full_load(self, pod_name: str) -> Milli:  # noqa: ARG002 -- the same for every pod
        return self.target


@dataclass(frozen=True, slots=True, kw_only=True)
class PercentOfRequests:
    """A target in percent of what the pods request."""

    requests: Mapping[str, Milli]
    percent: int

    def level(self, samples: Samples) -> Level | Fault:
        """Whole percent are taken before the ratio is; samples of pods without a known request don't count."""
        used = requested = known = 0
        for name, value in samples.items():
            request = self.requests.get(name)
            if request is not None:
                used += value
                requested += request
                known += 1
        if requested == 0:
            return Fault(message="no metrics returned matched known pods")
        utilization = truncated_quotient(used * _FULL_PERCENT, requested)
        average = truncated_quotient(used, known)
        return Level(ratio=ratio_of(utilization, self.percent), average=Milli(average), utilization=utilization)

    def full_load(self, pod_name: str) -> Milli:
        percent = max(_FULL_PERCENT, self.percent)
        return Milli(truncated_quotient(self.requests[pod_name] * percent, _FULL_PERCENT))


def requests_of(pods: tuple[Pod, ...], resource: str, container: str) -> Mapping[str, Milli] | Fault:
    """What each pod requests of `resource`, in one container or ("") in all; a pod-level request wins over those."""
    requests: dict[str, Milli] = {}
    for pod in pods:
        total = 0
        counted: Mapping[str, Mapping[str, Milli]]
        if container:
            if container not in pod.requests:
                return Fault(message=f"container {container} not found in Pod {pod.name}")
            counted = {container: pod.requests[container]}
        elif resource in pod.pod_requests:
            counted, total = {}, pod.pod_requests[resource]
        else:
            counted = pod.requests
        for name, amounts in counted.items():
            amount = amounts.get(resource)
            if amount is None:
                return Fault(message=f"missing request for {resource} in container {name} of Pod {pod.name}")
            total += amount
        requests[pod.name] = Milli(total)
    return requests
