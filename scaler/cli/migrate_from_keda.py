"""Who makes ZeroPodAutoscalers and rules of ScaledObjects? The verb `migrate from-keda`."""

from collections.abc import Sequence
from pathlib import Path

import click

from adapter.kube.client import KubeClient
from adapter.kube.errors import NotFound
from scaler.cli.migrate_files import objects_in
from scaler.cli.reaching import access_for, asked
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.migration.documents import Document
from scaler.migration.from_keda import GROUP, converted
from scaler.migration.keda_parts import Converted
from scaler.migration.keda_text import autoscalers_text, differences_of, rules_text
from scaler.migration.reading import listed

_COLLECTION = f"/apis/{GROUP}/v1alpha1"


@click.command(
    "from-keda",
    epilog="Example: kubectl get scaledobjects -A -o yaml | lagzero migrate from-keda -f - --folder migrated",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("-f", "--filename", "files", metavar="FILE", multiple=True, help="Those of a file, - is standard input.")
@click.option("-n", "--namespace", metavar="NAMESPACE", help="Those of this namespace of the cluster.")
@click.option("--all", "everywhere", is_flag=True, help="Those of every namespace.")
@click.option(
    "--folder", metavar="FOLDER", type=click.Path(path_type=Path), help="Write rules.yaml and autoscalers.yaml there."
)
@click.option(
    "-o", "--output", type=click.Choice(["yaml"]), default="yaml", expose_value=False, help="The one form there is."
)
@click.option("--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster.")
def from_keda(
    files: tuple[str, ...], namespace: str | None, everywhere: bool, folder: Path | None, kubeconfig: Path | None
) -> None:
    """Print the rules and ZeroPodAutoscalers that do what ScaledObjects with Prometheus triggers do.

    Nothing in the cluster is changed. What isn't the same stands as a comment beside it and on standard error. Exit
    status: 0; 1 if something was lost, or there is nothing to convert; 2 for wrong usage; 3 if the cluster can't be
    asked.
    """
    if bool(files) == (namespace is not None or everywhere) or (namespace is not None and everywhere):
        refuse("which ScaledObjects? Write -f FILE, -n NAMESPACE or --all", status=USAGE)
    sources = _of_files(files) if files else _of_cluster(None if everywhere else namespace, kubeconfig)
    if not sources:
        refuse("there is no ScaledObject", status=NEGATIVE)
    found = [converted(source) for source in sources]
    _write(found, folder)
    for each in found:
        for line in differences_of(each):
            click.echo(line, err=True)
    lost = sum(not each.is_whole for each in found)
    if lost:
        refuse(f"{lost} of {len(found)} lost something: see `lost:` above", status=NEGATIVE)


def _of_files(files: Sequence[str]) -> list[Document]:
    return [found.document for found in objects_in(files) if found.api_version.startswith(f"{GROUP}/")]


def _of_cluster(namespace: str | None, kubeconfig: Path | None) -> list[Document]:
    access = access_for(kubeconfig)
    return asked(access, lambda client: _read(client, namespace))


async def _read(client: KubeClient, namespace: str | None) -> list[Document]:
    within = "" if namespace is None else f"/namespaces/{namespace}"
    try:
        found = [each async for each in listed(client, f"{_COLLECTION}{within}/scaledobjects")]
    except NotFound:
        refuse("the cluster serves no ScaledObjects: KEDA isn't installed there", status=NEGATIVE)
    # Items of a list carry no kind: their path says it.
    return [{**each, "apiVersion": f"{GROUP}/v1alpha1", "kind": "ScaledObject"} for each in found]


def _write(found: Sequence[Converted], folder: Path | None) -> None:
    """To files, or one after the other to standard output: rules first, each a document."""
    rules, autoscalers = rules_text(found), autoscalers_text(found)
    if folder is None:
        click.echo(f"{rules}{autoscalers}", nl=False)
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rules.yaml").write_text(rules, encoding="utf-8")
        (folder / "autoscalers.yaml").write_text(autoscalers, encoding="utf-8")
    except OSError as error:
        refuse(f"--folder {folder}: {error.strerror}: name a folder that can be written", status=USAGE)
    click.echo(f"wrote {folder / 'rules.yaml'} and {folder / 'autoscalers.yaml'}")
