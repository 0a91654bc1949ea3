"""Lorebooks in play: what acts is on record and in the prompt, once, with its reason; going back and replaying give the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from gm_engine.bootstrap import trial, verify_game
from gm_engine.context import lorebook_keys, why
from gm_engine.exchange.formats.character_book import read_character_book
from gm_engine.interfaces.cli.reasons import why_in_short, why_text
from gm_engine.play.game import Game, Played
from gm_engine.story import event as happened
from gm_engine.story.activation import Activation
from gm_engine.story.budget import Budget
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.pack import LoreEntry, Pack
from tests.packs import LIVERY
from tests.play.heard import Table


def with_book(*entries: LorebookEntry, lore: dict[str, Any] | None = None, **settings: Any) -> Pack:
    """The livery with a lorebook of these entries."""
    return with_books(Lorebook(id="gods", name="The Gods", entries=entries, **settings), lore=lore)


def with_books(*books: Lorebook, lore: dict[str, Any] | None = None) -> Pack:
    """The livery with lorebooks; their entries stand in the lore as an import puts them there."""
    entries = [(f"{book.id}_{one.id}", one) for book in books for one in book.entries if one.enabled]
    found = {id: LoreEntry(id=id, text=one.text, keys=one.keys, pinned=one.constant) for id, one in entries}
    found = {id: entry.model_copy(update=(lore or {}).get(id, {})) for id, entry in found.items()}
    return LIVERY.model_copy(update={"books": {book.id: book for book in books}, "lore": {**LIVERY.lore, **found}})


IMPORTED = {
    "name": "Salt Road", "scan_depth": 3, "token_budget": 40, "recursive_scanning": True, "extensions": {},
    "entries": [
        {"keys": ["caravan"], "content": "The caravan goes by the brine well.", "enabled": True, "insertion_order": 5, "priority": 1},
        {"keys": ["brine"], "content": "@@depth 1\n@@exclude_keys dry\nThe brine well is deep.", "enabled": True, "insertion_order": 9},
        {"keys": ["/sa[lt]+/i"], "content": "Salt is dear. " * 9, "enabled": True, "insertion_order": 90, "priority": 9},
        {"keys": ["caravan"], "content": "@@activate_only_after 1\nIt is late.", "enabled": True, "insertion_order": 50, "priority": 5},
        {"keys": ["caravan"], "content": "Nobody reads this.", "enabled": False, "insertion_order": 1},
    ],
}  # fmt: skip


MOON = LorebookEntry(id="moon", title="The Moon", text="The moon is called Selu; {{user}} swears by her.", keys=("moon",))
TIDE = LorebookEntry(id="tide", text="The tides follow Selu.", keys=("Selu",), position="depth", depth=2, cooldown=5)
SUN = LorebookEntry(id="sun", text="The sun is Aru.", keys=("/s[ou]n\\b/i",), chance=50, sticky=3)
RULE = LorebookEntry(id="rule", text="Nobody counts the stars.", constant=True, position="note_top")
LINES = ("I look around.", "I look at the moon.", "I wait.", "I speak of the sun and the moon.", "I look around.")


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = trial(with_book(MOON, TIDE, SUN, RULE), "evening", seed=5)
    for line in LINES:
        game.play(line)
    yield game
    game.close()


def acted(played: Played) -> Activation:
    [found] = [event.activation for event in played.events if isinstance(event, happened.LorebooksActed)]
    return found


def of_turn(game: Game, turn: int) -> Activation:
    [found] = [entry.event.activation for entry in game.turn_events(turn) if isinstance(entry.event, happened.LorebooksActed)]
    return found


def ids(found: Activation) -> list[str]:
    return [one.entry for one in found.acted]


def lorebook_elements(game: Game, turn: int) -> list[str]:
    return [one.id for section in game.prompt_of(turn).prompt.sections if section.name == "lorebook" for one in section.elements]


def test_what_acts_is_on_record_with_the_messages_that_there_were(game: Game) -> None:
    assert ids(of_turn(game, 1)) == ["rule"]
    assert [one.entry for one in of_turn(game, 2).acted] == ["tide", "rule", "moon"]
    assert [of_turn(game, turn).messages for turn in range(1, 6)] == [1, 3, 5, 7, 9]
    assert [(one.key, one.where, one.turn, one.via) for one in of_turn(game, 2).acted if one.entry == "tide"] == [
        ("Selu", "entry", 0, "gods/moon")
    ]


def test_what_rests_is_told_and_kept_out(game: Game) -> None:
    assert {one.entry: one.why for one in of_turn(game, 4).idle}["tide"] == "cooldown"
    assert why(game.prompt_of(4), "lore:gods_tide") is None
    assert "but it rests for another" in game.why_not(4, "lore:gods_tide").why


def test_each_entry_that_acts_stands_in_the_prompt_once_with_its_names_filled_in(game: Game) -> None:
    prompt = game.prompt_of(2).prompt
    everything = [one.id for section in prompt.sections for one in section.elements]
    assert lorebook_elements(game, 2)
    assert all(everything.count(id) == 1 for id in lorebook_elements(game, 2))
    assert "The moon is called Selu; Calloway Reed swears by her." in "\n".join(section.text for section in prompt.sections)
    roles = [(section.name, section.text) for section in prompt.sections]
    tide = next(at for at, (_, text) in enumerate(roles) if text == "The tides follow Selu.")
    assert roles[tide + 1][0] == "history"


def test_the_prompt_says_by_which_key(game: Game) -> None:
    reasons = {one.element.id: one.because for one in game.why(2)}
    assert reasons["lore:gods_moon"] == "lorebook The Gods, key 'moon' in turn 2"
    assert reasons["lore:gods_tide"] == "lorebook The Gods, key 'Selu' in the entry \"The Moon\""
    assert reasons["lore:gods_rule"] == "lorebook The Gods, always there"
    text = why_text(game, 4, gm_notes=True)
    assert "lorebook The Gods, key 'moon' in turn 4" in text
    assert "Of the lorebooks, not:" in text
    assert "The moon is called Selu" in why_in_short(game, 2)


def test_a_prompt_is_not_larger_than_its_budget(game: Game) -> None:
    for turn in range(1, len(LINES) + 1):
        event = game.prompt_of(turn)
        assert event.spread
        assert event.tokens <= event.spread.room
        assert event.tokens == sum(event.spread.used.values())


def test_a_replay_finds_the_same(game: Game) -> None:
    done = verify_game(game.journal)
    assert (done.turns, done.prompts, done.notes) == (len(LINES), len(LINES), [])


def test_told_again_a_turn_has_what_was_timed_before_it_and_other_dice() -> None:
    throws = LorebookEntry(id="throws", text="A sign.", keys=("sign",), chance=50)
    rests = LorebookEntry(id="rests", text="A rest.", keys=("sign",), cooldown=9)
    swiped = LorebookEntry(id="swiped", text="Again.", keys=("sign",), triggers=("swipe",))
    game = trial(with_book(throws, rests, swiped), "evening", seed=5)
    first = acted(game.play("A sign!"))
    assert ids(first).count("rests") == 1
    assert "swiped" not in ids(first)
    again = []
    for _ in range(6):
        game.undo()
        again.append(acted(game.play("A sign!")))
    assert all("rests" in ids(found) and "swiped" in ids(found) for found in again)
    assert {"throws" in ids(found) for found in (first, *again)} == {True, False}
    assert verify_game(game.journal).turns == 1
    assert game.state.timed["cooldown/gods/rests"].end == 10
    game.undo()
    assert len(game.state.timed) == 0


def test_a_branch_has_its_own() -> None:
    game = trial(with_book(LorebookEntry(id="once", text="Once.", keys=("sign",), cooldown=50)), "evening", seed=5)
    game.play("I wait.")
    game.branch("other", turn=1)
    assert ids(acted(game.play("A sign!"))) == ["once"]
    assert ids(acted(game.play("A sign!"))) == []
    game.switch("main")
    assert ids(acted(game.play("A sign!"))) == ["once"]


def test_an_entry_that_is_too_large_empties_no_prompt() -> None:
    huge = LorebookEntry(id="huge", text="The sky is wide. " * 2000, constant=True, order=900)
    always = LorebookEntry(id="always", text="It rains. " * 900, constant=True, beyond_budget=True)
    game = trial(with_book(huge, MOON, always), "evening", seed=5, budget=Budget(total=3000, reply=300))
    found = acted(game.play("I look at the moon."))
    assert ids(found) == ["always", "moon"] or ids(found) == ["moon", "always"]
    assert [(one.entry, one.why) for one in found.idle] == [("huge", "budget")]
    assert "has no room for" in game.why_not(1, "lore:gods_huge").why


def test_where_the_prompt_is_full_the_weakest_of_what_acts_goes_first() -> None:
    many = [
        LorebookEntry(id=f"n{n}", text=f"Number {n}. " + "It rains upon the plain. " * 60, constant=True, beyond_budget=True, order=n)
        for n in range(9)
    ]
    game = trial(with_book(*many), "evening", seed=5, budget=Budget(total=3600, reply=300))
    game.play("I look around.")
    kept = lorebook_elements(game, 1)
    assert 0 < len(kept) < 9
    assert kept == [f"lore:gods_n{n}" for n in range(9 - len(kept), 9)]
    left = {one.id: one.why for one in game.prompt_of(1).left_out}
    assert all(left[f"lore:gods_n{n}"] == "over budget" for n in range(9 - len(kept)))


def test_an_entry_that_is_the_gms_or_was_hidden_by_hand_does_not_act() -> None:
    secret = LorebookEntry(id="secret", text="Ortega killed him.", keys=("moon",))
    game = trial(with_book(MOON, secret, lore={"gods_secret": {"visibility": "gm"}}), "evening", seed=5)
    assert ids(acted(game.play("I look at the moon."))) == ["moon"]
    game.by_hand.hide("lore:gods_moon")
    assert ids(acted(game.play("I look at the moon."))) == []
    assert "is called Selu" not in "".join(section.text for section in game.prompt_of(2).prompt.sections if section.name != "history")


def test_what_is_found_by_its_score_is_the_same_entry_and_does_not_stay() -> None:
    entry = LorebookEntry(id="ferry", text="The ferry at Bent Elbow sank in the flood of 1879 with eleven aboard.", keys=("kraken",))
    game = trial(with_book(entry), "evening", seed=5)

    def there(said: str) -> list[tuple[str, str]]:
        game.play(said)
        sections = game.prompt_of(game.state.turn).prompt.sections
        return [(section.name, one.source) for section in sections for one in section.elements if one.id == "lore:gods_ferry"]

    assert there("How many were aboard the ferry at Bent Elbow in the flood?") == [("memory", "lorebook")]
    for _ in range(3):
        assert ("known", "lorebook") not in there("How many were aboard the ferry at Bent Elbow in the flood?")
    assert there("The kraken took the ferry at Bent Elbow in the flood, with how many aboard?") == [("lorebook", "lorebook")]


def test_a_constant_is_no_pinned_lore_beside_its_book() -> None:
    rests = LorebookEntry(id="rests", text="Nobody counts the stars.", constant=True, cooldown=50)
    game = trial(with_book(rests), "evening", seed=5)
    assert ids(acted(game.play("I wait."))) == ["rests"]
    assert ids(acted(game.play("I wait."))) == []
    assert why(game.prompt_of(2), "lore:gods_rests") is None


def test_outlets_flow_where_they_are_asked_for() -> None:
    asks = LorebookEntry(id="asks", text="The sea: {{outlet::Tides}}", constant=True)
    tides = LorebookEntry(id="tides", text="the tides are high.", constant=True, position="outlet", outlet="Tides")
    alone = LorebookEntry(id="alone", text="The wind is low.", constant=True, position="outlet", outlet="Winds")
    game = trial(with_book(asks, tides, alone), "evening", seed=5)
    game.play("I wait.")
    text = "\n".join(section.text for section in game.prompt_of(1).prompt.sections)
    assert "The sea: the tides are high." in text
    assert text.count("the tides are high.") == 1
    assert "The wind is low." in text


def test_what_would_have_brought_an_entry_in_is_its_key() -> None:
    game = trial(with_book(MOON), "evening", seed=5)
    game.play("I wait.")
    found = game.why_not(1, "lore:gods_moon")
    assert found.changes[0].value == "moon."


def test_the_table_is_not_told_of_keys_that_name_whom_it_does_not_know() -> None:
    from gm_engine.context.explain import lorebooks_known
    from gm_engine.state.table_lore import TableLore

    stranger = next(person.name for id, person in LIVERY.npcs.items() if not TableLore(trial(LIVERY, "evening").state).knows(id))
    entry = LorebookEntry(id="a", text="It rains.", keys=(stranger,), chance=0)
    game = trial(with_book(entry), "evening", seed=5)
    game.play(f"I ask for {stranger}.")
    table, notes = TableLore(game.state), TableLore(game.state, gm_notes=True)
    assert [one.id for one in lorebooks_known(game.lorebooks(1), notes)] == ["lore:gods_a"]
    assert lorebooks_known(game.lorebooks(1), table) == () or table.opens(stranger)


def test_a_model_that_hears_has_them_in_its_prompt_too() -> None:
    table = Table(with_book(MOON, TIDE, RULE))
    table.turn(said="I look around.")
    played = table.turn(said="I look at the moon.")
    assert ids(acted(played)) == ["tide", "rule", "moon"]
    assert "Calloway Reed swears by her." in table.prompt
    shown = [one.id for section in table.game.prompt_of(2).prompt.sections for one in section.elements if one.id.startswith("lore:gods")]
    assert sorted(shown) == ["lore:gods_moon", "lore:gods_rule", "lore:gods_tide"]
    assert table.prompt.index("The tides follow Selu.") < table.prompt.index("Nobody counts the stars.")
    assert verify_game(table.game.journal).prompts == 2


def test_a_key_that_takes_too_long_is_taken_from_the_record_by_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = LorebookEntry(id="slow", text="Slow.", keys=("/(a|aa)+$/",))
    game = trial(with_book(slow, MOON), "evening", seed=5)
    found = acted(game.play(f"The moon, {'a' * 80}b."))
    assert [(one.entry, one.why) for one in found.idle] == [("slow", "slow")]
    assert acted(game.play("The moon, aaa")).idle == ()
    monkeypatch.setattr(lorebook_keys, "PATIENCE", 60.0)
    done = verify_game(game.journal)
    assert done.turns == 2
    assert any("took too long" in note for note in done.notes)


def test_what_an_author_keeps_out_is_not_told_by_the_embedded_gm() -> None:
    told = LorebookEntry(id="told", text="The bishop of Alamosa is called Verdugo.", keys=("bishop",))
    lost = told.changed(id="lost", text="The bishop of Alamosa is called Quintero.", groups=("who",))
    wins = told.changed(groups=("who",), group_wins=True)
    game = trial(with_book(wins, lost), "evening", seed=5)
    replies = [game.play(line).turn.reply for line in ("Who is the bishop of Alamosa?", "I ask Ortega who the bishop of Alamosa is.")]
    assert any("Verdugo" in reply for reply in replies)
    assert not any("Quintero" in reply for reply in replies)


def test_what_its_authors_rules_shut_out_comes_in_by_no_other_road() -> None:
    dry = LorebookEntry(id="dry", text="The ford is dry; Ortega has gray hair.", keys=("ford",), also=("midnight",), logic="not_any")
    wet = LorebookEntry(id="wet", text="The ford drips with brine.", keys=("ford",), also=("midnight",))
    off = LorebookEntry(id="off", text="A ghost keeps the fords.", keys=("ghost",), chance=0)
    game = trial(with_book(dry, wet, off), "evening", seed=5)
    night, day = (
        game.play(line).turn.number for line in ("I ask Ortega of the ford at midnight.", "I ask Ortega of the fords and ghosts.")
    )
    told = ["\n".join(section.text for section in game.prompt_of(turn).prompt.sections) for turn in (night, day)]
    assert "drips with brine" in told[0]
    assert not any(words in told[0] for words in ("is dry", "Hair: grey"))
    assert all(words in told[1] for words in ("is dry", "Hair: grey"))
    assert not any("ghost keeps" in text for text in told)
    assert game.why_not(night, "lore:gods_dry").why == (
        "lorebook The Gods, key 'ford', but its author's rules shut it out: NOT ANY midnight"
    )
    assert game.why_not(day, "lore:gods_off").why.startswith("its author's rules shut it out")
    assert verify_game(game.journal).prompts == 2


def test_the_book_of_a_card_acts_as_it_was_written() -> None:
    book, losses = read_character_book(IMPORTED, "salt.json")
    assert losses == ()
    game = trial(with_books(book), "evening", seed=5)
    assert ids(acted(game.play("When does the caravan come?"))) == ["0", "1"]
    sections = [(section.name, section.text) for section in game.prompt_of(1).prompt.sections]
    assert [text for (name, _), (_, text) in zip(sections[1:], sections, strict=False) if name == "said"] == ["The brine well is deep."]
    second = acted(game.play("Is the caravan late?"))
    assert {"0", "3"} <= set(ids(second))
    third = acted(game.play("Is there salt with the caravan, or is it dry?"))
    assert ids(third) == ["2"]
    assert {one.entry: one.why for one in third.idle}.items() >= {("0", "budget"), ("3", "budget")}
    assert verify_game(game.journal).prompts == 3


def test_a_campaign_without_lorebooks_has_no_such_event() -> None:
    game = trial(LIVERY, "evening", seed=5)
    assert not [event for event in game.play("I wait.").events if isinstance(event, happened.LorebooksActed)]
