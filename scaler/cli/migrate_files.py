"""Which ZeroPodAutoscalers do the HorizontalPodAutoscalers of files become? Printed; no cluster is asked."""

from collections.abc import Iterator, Sequence

import click

from scaler.cli.migrate_printing import documents_yaml
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.cli.validate_objects import Object, Unreadable, objects_in_file
from scaler.cli.validate_versions import TooOld, in_current_version
from scaler.migration.documents import Document, text_at
from scaler.migration.metadata import owner_of
from scaler.migration.zero_autoscaler import zero_autoscaler_of

_KIND = "HorizontalPodAutoscaler"


def objects_in(files: Sequence[str]) -> list[Object]:
    """Every object of the files, - is standard input; one that can't be read ends the verb."""
    try:
        return [found for file in files for found in objects_in_file(file)]
    except Unreadable as error:
        refuse(str(error), status=USAGE)


def from_files(files: Sequence[str]) -> None:
    """Ends the verb with 1 if there is none, or one that can't be converted."""
    found = [each for each in objects_in(files) if each.kind == _KIND]
    if not found:
        refuse(f"there is no {_KIND} in {', '.join(files)}", status=NEGATIVE)
    documents = [_current(each) for each in found]
    click.echo(documents_yaml([zero_autoscaler_of(document) for document in documents]))
    refusals = list(_refusals(found, documents))
    if refusals:
        refuse("\n".join(refusals), status=NEGATIVE)


def _current(found: Object) -> Document:
    converted = in_current_version(found)
    if isinstance(converted, TooOld):
        refuse(f"{found.place}: {converted.refusal}", status=NEGATIVE)
    return converted.document


def _refusals(found: Sequence[Object], documents: Sequence[Document]) -> Iterator[str]:
    for each, document in zip(found, documents, strict=True):
        owner = owner_of(document)
        if owner:
            yield f"{each.place}: {text_at(document, 'metadata', 'name')} belongs to {owner}, which would make it again"
