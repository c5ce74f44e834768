"""Nothing in the repository points at one machine, at one package registry or at work that is left for later."""

import re

import pytest

from tests.architecture.tree import ROOT, name_of, repository_files

# Put together here, so that this file isn't the one that is found.
_UNWANTED = {
    "a registry's address": re.compile(
        r"https?://[\w.-]*(pypi|pythonhosted|npmjs|goproxy|proxy\.golang)[\w.-]*", re.IGNORECASE
    ),
    "a registry's option": re.compile(r"--(extra-)?index-url(?!\s*\\?$)[ =]\S*://", re.MULTILINE),
    "a path of one machine": re.compile(r"/(home|Users)/\w+/|/root/\w|/work/\w"),
    "work left for later": re.compile(r"\b(" + "TO" + "DO|" + "FIX" + "ME|X" + "XX)\b"),
}


@pytest.mark.parametrize("what", _UNWANTED)
def test_no_file_holds(what: str) -> None:
    assert [] == [
        f"{name_of(file)}: {found.group()}"
        for file in repository_files()
        if file.name != "LICENSE" and (found := _UNWANTED[what].search(_text(file.read_bytes())))
    ]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_pin_everything_by_hash_and_name_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    pins = re.findall(r"^[a-z0-9][^\n]*(?:\n    --hash[^\n]*)*", text, flags=re.MULTILINE)
    assert pins
    assert [] == [pin for pin in pins if "==" not in pin or "--hash=sha256:" not in pin]


def test_the_programs_lock_is_a_part_of_the_developers_lock() -> None:
    programs, developers = (
        set(re.findall(r"^\S+==\S+", (ROOT / lock).read_text(encoding="utf-8"), flags=re.MULTILINE))
        for lock in ("requirements.lock", "requirements-dev.lock")
    )
    assert set() == programs - developers


def _text(content: bytes) -> str:
    """Empty for what isn't text."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""
