"""Write the count, if one was decided. The only caller of `Scales.write`."""

from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Outcome, Rejected, Withheld
from scaler.api.types import Mode
from scaler.controller.companions import crosses_zero
from scaler.controller.observe import Seen
from scaler.controller.ports import NotWritten, Scales


async def act(decision: Decision, seen: Seen, scales: Scales) -> Outcome:
    """What became of the decision's rescale."""
    rescale = decision.rescale
    if rescale is None or seen.target is None:
        return NotNeeded()
    if seen.observation.spec.zero.mode is Mode.SHADOW:
        return Withheld()
    if not seen.whole_range and not crosses_zero(rescale):
        return Withheld()
    answer = await scales.write(seen.target, rescale)
    if isinstance(answer, NotWritten):
        return Rejected(rescale=rescale, message=answer.message)
    return Accepted(rescale=rescale)
