"""How is a hand-over told? A line per step as it is taken, or the whole plan beforehand, as text or as YAML."""

from collections.abc import Iterator, Sequence

import click
import yaml

from adapter.kube.meta import NamespacedName
from scaler.migration.documents import Document
from scaler.migration.steps import Plan, Request, Step, Verb

_WIDE = 1000


def tell_step(key: NamespacedName, step: Step) -> None:
    click.echo(f"{key}: {step.says}")


def plan_text(key: NamespacedName, plan: Plan) -> str:
    """What would be done, numbered, after what is to be known."""
    if not plan.steps:
        return f"{key}: nothing to do"
    notes = [f"  note: {note}" for note in plan.notes]
    steps = [f"  {number}. {step.says}" for number, step in enumerate(plan.steps, 1)]
    return "\n".join([f"{key}:", *notes, *steps])


def plan_yaml(key: NamespacedName, plan: Plan) -> str:
    """The objects that would be created, with the steps around them as comments."""
    comments = [f"# {line}" for line in plan_text(key, plan).splitlines()]
    return "\n".join([*comments, *(documents_yaml(created_by(plan)).splitlines())])


def created_by(plan: Plan) -> tuple[Document, ...]:
    return tuple(step.body for step in plan.steps if isinstance(step, Request) and step.verb is Verb.CREATE)


def documents_yaml(documents: Sequence[Document]) -> str:
    """Documents one after the other, fields in the order in which they are."""
    return "\n".join(_documents(documents))


def _documents(documents: Sequence[Document]) -> Iterator[str]:
    for document in documents:
        yield "---"
        yield yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=_WIDE).rstrip("\n")
