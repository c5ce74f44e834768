"""Who is asking: the subject of a client certificate, or a bearer token of the given list; impersonation for admins.

A certificate of an unknown authority already fails the TLS handshake, where kube-apiserver answers 401. Tokens of
service accounts (TokenRequest) do not exist.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import unquote

from aiohttp import web

from e2e.sandbox.failures import forbidden, unauthorized

ADMINS = "system:masters"
AUTHENTICATED = "system:authenticated"
_CREDENTIAL = "authentication.kubernetes.io/credential-id"
_IMPERSONATE_EXTRA = "impersonate-extra-"


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """An authenticated caller."""

    name: str
    groups: tuple[str, ...] = ()
    uid: str = ""
    extra: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_tokens(text: str) -> dict[str, User]:
    """The users of a file with a line `user,token,"group,group"` each, by token; raises ValueError on another form."""
    users = {}
    for number, row in enumerate(csv.reader(io.StringIO(text)), start=1):
        if not row:
            continue
        if len(row) < 2:
            raise ValueError(f"line {number} of the tokens file should be: user,token,groups")
        groups = [group for cell in row[2:] for group in cell.split(",") if group]
        users[row[1]] = User(name=row[0], groups=(*groups, AUTHENTICATED))
    return users


def caller(request: web.Request, tokens: Mapping[str, User]) -> User:
    """Who sent a request, impersonation applied; raises 401 for nobody, 403 for who may not impersonate."""
    user = _certified(request) or tokens.get(_bearer_token(request))
    if user is None:
        raise unauthorized()
    name = request.headers.get("Impersonate-User")
    if name is None:
        return user
    if ADMINS not in user.groups:
        raise forbidden(f'users "{name}" is forbidden: User "{user.name}" cannot impersonate resource "users"')
    extra: dict[str, tuple[str, ...]] = {}
    for header, value in request.headers.items():
        if header.lower().startswith(_IMPERSONATE_EXTRA):
            key = unquote(header[len(_IMPERSONATE_EXTRA) :].lower())
            extra[key] = (*extra.get(key, ()), value)
    groups = dict.fromkeys([*request.headers.getall("Impersonate-Group", []), AUTHENTICATED])
    return User(name=name, groups=tuple(groups), uid=request.headers.get("Impersonate-Uid", ""), extra=extra)


def _certified(request: web.Request) -> User | None:
    transport = request.transport
    certificate = transport.get_extra_info("peercert") if transport is not None else None
    if not certificate or transport is None:
        return None
    subject = [attribute for names in certificate["subject"] for attribute in names]
    name = next((value for key, value in subject if key == "commonName"), "")
    groups = tuple(value for key, value in subject if key == "organizationName")
    tls = transport.get_extra_info("ssl_object")
    credential = f"X509SHA256={sha256(tls.getpeercert(binary_form=True)).hexdigest()}"
    return User(name=name, groups=(*groups, AUTHENTICATED), extra={_CREDENTIAL: (credential,)})


def _bearer_token(request: web.Request) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
