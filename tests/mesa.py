"""Red Mesa, a small campaign for tests of the plan and of the narrator."""

from gm_engine.story.condition import Condition, Effect, Owed
from gm_engine.story.pack import (
    AuthoredScene,
    Choice,
    Clock,
    Clue,
    Item,
    Location,
    LoreEntry,
    Pack,
    Person,
    Rumour,
    Secret,
    Start,
)
from gm_engine.story.travel import Exit

SECRET_ALIAS = "Faro Tess"


def way(to: str, minutes: int = 1) -> Exit:
    """A short way."""
    return Exit(to=to, minutes=minutes)


def mesa(**changes: object) -> Pack:
    """The campaign; ``changes`` replace whole sections."""
    sections: dict[str, object] = {
        "id": "red_mesa",
        "title": "The Red Mesa Payroll",
        "start": Start(at="livery", pc="cal"),
        "characters": {
            "cal": Person(name="Calloway Reed", aliases=("Cal",), pronouns="he", money=2350, items={"revolver": 1, "cartridges": 18}),
        },
        "npcs": {
            "boone": Person(
                name="Temperance Boone", aliases=("Miss Boone", "the schoolmistress"), secret_aliases={SECRET_ALIAS: "boone_past"},
                pronouns="she", at="school", role="schoolmistress", traits={"eyes": "gray", "hair": "black"}, attitude=1,
                wants="to keep her past buried", knows=("boone_past",), says=("Chalk keeps better than people.",),
            ),
            "thorne": Person(
                name="Elias Thorne", aliases=("the marshal", "Thorne"), pronouns="he", at="saloon", role="town marshal",
                traits={"left_hand": "missing", "eyes": "blue"}, wants="a quiet week",
            ),
            "ortega": Person(
                name="Luis Ortega", aliases=("Ortega", "the liveryman"), pronouns="he", at="livery", role="liveryman", attitude=1,
                traits={"eyes": "brown", "build": "broad", "handed": "left-handed"}, says=("A horse tells you. You only have to ask.",),
            ),
            "ash": Person(name="Ash Pell", pronouns="they", at="saloon", role="faro dealer", traits={"hair": "red"}, attitude=-1),
        },
        "locations": {
            "livery": Location(
                name="Ortega's Livery", kind="livery stable", exits=(way("street"),),
                senses=("horse sweat", "a hammer on a cold shoe", "a gray mule"),
            ),
            "street": Location(name="the main street", kind="street", senses=("red dust", "a loose shutter"),
                               exits=(way("saloon"), way("school", 3), Exit(to="gorge", tenths=90, dir="north", terrain="rough trail"))),
            "saloon": Location(name="the Silver Spur", kind="saloon", senses=("spilled beer", "a fiddle missing a string")),
            "school": Location(name="the schoolhouse", kind="school", senses=("chalk", "hot pine boards")),
            "gorge": Location(name="Perdition Gorge", kind="wild", senses=("wind in the trestle",)),
        },
        "items": {
            "revolver": Item(name="the revolver", weapon="revolver", owner="cal"),
            "letter": Item(name="the letter", unique=True, owner="thorne"),
        },
        "secrets": {
            "boone_past": Secret(
                truth="Temperance Boone was the Faro Tess who dealt cards in Leadville.",
                says={"boone": "I dealt faro in Leadville, and I knew your brother."},
                clues=(Clue(text="A marked deck lies beneath the hymnals.", at="school"), Clue(text="A Leadville photograph in her desk.")),
                known_by=("boone",), about=("boone",),
            ),
        },
        "lore": {
            "spur_name": LoreEntry(id="spur_name", text="The Silver Spur is named for a spur nobody has ever found.", about=("saloon",)),
            "hand": LoreEntry(id="hand", text="Marshal Thorne lost his left hand at Glorieta.", about=("thorne",), importance=4),
        },
        "rumours": {"guns": Rumour(id="guns", text="Word is the gang has thirty guns.")},
        "clocks": {"payroll": Clock(name="The payroll raid", size=4, at={1: "Nine horses are gone from the corral."},
                                    full="The trestle goes up at dawn.")},
        "scenes": {
            "cardtable": AuthoredScene(
                id="cardtable", at="saloon", title="The card table", beat="A drummer offers you a seat at his faro table.",
                question="Do you sit in?", tension=3,
                choices=(
                    Choice(id="play", text="sit in", because="The drummer has friends.", result="You sit, and the cards come round.",
                           owes=(Owed(text="The drummer's friends come looking.", after=600),)),
                    Choice(id="refuse", text="stay standing", effects=(Effect(verb="flag", target="stood"),)),
                ),
            ),
            "showdown": AuthoredScene(id="showdown", at="gorge", when=Condition(op="is", path="clock.payroll", compare=">=", value=4),
                                      beat="A fuse as long as your arm.", ends=True, tension=5),
        },
    }  # fmt: skip
    return Pack.model_validate({**sections, **changes})
