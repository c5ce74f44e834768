"""A program is built once, whole or not at all, and again only when what it is built from has changed."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from e2e.control_plane.binaries import NoProgramsError, find_programs
from e2e.control_plane.building import NotBuiltError, Recipe, built, module_key
from e2e.control_plane.go import go_environ

_ETCD: Final = Recipe(name="etcd", module="etcd", package="example.com/etcd", takes="a moment")
_GO: Final = """#!/bin/sh
[ "$1" = env ] && echo go1.26.0 && exit 0
for word; do [ "$previous" = -o ] && target=$word; previous=$word; done
echo whole >"$target"
"""
_FOR_THE_FIRST_TIME: Final = '[ -e "$XDG_CACHE_HOME/../tried" ] || { : >"$XDG_CACHE_HOME/../tried"; %s; exit 1; }'
_NO_ANSWER: Final = "echo 'example.com/a@v1: dial tcp: connection refused' >&2"
_HICCUPS: Final = _GO.replace("for word", f"{_FOR_THE_FIRST_TIME % _NO_ANSWER}\nfor word")
_NEVER_ARRIVES: Final = _GO.replace(
    "for word", f'printf x >>"$XDG_CACHE_HOME/../tries"\n{_NO_ANSWER}\nexit 1\nfor word'
)
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


def test_a_module_that_did_not_arrive_is_asked_for_once_more(tmp_path: Path) -> None:
    environ, said = _environ(tmp_path, _HICCUPS), list[str]()
    program = built(_ETCD, said.append, environ=environ)
    assert ("whole\n", 3) == (program.read_text(), len(said))
    assert "once more, since a module did not arrive: " in said[1]


def test_one_that_never_arrives_is_asked_for_twice(tmp_path: Path) -> None:
    environ = _environ(tmp_path, _NEVER_ARRIVES)
    with pytest.raises(NotBuiltError, match="dial tcp: connection refused"):
        built(_ETCD, list[str]().append, environ=environ)
    assert "xx" == (tmp_path / "tries").read_text()


@pytest.mark.parametrize(
    ("home", "expected"), [({}, "cache/lagzero/go-path"), ({"HOME": "/home/somebody"}, "nowhere of ours")]
)
def test_without_a_home_go_keeps_what_it_fetches_in_our_cache(
    tmp_path: Path, home: dict[str, str], expected: str
) -> None:
    environ = go_environ({"XDG_CACHE_HOME": str(tmp_path / "cache"), **home})
    assert expected == environ.get("GOPATH", "nowhere of ours").removeprefix(f"{tmp_path}/")


@pytest.mark.parametrize("other", [{"module": "kubernetes"}, {"linker_flags": "-X version=2"}])
def test_what_a_program_is_built_from_decides_its_place(other: dict[str, str]) -> None:
    assert module_key(_ETCD) != module_key(replace(_ETCD, **other))


def test_what_is_only_said_does_not() -> None:
    assert module_key(_ETCD) == module_key(replace(_ETCD, takes="an hour"))


def test_a_folder_of_ones_own_must_have_them_all(tmp_path: Path) -> None:
    (tmp_path / "etcd").touch()
    with pytest.raises(NoProgramsError, match="lacks kubectl, kube-apiserver, kube-controller-manager; add it"):
        find_programs(list[str]().append, environ={"KUBEBUILDER_ASSETS": str(tmp_path)})
