"""A small story for the tests of memory, context and prompting: a town, four people, a secret, and events to feed."""

from gm_engine.memory import Memory, Weights
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact, Value
from gm_engine.story.completion import Completion
from gm_engine.story.consequence import Consequence
from gm_engine.story.decision import Decision, Option
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from gm_engine.story.pack import Clock, Location, LoreEntry, Pack, Person, Rumour, Safety, Secret, Start
from gm_engine.story.provenance import Provenance
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.travel import Exit

PACK = Pack(
    id="mesa",
    title="The Red Mesa Payroll",
    summary="One street of adobe under a red cliff.",
    tone=("dry", "patient"),
    safety=Safety(lines=("harm to children",), veils=("torture",)),
    start=Start(at="livery", pc="cal"),
    characters={"cal": Person(name="Calloway Reed", aliases=("Cal",), pronouns="he", drive="Find out who sold his brother", money=2350)},
    npcs={
        "boone": Person(
            name="Temperance Boone", aliases=("Miss Boone",), secret_aliases={"Faro Tess": "boone_past"}, pronouns="she", at="school",
            role="schoolmistress", traits={"eyes": "gray"}, wants="to be left in peace", voice=("clipped",), knows=("boone_past",),
        ),
        "ortega": Person(name="Luis Ortega", aliases=("Ortega",), pronouns="he", at="livery", role="liveryman", traits={"eyes": "brown"}),
        "thorne": Person(name="Elias Thorne", aliases=("the marshal",), pronouns="he", at="saloon", role="town marshal"),
        "stranger": Person(name="Nobody Known", at="livery", visibility="gm"),
    },
    locations={
        "livery": Location(
            name="Ortega's Livery", senses=("horse sweat", "a cold shoe"), exits=(Exit(to="street", minutes=1, dir="south"),)
        ),
        "street": Location(name="the main street", exits=(Exit(to="saloon", minutes=2), Exit(to="school", minutes=3))),
        "saloon": Location(name="the Silver Spur", summary="Four tables and a fiddle short of a string"),
        "school": Location(name="the schoolhouse"),
    },
    secrets={"boone_past": Secret(truth="She dealt faro in Leadville.", about=("boone",))},
    lore={
        "hand": LoreEntry(id="hand", text="Marshal Thorne lost his left hand at Glorieta.", about=("thorne",), importance=4),
        "spur": LoreEntry(id="spur", text="The Silver Spur is named for a spur nobody has found.", about=("saloon",), keys=("spur",)),
        "faro": LoreEntry(id="faro", text="Temperance Boone was the Faro Tess of Leadville.", about=("boone",), visibility="gm"),
    },
    rumours={
        "guns": Rumour(id="guns", text="The Lund gang has thirty guns.", about=("thorne",)),
        "hand_sold": Rumour(id="hand_sold", text="The marshal sold his hand for whiskey.", about=("thorne",), truth=False),
    },
    clocks={"payroll": Clock(name="The raid", size=4, at={1: "Nine fast horses are hired out at once."})},
)  # fmt: skip


class Tale:
    """A state and a memory that are fed the same events."""

    def __init__(self, pack: Pack = PACK, weights: Weights | None = None) -> None:
        self.state = StoryState()
        self.memory = Memory(weights)
        self.events: list[Event] = []
        self.feed(happened.StoryOpened(campaign=pack.id, title=pack.title, seed=1, gm="embedded"), happened.PackOpened(pack=pack))
        for id, person in (pack.characters | pack.npcs).items():
            self.introduce(id, person)
        for id, place in pack.locations.items():
            self.feed(happened.EntityIntroduced(entity=Entity(id=id, kind="place", name=place.name)))
        self.feed(happened.SessionOpened(number=1), happened.SceneOpened(scene=Scene(id="s1", title="Arrival", place=pack.start.at)))

    def introduce(self, id: str, person: Person) -> None:
        """Makes a person known."""
        entity = Entity(
            id=id,
            kind="character",
            name=person.name,
            aliases=person.aliases,
            secret_aliases=person.secret_aliases,
            pronouns=person.pronouns,
        )
        self.feed(happened.EntityIntroduced(entity=entity))

    def feed(self, *events: Event) -> None:
        """Takes events in."""
        for event in events:
            fold(self.state, event)
            self.memory.apply(event)
            self.events.append(event)

    def say(self, said: str, turn: int | None = None) -> int:
        """The player speaks; gives the turn's number."""
        turn = turn or self.state.turn + 1
        self.feed(happened.PlayerSpoke(turn=turn, said=said))
        return turn

    def play(self, said: str, reply: str, minutes: int = 10) -> int:
        """A whole turn; gives its number."""
        turn = self.say(said)
        self.feed(happened.CompletionReceived(turn=turn, completion=Completion(text=reply, model="test")))
        self.change("time", new=self.state.minute + minutes)
        self.feed(happened.TurnClosed(turn=turn, digest=""))
        return turn

    def change(self, what: str, key: str = "", new: int | str | None = None, detail: str = "") -> None:
        """One value of the state changes."""
        self.feed(happened.StateChanged(turn=self.state.turn, what=what, key=key, new=new, detail=detail))  # type: ignore[arg-type]

    def hold(self, id: str, subject: str, relation: str, text: str, **more: object) -> Fact:
        """A fact is established, told by the narrator in the present turn."""
        told = Provenance(source="extracted", turn=self.state.turn, voice="narrator", quote=f"{subject} {relation} {text}.")
        fact = Fact(id=id, subject=subject, relation=relation, value=Value(kind="enum", text=text), told_by=(told,), **more)  # type: ignore[arg-type]
        self.feed(happened.FactEstablished(turn=self.state.turn, fact=fact))
        return fact

    def decide(self, id: str, question: str, taken: str, refused: str, **more: object) -> Decision:
        """A decision is taken."""
        options = (Option(id="a", text=taken), Option(id="b", text=refused))
        decision = Decision(
            id=id, question=question, options=options, taken="a", turn=self.state.turn, scene=self.state.scene.id,
            place=self.state.here, minute=self.state.minute, **more,  # type: ignore[arg-type]
        )  # fmt: skip
        self.feed(happened.DecisionTaken(turn=self.state.turn, decision=decision))
        return decision

    def owe(self, id: str, text: str, kind: str = "promise", **more: object) -> Consequence:
        """Something is owed."""
        owed = Consequence(
            id=id,
            kind=kind,
            text=text,
            turn=self.state.turn,
            scene=self.state.scene.id,
            minute=self.state.minute,
            **more,  # type: ignore[arg-type]
        )
        self.feed(happened.ConsequenceDue(turn=self.state.turn, consequence=owed))
        return owed

    def mark(self, id: str, title: str, **more: object) -> StoryPoint:
        """A story point is reached."""
        form = {"kind": "action", "significance": "major"} | more
        point = StoryPoint(id=id, title=title, turn=self.state.turn, scene=self.state.scene.id, minute=self.state.minute, **form)  # type: ignore[arg-type]
        self.feed(happened.StoryPointReached(turn=self.state.turn, story_point=point))
        return point
