"""What the table does not know is in no prompt before it is spent: over random plays of every campaign, and word for word."""

from collections.abc import Iterator

import pytest

from gm_engine.authoring import campaign_names, find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.chance import Draws
from gm_engine.memory.index_words import SILENT, plain
from gm_engine.play.game import Game, Played
from gm_engine.play.guard import runs
from gm_engine.play.replay import RecordedReader
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.pack import Pack
from gm_engine.story.roll import DrawKey
from gm_engine.story.table_rules import Hears, TableRules
from tests.packs import LIVERY
from tests.wanderer import Wanderer

PACKS = {name: load_pack(find_pack(name)) for name in campaign_names()} | {"livery": LIVERY}
TURNS = 14


def hidden_words(state: StoryState) -> Iterator[tuple[str, str]]:
    """(what, words) of everything that the table does not know yet."""
    pack = state.pack
    for id, secret in pack.secrets.items():
        if state.secret(id) != "revealed":
            yield f"secrets.{id}", secret.truth
            yield from ((f"secrets.{id}.says", said) for said in secret.says.values())
            yield from ((f"secrets.{id}.clues", clue.text) for clue in secret.clues if f"{id}/{clue.text}" not in state.clues)
    yield from ((f"lore.{id}", entry.text) for id, entry in pack.lore.items() if entry.visibility == "gm")
    for id, clock in pack.clocks.items():
        if clock.visibility == "gm":
            yield f"clocks.{id}", f"{clock.name} {clock.full}"
            yield from ((f"clocks.{id}.{at}", words) for at, words in clock.at.items() if at > state.clock(id))
    for id, person in pack.npcs.items():
        if person.visibility == "gm" and not state.met.get(id):
            yield f"npcs.{id}", f"{person.name} {person.summary} {person.description}"
        yield from ((f"npcs.{id}.if_ignored", step) for step in person.if_ignored)


def hidden_names(state: StoryState) -> Iterator[tuple[str, str]]:
    """(what, name) of by-names that a secret hides."""
    for entity in state.lore.entities():
        yield from ((secret, alias) for alias, secret in entity.secret_aliases.items() if state.secret(secret) != "revealed")


def spent(played: Played) -> str:
    """What the director chose to tell this turn: the words of the beats."""
    prompt = played.prompt
    beats = [beat for section in prompt.sections for beat in section.beats] if prompt else []
    return "\n".join(" ".join((beat.text, *beat.slots.values())) for beat in beats)


def told(state: StoryState) -> str:
    """What was said and heard at the table so far."""
    return "\n".join(f"{turn.said}\n{turn.reply}" for turn in state.turns.values())


def telling(run: tuple[str, ...], names: set[str]) -> bool:
    """Whether a run of words gives anything away: "for it to be" does not, nor does a place that is called "the Long Table"."""
    return sum(word not in SILENT and word not in names for word in run) >= 2


def in_the_open(pack: Pack) -> Iterator[str]:
    """What the author wrote for everybody to know."""
    yield pack.summary
    yield from (entry.text for entry in pack.lore.values() if entry.visibility == "table")
    for section in (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items):
        for authored in section.values():
            if authored.visibility == "table":
                more = (*getattr(authored, "senses", ()), *getattr(authored, "ties", ()), getattr(authored, "wants", ""))
                yield f"{authored.name}. {authored.summary} {authored.description} {'. '.join(more)}"


def leaks(game: Game, played: Played) -> list[str]:
    """What a turn's prompt gives away, section by section."""
    state, prompt = game.state, played.prompt
    assert prompt is not None
    open_ = set().union(*(runs(text) for text in (told(state), spent(played), *in_the_open(state.pack))))
    names = {word for entity in state.lore.entities() for word in plain(entity.name)}
    found = []
    for section in prompt.sections:
        texts = [section.text, *(element.text for element in section.elements)]
        texts += [statement.value.text for element in section.elements for statement in element.statements]
        there = set().union(*(runs(text) for text in texts)) - open_
        for what, words in hidden_words(state):
            found += [f"{section.name}: {what}: {' '.join(run)}" for run in sorted(runs(words) & there) if telling(run, names)]
        lowered = "\n".join(texts).casefold()
        found += [f"{section.name}: {what}: {alias}" for what, alias in hidden_names(state) if alias.casefold() in lowered]
        held = {(fact.subject, fact.relation, fact.value.text) for fact in state.lore.facts() if fact.audience != "table"}
        held -= {(fact.subject, fact.relation, fact.value.text) for fact in state.lore.facts() if fact.audience == "table"}
        stated = {(said.subject, said.relation, said.value.text) for element in section.elements for said in element.statements}
        found += [f"{section.name}: hidden fact {row}" for row in sorted(held & stated)]
    return found


class Prying(Wanderer):
    """A wanderer who also asks outright after what is hidden, by the words of the secrets themselves."""

    def next(self, state: StoryState) -> str:
        draws = Draws(DrawKey(seed=self.seed, turn=state.turn + 1), "pry")
        if not draws.one_in(3):
            return super().next(state)
        secret = draws.pick(tuple(state.pack.secrets.values()))
        who = draws.pick(state.present() or ("",))
        about = draws.pick((*(state.name(id) for id in secret.about), "the matter"))
        return f"I ask {state.name(who)} about {about}." if who else f"I wonder about {about}."


@pytest.mark.parametrize("hears", [(), ("interpret",)])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", sorted(PACKS))
def test_no_prompt_of_a_random_play_tells_what_is_hidden(name: str, seed: int, hears: tuple[Hears, ...]) -> None:
    """Nor does one that is written for a model that hears."""
    game, player = trial(PACKS[name], name, seed=seed), Prying(seed)
    game.tools.table = TableRules(hears=hears)
    game.tools.reader = RecordedReader("none")  # type: ignore[assignment]
    for _ in range(TURNS):
        if game.state.ended:
            break
        said = player.next(game.state)
        played = game.play(said)
        assert leaks(game, played) == [], said


def test_what_is_spent_this_turn_is_in_this_turns_prompt_and_only_then() -> None:
    """The check bites: a clue is in no prompt until it is found, is in that turn's, and may be remembered from then on."""
    game = trial(LIVERY, "livery", seed=3)
    game.tools.reader = RecordedReader("none")  # type: ignore[assignment]
    secret, clues = next((id, secret.clues) for id, secret in LIVERY.secrets.items() if secret.clues)
    played = game.play("I look around.")
    telling_it = played.prompt.sections[0].model_copy(update={"text": clues[0].text}) if played.prompt else None
    assert telling_it is not None
    wrong = played.prompt.model_copy(update={"sections": (telling_it,)}) if played.prompt else None
    event = next(event for event in played.events if isinstance(event, happened.PromptAssembled))
    events = tuple(event.model_copy(update={"prompt": wrong}) if one is event else one for one in played.events)
    assert any(f"secrets.{secret}.clues" in leak for leak in leaks(game, Played(played.turn, events)))
