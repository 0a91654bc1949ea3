"""Beats and dice in plain words: what a language model is asked to tell this turn."""

from gm_engine.prompting.layout import Story, name_of
from gm_engine.story.beat import Beat
from gm_engine.story.roll import Roll

BANDS = {
    "triumph": "It works, and something more opens.",
    "success": "It works.",
    "cost": "It works, and something is owed or lost for it.",
    "failure": "It does not work, and the situation moves.",
    "disaster": "It goes wrong, worse than before, and everybody can see it.",
    "yes, and": "The answer is yes, and more than that.",
    "yes": "The answer is yes.",
    "yes, but": "The answer is yes, but something spoils it.",
    "no, but": "The answer is no, but something softens it.",
    "no": "The answer is no.",
    "no, and": "The answer is no, and worse than that.",
}
WORDS = {
    "arrive": "The player's character arrives at {place}.",
    "look": "Describe {seen}.",
    "meet": "{actor} is met for the first time: show them.",
    "greet": "{actor} answers the greeting.",
    "answer": "{actor} answers about {topic}, from what they know.",
    "ignorance": "{actor} does not know about {topic}, and says so in their own way.",
    "refusal": "{actor} will not talk about {topic}, or will not do it.",
    "lie": "{actor} lies about {topic}, in speech only.",
    "action": "{actor} does it{to}.",
    "check": "{actor} tries it{to}.",
    "gunfight": "Shots: {actor}{to}.",
    "journey": "The journey to {place}.",
    "scene": "This happens.",
    "choice": "A choice lies open.",
    "omen": "A sign is seen.",
    "consequence": "What was owed comes due.",
    "callback": "Let something from before be remembered.",
    "rumour": "{actor} passes on a rumour about {topic}.",
    "clue": "Something is found.",
    "reveal": "The truth about {topic} comes out now.",
    "search": "The search{to}.",
    "trade": "{actor} and {target} trade.",
    "rest": "Time passes in rest.",
    "reload": "The gun is loaded again.",
    "decision": "The choice is made; show what it does at once.",
    "promise": "A promise or a debt is spoken aloud.",
    "oracle": "The question is answered by chance.",
    "spark": "Let these words colour what comes.",
    "reaction": "{actor} reacts{to}.",
    "ambience": "One thing of the place is sensed.",
    "note": "It is noted.",
    "lore": "What the lore says of this is told as part of the scene.",
    "statement": "Let it be said in passing.",
    "premise": "The player takes for granted what nothing told so far supports. Do not confirm it; let it lie, or be doubted.",
    "repair": "Your last reply said what cannot stand. Put it right in passing, and do not build on it.",
    "impossible": "It cannot be done: say why in the world's own terms, and what can be done.",
}
SPEAK = frozenset({"meet", "greet", "answer", "ignorance", "refusal", "lie", "rumour", "reaction"})
DO = frozenset({"action", "check", "gunfight"})
UNTOLD = frozenset({"flags", "class", "hero"})
"""Slots that are for the embedded GM's grammar alone."""
MODALITIES = {
    "asserted": "as plain fact",
    "speech": "in somebody's mouth",
    "rumour": "as a rumour",
    "plan": "as a plan",
    "hypothetical": "as a mere possibility",
    "dream": "as something dreamt",
    "quoted": "as words quoted from somewhere",
    "sarcasm": "in mockery",
    "question": "as a question",
}


def beat_line(beat: Beat, story: Story) -> str:
    """A beat in words.

    Authored prose stands in quotation marks, to be kept; ids have become names.
    """
    # Whoever is met or asked is the one who does it; where nobody is named, the player's character does.
    doer = beat.actor or (beat.target if beat.kind in SPEAK else story.pc if beat.kind in DO else "")
    actor, target = (name_of(id, story) if id else "somebody" for id in (doer, beat.target))
    parts = [
        WORDS[beat.kind].format(
            actor=actor[:1].upper() + actor[1:],
            target=target,
            to=f", toward {target}" if beat.target and beat.target != doer else "",
            seen=name_of(beat.topic or beat.target, story) if beat.topic or beat.target else "what is here",
            topic=name_of(beat.topic, story) if beat.topic else "it",
            place=name_of(beat.place, story) if beat.place else "the place",
        )
    ]
    if beat.band:
        parts.append(BANDS[beat.band])
    if beat.text:
        parts.append(f'"{" ".join(beat.text.split())}"')
    if beat.statement:
        statement = beat.statement
        subject = name_of(statement.subject, story)
        value = name_of(statement.value.entity, story) if statement.value.entity else statement.value.text
        not_ = "" if statement.polarity else "not "
        parts.append(f"Say {MODALITIES[beat.modality]}: {subject}, {statement.relation.replace('_', ' ')}: {not_}{value}.")
    if beat.slots:
        shown = {"target_name"} if doer and doer == beat.target else set()
        said = (name for name in beat.slots if name not in UNTOLD | shown and not name.endswith("_pronouns"))
        told = sorted(name for name in said if f"{name}_name" not in beat.slots)
        slots = (f"{name.removesuffix('_name').replace('_', ' ')}: {_named(beat.slots[name], story)}" for name in told)
        parts.append(f"({'; '.join(slots)})" if told else "")
    return " ".join(part for part in parts if part)


def _named(value: str, story: Story) -> str:
    """A slot's value; where it is made of ids, their names."""
    ids = value.split(",")
    known = all(id == story.pc or story.lore.entity(id) for id in ids)
    return ", ".join(name_of(id, story) for id in ids) if known else value


def dice_line(roll: Roll, story: Story) -> str:
    """A roll in words: who rolled what, against what, and how it came out."""
    who = name_of(roll.actor, story) if roll.actor else "the table"
    what = roll.skill or roll.why or roll.expression
    against = f" against {roll.target}" if roll.target is not None else ""
    band = f": {roll.band}" if roll.band else ""
    return f"{who}, {what.replace('_', ' ')}: {roll.total}{against}{band}."
