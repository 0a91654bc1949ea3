"""A small campaign, and hands to play it with."""

from collections.abc import Iterable

from gm_engine.authoring import read_rulebook
from gm_engine.rules import adjudicate
from gm_engine.state import StoryState, fold
from gm_engine.story.calendar import Calendar
from gm_engine.story.condition import Effect
from gm_engine.story.event import DiceRolled, Event, PackOpened, SceneOpened, StateChanged, StoryOpened
from gm_engine.story.intent import Intent
from gm_engine.story.pack import (
    Advance,
    AuthoredScene,
    Choice,
    Clock,
    Clue,
    Faction,
    Item,
    Location,
    Pack,
    Person,
    Row,
    Secret,
    Start,
    Table,
)
from gm_engine.story.roll import Roll
from gm_engine.story.scene import Scene
from gm_engine.story.travel import Exit

WESTERN = read_rulebook("western")


def mesa(**changes: object) -> Pack:
    """A town, a gorge nine miles off, four people, two secrets, a clock."""
    pack = Pack(
        id="mesa",
        title="Mesa",
        calendar=Calendar(start="1878-05-07 17:30"),
        start=Start(at="livery", pc="cal"),
        characters={
            "cal": Person(
                name="Calloway Reed",
                aliases=("Cal", "Reed"),
                pronouns="he",
                at="livery",
                attributes={"brawn": 45, "hands": 55, "eyes": 50, "wits": 40, "grit": 50, "charm": 30},
                skills={"shooting": 10, "riding": 20, "notice": 10},
                items={"revolver": 1, "cartridges": 18, "letter": 1},
                money=2350,
            )
        },
        npcs={
            "boone": Person(
                name="Temperance Boone",
                aliases=("Miss Boone", "the schoolmistress"),
                secret_aliases={"Faro Tess": "boone_past"},
                pronouns="she",
                at="school",
                role="schoolmistress",
                attitude=1,
                knows=("boone_past", "payroll_train"),
            ),
            "thorne": Person(
                name="Elias Thorne", aliases=("Marshal Thorne", "the marshal"), pronouns="he", at="saloon", role="town marshal"
            ),
            "pete": Person(
                name="Peter Lund",
                aliases=("Sundown Pete", "Pete"),
                pronouns="he",
                at="gorge",
                role="outlaw",
                faction="lund_gang",
                attitude=-2,
            ),
            "ortega": Person(
                name="Luis Ortega",
                aliases=("Ortega", "the liveryman"),
                pronouns="he",
                at="livery",
                role="liveryman",
                attitude=1,
                knows=("payroll_train",),
            ),
        },
        locations={
            "town": Location(name="Red Mesa", kind="town"),
            "livery": Location(name="Ortega's Livery", within="town", exits=(Exit(to="street", minutes=1),)),
            "street": Location(
                name="the main street",
                within="town",
                exits=(
                    Exit(to="livery", minutes=1),
                    Exit(to="saloon", minutes=1),
                    Exit(to="school", minutes=3),
                    Exit(to="bank", minutes=2),
                ),
            ),
            "saloon": Location(name="the Silver Spur", kind="saloon", within="town", exits=(Exit(to="street", minutes=1),)),
            "school": Location(name="the schoolhouse", within="town", exits=(Exit(to="street", minutes=3),)),
            "bank": Location(name="the Territorial Bank", within="town", exits=(Exit(to="street", minutes=2),)),
            "gorge": Location(
                name="Perdition Gorge", kind="wild", danger=2, exits=(Exit(to="street", tenths=90, dir="north", terrain="trail"),)
            ),
        },
        factions={"lund_gang": Faction(name="the Lund gang", members=("pete",), goal="take the payroll")},
        items={
            "letter": Item(name="your brother's letter", unique=True, reveals="boone_past"),
            "photograph": Item(name="a Leadville photograph", unique=True, at="school"),
            "rope": Item(name="a coil of rope", price=75),
        },
        secrets={
            "boone_past": Secret(
                truth="Temperance Boone was the Faro Tess who dealt cards in Leadville.",
                clues=(
                    Clue(text="a marked deck beneath the hymnals", at="school"),
                    Clue(text="a Leadville photograph in her desk", at="school"),
                    Clue(text="the letter's postmark", item="letter"),
                ),
            ),
            "payroll_train": Secret(
                truth="The Yuma payroll crosses Perdition Gorge on Friday at dawn.",
                clues=(
                    Clue(text="the bank clerk is working late"),
                    Clue(text="Ortega hired out nine fast horses"),
                    Clue(text="a chalked 5.10 on the depot board"),
                ),
            ),
        },
        clocks={
            "payroll": Clock(
                name="The payroll raid",
                size=6,
                advance=Advance(each_day=1, events=("player_dawdles",)),
                at={2: "Riders ask for fast horses."},
                full="The Lund gang blows the trestle.",
                effects=(Effect(verb="flag", target="blown"),),
            )
        },
        scenes={
            "cardtable": AuthoredScene(
                id="cardtable",
                at="saloon",
                beat="A drummer offers you a seat.",
                choices=(
                    Choice(id="play", text="sit in"),
                    Choice(id="refuse", text="stay standing", effects=(Effect(verb="attitude", target="thorne", amount=1),)),
                ),
            )
        },
        rulebook=WESTERN,
        tables={"road": Table(rows=(Row(text="A rider.", set="rider"), Row(text="Dust.")))},
    )
    return pack.model_copy(update=changes)


def opened(pack: Pack | None = None, seed: int = 1) -> StoryState:
    """A story at its first turn."""
    pack = pack or mesa()
    state = StoryState()
    play(state, [StoryOpened(campaign=pack.id, title=pack.title, seed=seed, gm="embedded"), PackOpened(pack=pack)])
    play(state, [SceneOpened(turn=1, scene=Scene(id="s1", title="", place=pack.start.at))])
    return state


def play(state: StoryState, events: Iterable[Event]) -> list[Event]:
    """Folds events one by one as they come, and gives them back."""
    done = []
    for event in events:
        fold(state, event)
        done.append(event)
    return done


def do(state: StoryState, verb: str, first: dict[str, int] | None = None, **slots: object) -> list[Event]:
    """Plays one intent in a turn of its own (in the same turn, where ``first`` is handed over)."""
    if first is None:
        state.turn += 1
    return play(state, adjudicate(Intent.model_validate({"verb": verb, **slots}), state, state.draw(), first))


def changes(events: Iterable[Event], what: str) -> list[StateChanged]:
    return [event for event in events if isinstance(event, StateChanged) and event.what == what]


def rolls(events: Iterable[Event]) -> list[Roll]:
    return [event.roll for event in events if isinstance(event, DiceRolled)]


def refusals(events: Iterable[Event]) -> list[str]:
    return [event.cause for event in changes(events, "used") if event.cause.startswith("refused:")]
