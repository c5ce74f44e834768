"""Who is let in, who may do what, and what reviews say about others."""

import aiohttp
import pytest

from tests.contracts.sandbox.api import Api, Process

_TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews"
_ACCESS_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"


async def _anonymously(sandbox: Process, headers: dict[str, str]) -> tuple[int, str]:
    connector = aiohttp.TCPConnector(ssl=sandbox.tls(certified=False))
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        session.get(f"{sandbox.url}/api/v1/namespaces", headers=headers) as answer,
    ):
        return answer.status, (await answer.json())["kind"]


async def test_nobody_is_refused(sandbox: Process) -> None:
    assert await _anonymously(sandbox, {}) == (401, "Status")


async def test_a_known_token_is_let_in(sandbox: Process) -> None:
    assert await _anonymously(sandbox, {"Authorization": "Bearer good-token"}) == (200, "NamespaceList")


async def test_an_unknown_token_is_refused(sandbox: Process) -> None:
    assert await _anonymously(sandbox, {"Authorization": "Bearer bad-token"}) == (401, "Status")


async def test_only_admins_impersonate(sandbox: Process) -> None:
    headers = {"Authorization": "Bearer good-token", "Impersonate-User": "root"}
    assert await _anonymously(sandbox, headers) == (403, "Status")


async def test_a_token_review_knows_the_user_of_a_good_token(api: Api) -> None:
    answer = await api.post(_TOKEN_REVIEWS, {"spec": {"token": "good-token"}})
    expected = {"username": "jane", "groups": ["workers", "night", "system:authenticated"]}
    assert answer.body["status"] == {"authenticated": True, "user": expected}


async def test_a_token_review_knows_no_user_of_a_bad_token(api: Api) -> None:
    answer = await api.post(_TOKEN_REVIEWS, {"spec": {"token": "bad-token"}})
    assert answer.body["status"]["authenticated"] is False


@pytest.mark.parametrize(
    ("spec", "allowed"),
    [
        ({"user": "jane"}, True),
        ({"user": "joe"}, False),
        ({"user": "joe", "groups": ["system:masters"]}, True),
    ],
)
async def test_access_is_for_admins_and_the_allow_list(api: Api, spec: dict[str, object], *, allowed: bool) -> None:
    attributes = {"verb": "list", "group": "external.metrics.k8s.io", "resource": "lag"}
    answer = await api.post(_ACCESS_REVIEWS, {"spec": {**spec, "resourceAttributes": attributes}})
    assert (answer.code, answer.body["status"]["allowed"]) == (201, allowed)


async def test_aggregated_servers_find_what_they_read_at_their_start(api: Api, sandbox: Process) -> None:
    answer = await api.get("/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication")
    data = answer.body["data"]
    assert data["requestheader-client-ca-file"] == (sandbox.state / "front-proxy-ca.crt").read_text()
    assert data["client-ca-file"] == (sandbox.state / "client-ca.crt").read_text()
    assert data["requestheader-username-headers"] == '["X-Remote-User"]'


async def test_the_kubeconfig_and_ready_file_name_the_server(sandbox: Process) -> None:
    assert sandbox.url in (sandbox.state / "kubeconfig").read_text()
    assert sandbox.url in (sandbox.state / "ready.json").read_text()
