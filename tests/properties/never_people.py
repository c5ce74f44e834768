"""Who else writes a workload, and how? People, their tools, and the stock controller; each leaves its own trace."""

from dataclasses import dataclass
from enum import Enum

from tests.properties.never_api import SmallApi, Workload
from tests.properties.never_oracle import Oracle, Whose


class By(Enum):
    """The ways to write a count."""

    SCALE = "kubectl scale"
    PATCH = "kubectl patch"
    APPLY = "kubectl apply --server-side"


@dataclass(slots=True, kw_only=True)
class People:
    """Each write is a second after the last, so that managedFields tell one from another."""

    api: SmallApi
    oracle: Oracle
    adopts: bool

    @property
    def workload(self) -> Workload | None:
        return self.api.workload

    def scale(self, count: int, by: By = By.SCALE) -> None:
        """A zero through /scale leaves no owner, and then neither does the next count.

        The same count is no write, unless it is applied: then there are two owners.
        """
        workload = self.workload
        self.api.clock.pass_by(1)
        if workload is None or (workload.count == count and by is not By.APPLY):
            return
        owners = dict(workload.owners) if workload.count == count else {}
        if by is By.APPLY:
            owners["argocd", "Apply"] = self.api.now()
        elif by is By.PATCH or (workload.owners and count > 0):
            owners["kubectl", "Update"] = self.api.now()
        workload.count, workload.owners = count, owners
        workload.version += 1
        self.oracle.whose = self.whose_if(count)

    def stock_scales(self, count: int) -> None:
        """The stock controller, which leaves a zero alone."""
        workload = self.workload
        if workload is not None and workload.count > 0 and workload.count != count:
            workload.count, workload.owners = count, {("kube-controller-manager", "Update"): self.api.now()}
            workload.version += 1

    def deploy(self) -> None:
        """Another image, by somebody who says nothing of the count."""
        if self.workload is not None:
            self.workload.version += 1

    def annotate(self, name: str, value: str) -> None:
        if self.workload is not None:
            self.workload.annotations[name] = value
            self.workload.version += 1

    def make_again(self, count: int) -> None:
        """Another workload of the same name."""
        version = 1000 if self.workload is None else self.workload.version + 1000
        owners = {("kubectl", "Update"): self.api.now()}
        self.api.workload = Workload(uid=f"workload-{version}", version=version, count=count, owners=owners)
        if count == 0 and self.adopts:
            self.oracle.whose = Whose.EITHER
        else:
            self.oracle.whose = self.whose_if(count)

    def whose_if(self, count: int) -> Whose:
        """Of a count that people have written."""
        if count > 0:
            return Whose.NOBODYS
        return Whose.EITHER if self.adopts and not self.api.says_whose else Whose.THEIRS
