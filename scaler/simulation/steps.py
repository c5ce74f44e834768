"""What does a step of the scenario do to the world?"""

from dataclasses import replace
from typing import assert_never

from scaler.simulation.happenings import (
    Access,
    Annotate,
    Delete,
    Edit,
    Happening,
    Outage,
    PodsUnready,
    Restart,
    ScaleBy,
    StatusReplicas,
)
from scaler.simulation.world import World, with_changes


def happen(what: Happening, world: World) -> None:
    """A restart changes nothing here: the world is what survives it."""
    match what:
        case ScaleBy():
            world.write_replicas(what.replicas, what.by)
        case Edit() | Delete():
            _ask_otherwise(what, world)
        case Annotate():
            _annotate(what, world)
        case Restart():
            return
        case StatusReplicas():
            world.status_replicas = what.replicas
        case Outage():
            _break(what, world)
        case PodsUnready():
            world.pods.hold_unready(world.now, what.until)
        case _ as unreachable:
            assert_never(unreachable)


def _ask_otherwise(what: Edit | Delete, world: World) -> None:
    if isinstance(what, Delete):
        world.delete_autoscaler()
        return
    autoscaler = world.autoscaler
    world.write_autoscaler(replace(autoscaler, spec=what.spec, generation=autoscaler.generation + 1))


def _break(what: Outage, world: World) -> None:
    if what.of is Access.WRITES:
        world.writes_fail_until = what.until
    else:
        world.reads_fail_until = what.until


def _annotate(what: Annotate, world: World) -> None:
    if what.on_workload:
        world.annotations = with_changes(world.annotations, what.annotations)
        return
    autoscaler = world.autoscaler
    world.write_autoscaler(replace(autoscaler, annotations=with_changes(autoscaler.annotations, what.annotations)))
