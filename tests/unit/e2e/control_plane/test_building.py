"""A program is built once, whole or not at all, and again only when what it is built from has changed."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from e2e.control_plane.binaries import NoProgramsError, find_programs
from e2e.control_plane.building import NotBuiltError, Recipe, built, module_key

_ETCD: Final = Recipe(name="etcd", module="etcd", package="example.com/etcd", takes="a moment")
_GO: Final = """#!/bin/sh
[ "$1" = env ] && echo go1.26.0 && exit 0
for word; do [ "$previous" = -o ] && target=$word; previous=$word; done
echo whole >"$target"
"""
_BREAKS: Final = f"{_GO}echo 'first line' >&2\necho 'main.go:1: no such package' >&2\nexit 1\n"


def _environ(tmp_path: Path, go: str) -> dict[str, str]:
    program = tmp_path / "bin" / "go"
    program.parent.mkdir()
    program.write_text(go)
    program.chmod(0o755)
    return {"PATH": str(program.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}


def test_a_build_is_told_and_kept(tmp_path: Path) -> None:
    environ, said = _environ(tmp_path, _GO), list[str]()
    program = built(_ETCD, said.append, environ=environ)
    again = built(_ETCD, said.append, environ=environ)
    assert (program, "whole\n", 2) == (again, program.read_text(), len(said))


def test_a_build_that_fails_says_its_last_line_and_leaves_nothing(tmp_path: Path) -> None:
    environ = _environ(tmp_path, _BREAKS)
    with pytest.raises(NotBuiltError, match=r"example.com/etcd can't be built .* main.go:1: no such package"):
        built(_ETCD, list[str]().append, environ=environ)
    assert [] == [each for each in (tmp_path / "cache").rglob("*") if each.is_file()]


@pytest.mark.parametrize("other", [{"module": "kubernetes"}, {"linker_flags": "-X version=2"}])
def test_what_a_program_is_built_from_decides_its_place(other: dict[str, str]) -> None:
    assert module_key(_ETCD) != module_key(replace(_ETCD, **other))


def test_what_is_only_said_does_not() -> None:
    assert module_key(_ETCD) == module_key(replace(_ETCD, takes="an hour"))


def test_a_folder_of_ones_own_must_have_them_all(tmp_path: Path) -> None:
    (tmp_path / "etcd").touch()
    with pytest.raises(NoProgramsError, match="lacks kubectl, kube-apiserver, kube-controller-manager; add it"):
        find_programs(list[str]().append, environ={"KUBEBUILDER_ASSETS": str(tmp_path)})
