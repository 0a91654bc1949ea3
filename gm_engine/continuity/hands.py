"""What has left somebody's hands, is destroyed, or was their last coin; and is used after all."""

from collections.abc import Iterator
from dataclasses import replace

from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_momentary
from gm_engine.continuity.told_since import undone
from gm_engine.continuity.topic import compare_topic
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule


def compare_hands(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """The findings of the topic, but for what was told to come back between: ``undo`` lists the stems of the words that tell so.

    What somebody has had all along was not found or fetched between: then the sentence itself is not asked.
    The words must stand beside the thing's own name, unless ``anywhere`` is among the settings.
    """
    about = () if "anywhere" in rule.when else (known.name(claim.subject).casefold().rpartition(" ")[2],)
    for finding in compare_topic(claim, rule, known):
        if finding.outcome == "conflict":
            along = claim.relation == "held_by" and not claim.change and not is_momentary(claim)
            own = "anywhere" not in rule.when and not along
            if word := undone(finding.fact, claim, known, rule.when.get("undo", ()), about, own=own):
                finding = replace(finding, outcome="near", why=f'it may have come back: "{word}" was told between')
        yield finding
