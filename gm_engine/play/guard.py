"""The guard: what a GM's words must not do. Hidden truths stay hidden; the player's character is the player's."""

import re

from gm_engine.state import StoryState

LEAST_WORDS = 4
WORD = re.compile(r"[\w']+")
OVERSTEP = re.compile(
    r"\byou (?:suddenly |silently |inwardly |then )?"
    r"(?:decide|realise|realize|feel(?! (?:the|a|an|your|his|her|its|their|of)\b)|think|believe|remember|vow|swear"
    r"|resolve|agree|refuse|regret|wish|hope|love|hate|say|reply|answer|tell (?:him|her|them))\b",
    re.IGNORECASE,
)


def leaks(text: str, state: StoryState) -> tuple[str, ...]:
    """What a text gives away: secret aliases, and runs of four words of hidden truths that the table has not been told.

    Runs that also stand in what the table may know (lore, summaries, what has been said) give nothing away.
    """
    found: list[str] = []
    lowered = text.casefold()
    for entity in state.lore.entities():
        for alias, secret in sorted(entity.secret_aliases.items()):
            if state.secret(secret) != "revealed" and re.search(rf"\b{re.escape(alias.casefold())}\b", lowered):
                found.append(alias)
    said = runs(text)
    hidden = {id: secret for id, secret in sorted(state.pack.secrets.items()) if state.secret(id) != "revealed"}
    suspect = {id: sorted(said & runs(secret.truth)) for id, secret in hidden.items()}
    if any(suspect.values()):
        open_runs = runs("\n".join(known(state)))
        found += [" ".join(run) for rows in suspect.values() for run in rows if run not in open_runs]
    return tuple(found)


def known(state: StoryState) -> list[str]:
    """Texts that the table may know, the last replies and the clues found among them."""
    pack = state.pack
    texts = [entry.text for entry in pack.lore.values() if entry.visibility == "table"]
    texts += [rumour.text for rumour in pack.rumours.values()]
    texts += [scene.beat for scene in pack.scenes.values()]
    texts += [choice.result for scene in pack.scenes.values() for choice in scene.choices]
    texts += [clue.text for secret in pack.secrets.values() for clue in secret.clues]
    for section in (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items):
        texts += [f"{authored.name}. {authored.summary} {authored.description}" for authored in section.values()]
    texts += [turn.said for turn in state.recent_turns(20)]
    return texts


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of four words."""
    words = [word.casefold() for word in WORD.findall(text)]
    return {tuple(words[n : n + LEAST_WORDS]) for n in range(len(words) - LEAST_WORDS + 1)}


def oversteps(text: str) -> tuple[str, ...]:
    """Where a text says what the player's character decides, says or feels (what is said inside quotes is a person's own)."""
    outside = re.sub(r'["“][^"”]*["”]', "", text)
    return tuple(match[0] for match in OVERSTEP.finditer(outside))
