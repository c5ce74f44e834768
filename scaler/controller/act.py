"""Write the count, if one was decided. The only caller of `Scales.write` but for the farewell."""

from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Outcome, Rejected, Withheld
from scaler.api.types import Mode
from scaler.controller.companions import crosses_zero
from scaler.controller.contest import Contest
from scaler.controller.contest_words import held_back_text
from scaler.controller.observe import Seen
from scaler.controller.ports import NotWritten, Scales


async def act(decision: Decision, seen: Seen, scales: Scales, contest: Contest) -> Outcome:
    """What became of the decision's rescale. While somebody changes the count back, it may have to wait."""
    rescale = decision.rescale
    held = held_back(decision, seen, contest)
    if held is not None or rescale is None or seen.target is None:
        return held or NotNeeded()
    answer = await scales.write(seen.target, rescale)
    if isinstance(answer, NotWritten):
        return Rejected(rescale=rescale, message=answer.message)
    return Accepted(rescale=rescale)


def held_back(decision: Decision, seen: Seen, contest: Contest) -> NotNeeded | Withheld | None:
    """Why the rescale will not be written, if there is one at all; None: it will be."""
    rescale = decision.rescale
    if rescale is None or seen.target is None:
        return NotNeeded()
    if seen.observation.spec.zero.mode is Mode.SHADOW:
        return Withheld()
    if not seen.whole_range and not crosses_zero(rescale):
        return Withheld()
    if not contest.may_write(seen.observation.now):
        return Withheld(because=held_back_text(contest))
    return None
