"""Would the API server take what a plan creates? Asked by a dry run."""

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, BadRequest, Forbidden, Invalid, NotFound
from scaler.migration.not_served import explained
from scaler.migration.steps import Plan, Request, Verb


async def refusal_beforehand(client: KubeClient, plan: Plan) -> str:
    """The same where the server can be asked at all: what is refused later leaves a hand-over half done."""
    try:
        return await refusal_of(client, plan)
    except BadRequest:
        return ""


async def refusal_of(client: KubeClient, plan: Plan) -> str:
    """The server's own words where it refuses an object, empty if it takes each. Nothing is stored.

    Only creations are tried: what later steps change isn't there yet. Raises ApiError for what is no refusal.
    """
    for step in plan.steps:
        if not isinstance(step, Request) or step.verb is not Verb.CREATE:
            continue
        params = {"dryRun": "All", "fieldManager": step.field_manager}
        try:
            await client.create(step.path, step.body, msgspec.Raw, params=params)
        except NotFound as error:
            return explained(step, error).message
        except (Invalid, Forbidden) as error:
            return _words(error)
    return ""


def _words(error: ApiError) -> str:
    return f"{error.reason}: {error.message}" if error.reason else error.message
