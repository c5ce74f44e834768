from pathlib import Path

import pytest

from e2e.demo.prometheus_binary import VERSION, NoPrometheusError, find_prometheus

_FETCHES = """#!/bin/sh
case "$2" in
    download) : >prometheus_1_all.deb ;;
    update) exit 100 ;;
esac
"""
_UNPACKS = """#!/bin/sh
/bin/mkdir -p "$3/usr/bin"
printf '#!/bin/sh\\n' >"$3/usr/bin/prometheus"
/bin/chmod +x "$3/usr/bin/prometheus"
"""
_BUILDS = """#!/bin/sh
[ "$1" = build ] || exit 0
printf '#!/bin/sh\\n' >prometheus
/bin/chmod +x prometheus
"""


def _program(folder: Path, name: str, text: str = "#!/bin/sh\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return path


async def _found(tmp_path: Path) -> Path:
    environ = {"PATH": str(tmp_path / "bin"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    said: list[str] = []
    return await find_prometheus(said.append, environ=environ)


async def test_one_on_the_path_is_taken(tmp_path: Path) -> None:
    assert _program(tmp_path / "bin", "prometheus") == await _found(tmp_path)


async def test_one_that_does_not_run_is_passed_over_for_the_cached_one(tmp_path: Path) -> None:
    _program(tmp_path / "bin", "prometheus", "#!/bin/sh\nexit 1\n")
    cached = _program(tmp_path / "cache" / "lagzero" / f"prometheus-{VERSION}", "prometheus")
    assert cached == await _found(tmp_path)


async def test_debians_package_is_unpacked_into_the_cache_even_if_the_lists_are_old(tmp_path: Path) -> None:
    _program(tmp_path / "bin", "apt-get", _FETCHES)
    _program(tmp_path / "bin", "dpkg-deb", _UNPACKS)
    assert tmp_path / "cache" / "lagzero" / "prometheus-debian" / "prometheus" == await _found(tmp_path)


async def test_where_the_package_cannot_be_fetched_go_builds_it(tmp_path: Path) -> None:
    _program(tmp_path / "bin", "apt-get", "#!/bin/sh\nexit 100\n")
    _program(tmp_path / "bin", "dpkg-deb", _UNPACKS)
    _program(tmp_path / "bin", "go", _BUILDS)
    assert tmp_path / "cache" / "lagzero" / f"prometheus-{VERSION}" / "prometheus" == await _found(tmp_path)


async def test_a_build_that_fails_leaves_nothing_in_the_cache(tmp_path: Path) -> None:
    _program(tmp_path / "bin", "go", "#!/bin/sh\nexit 1\n")
    with pytest.raises(NoPrometheusError):
        await _found(tmp_path)
    assert [] == list((tmp_path / "cache").rglob("*"))


async def test_where_nothing_can_provide_one_it_is_said_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(NoPrometheusError, match="Install the package `prometheus`, or Go"):
        await _found(tmp_path)
