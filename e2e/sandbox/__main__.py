"""The command line of the sandbox: `python -m e2e.sandbox --state DIR`."""

from pathlib import Path

import click
import uvloop

from e2e.sandbox.app import Settings, run
from e2e.sandbox.authentication import User, read_tokens
from e2e.sandbox.bootstrap import DefinitionError


@click.command()
@click.option("--state", required=True, type=click.Path(path_type=Path, file_okay=False), help="folder for its files")
@click.option("--listen", default="127.0.0.1:0", show_default=True, help="HOST:PORT; port 0 takes a free one")
@click.option(
    "--crd",
    "definitions",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    help="file or folder with CustomResourceDefinitions to begin with",
)
@click.option("--pod-start", default=1.0, show_default=True, help="seconds from a Pod's creation to Ready")
@click.option("--bookmarks", default=1.0, show_default=True, help="seconds between bookmarks of a watch")
@click.option("--history", default=10_000, show_default=True, help="changes that are kept per kind, at least")
@click.option("--availability-interval", default=2.0, show_default=True, help="seconds between checks of APIServices")
@click.option("--proxy-limit", default=60.0, show_default=True, help="seconds an aggregated server may take")
@click.option("--tokens", type=click.Path(path_type=Path, exists=True), help='file of lines: user,token,"group,group"')
@click.option("--allow", multiple=True, metavar="USER", help="whom SubjectAccessReviews allow, besides system:masters")
@click.option("--scale-to-zero/--no-scale-to-zero", default=False, help="the feature gate HPAScaleToZero")
def main(  # noqa: PLR0913 - one argument for each option, click wants them all
    *,
    state: Path,
    listen: str,
    definitions: tuple[Path, ...],
    pod_start: float,
    bookmarks: float,
    history: int,
    availability_interval: float,
    proxy_limit: float,
    tokens: Path | None,
    allow: tuple[str, ...],
    scale_to_zero: bool,
) -> None:
    """A stand-in for kube-apiserver and its workload controllers, on loopback, until SIGTERM."""
    host, _, port = listen.rpartition(":")
    if not host or not port.isdigit():
        raise click.UsageError(f"--listen should be HOST:PORT, not {listen!r}")
    settings = Settings(
        state=state,
        host=host,
        port=int(port),
        definitions=definitions,
        tokens=_tokens(tokens),
        allowed=allow,
        pod_start_seconds=pod_start,
        bookmark_seconds=bookmarks,
        history_limit=history,
        availability_seconds=availability_interval,
        proxy_limit_seconds=proxy_limit,
        scale_to_zero=scale_to_zero,
    )
    try:
        uvloop.run(run(settings))
    except (OSError, DefinitionError) as error:
        raise click.ClickException(f"the sandbox can't start: {error}") from error


def _tokens(file: Path | None) -> dict[str, User]:
    try:
        return read_tokens(file.read_text()) if file is not None else {}
    except ValueError as error:
        raise click.UsageError(f"{file}: {error}") from error


if __name__ == "__main__":
    main()
