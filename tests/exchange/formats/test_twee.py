"""Twine's stories, as Twee 3 and as HTML: passages as scenes, links as choices, and what is lost of the rest."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.bootstrap.games import new_game
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats import twee, twine
from gm_engine.exchange.formats.brought import Brought, Loss
from gm_engine.exchange.formats.plain_ids import plain_id
from gm_engine.exchange.formats.scene_pack import pack_scenes
from gm_engine.exchange.formats.twee import is_twee, read_twee
from gm_engine.exchange.formats.twine import is_twine, read_twine
from gm_engine.exchange.formats.twine_markup import read_markup
from gm_engine.exchange.formats.twine_reach import counted_in
from gm_engine.exchange.formats.twine_story import NO_PROSE
from gm_engine.exchange.formats.twine_told import Moment, Passages, Teller
from gm_engine.exchange.formats.twine_unfolding import THE_END
from gm_engine.exchange.formats.twine_values import Memory, Pairs
from gm_engine.extraction.names import snake
from gm_engine.journal import MemoryJournal
from gm_engine.story.pack import Pack, Person, Start

FERRY = r"""
:: StoryTitle
The Salt Ferry

:: StoryData
{"ifid": "6D509890-1CA5-49DF-BFB6-5CA35B8DE2AC", "format": "Harlowe", "format-version": "3.3.8", "start": "Landing", "zoom": 1}

:: Landing [night \[wet\]] {"position": "600,400", "size": "100,200"}
(set: $lamp to 1)Rain falls on the ''landing''. (if: $lamp is 1)[A lamp burns, and //hisses//.]

* [[Wake the ferryman->Ferryman]]
* [[Walk home|Home]]

:: Ferryman
He snores. You can [[Landing<-step back]], or (link-goto: "shake him", "The [wide] river").

:: The \[wide\] river
Nobody sees the far bank.
\:: It is written on a post.

:: Home
The bed is dry.

:: Looks [stylesheet]
body { color: gray; }
"""


def ferry(text: str = FERRY) -> Brought:
    """The story as it is read."""
    return read_twee(text.encode(), "stories/ferry.twee")


def led(brought: Brought) -> dict[str, list[tuple[str, str]]]:
    """Where each scene's choices lead."""
    return {scene.title: [(choice.text, choice.effects[0].target) for choice in scene.choices] for scene in brought.scenes}


def test_a_passage_is_a_scene_and_its_links_are_choices() -> None:
    found = ferry()
    assert led(found) == {
        "Landing": [("Wake the ferryman", "ferryman"), ("Walk home", "home")],
        "Ferryman": [("step back", "landing"), ("shake him", "the_wide_river")],
        "": [],
        "Home": [],
    }
    assert [scene.beat for scene in found.scenes] == [
        "Rain falls on the landing. A lamp burns, and hisses.",
        "He snores. You can step back, or shake him.",
        "The bed is dry.",
        "Nobody sees the far bank.\n:: It is written on a post.",
    ]
    assert [scene.ends for scene in found.scenes] == [False, False, True, True]
    assert not any(scene.once for scene in found.scenes)
    assert [(opening.name, opening.reads) for opening in found.openings] == [("The Salt Ferry", "landing")]


def test_what_a_story_loses_is_told_to_the_letter() -> None:
    assert ferry().losses == (
        Loss("passages.Looks", "body { color: gray; }", "The story format runs it; nothing does so here."),
        Loss("passages.tags", {"Landing": ["night", "[wet]"]}, "Scenes have no tags."),
        Loss("passages.position", {"Landing": "600,400"}, "It says how the passage lies in the editor, or is for a program of its own."),
        Loss("passages.size", {"Landing": "100,200"}, "It says how the passage lies in the editor, or is for a program of its own."),
        Loss("StoryData.ifid", "6D509890-1CA5-49DF-BFB6-5CA35B8DE2AC", "It is for the editor or the story format."),
        Loss("StoryData.format-version", "3.3.8", "It is for the editor or the story format."),
        Loss("StoryData.zoom", 1, "It is for the editor or the story format."),
    )


def pack_of(*brought: Brought) -> Pack:
    """A campaign that is nothing but the scenes."""
    made = pack_scenes(brought)
    start, you = Start(at="", pc="you"), Person(name="you")
    return Pack(id="told", title="Told", rules="plain", start=start, characters={"you": you}, scenes=made.scenes, openings=made.openings)


def test_a_story_is_played_from_its_first_passage_to_an_end_by_choosing() -> None:
    game = new_game(MemoryJournal("ferry"), pack_of(ferry()))
    told = [game.play(line) for line in ("I look around.", "Wake the ferryman", "step back", "wake the ferryman", "Shake him")]
    words = [turn.completion.text for turn in told if turn.completion]
    for text, passage in zip(words, ("Rain falls", "He snores", "Rain falls", "He snores", "Nobody sees the far bank"), strict=True):
        assert passage in text
    assert "Walk home" in words[0]
    assert [scene for scene, count in sorted(game.state.played.items()) if count == 2] == ["ferryman", "landing"]
    assert game.state.ended


def test_two_stories_in_one_campaign_keep_apart() -> None:
    made = pack_scenes([ferry(), ferry()])
    assert {"landing", "landing_2", "home_2"} <= set(made.scenes)
    assert [choice.effects[0].target for choice in made.scenes["landing_2"].choices] == ["ferryman_2", "home_2"]
    assert [(opening.name, opening.reads) for opening in made.openings] == [
        ("The Salt Ferry", "landing"), ("The Salt Ferry (2)", "landing_2"),
    ]  # fmt: skip


SUGAR = """<<set $coins to 3>>You have $coins coins. <<if $coins gt 2>>Enough.<<else>>Too few.<</if>>
<<link "Pay him" "Aboard">><<set $coins to 0>><</link>>
[[Wait|Shore][$waited to true]] <<button [[Swim->River]]>><</button>>
/% later: a dog %/<img src="dog.png">"""


def passage(source: str, dialect: str) -> tuple[Moment, list[object]]:
    """What a passage tells, and what is lost of it."""
    trees = {"Here": read_markup(source, dialect), **dict.fromkeys(("Aboard", "Shore", "River", "Hall", "c", "a"), ())}
    teller = Teller(Passages(trees, {}, dialect, counted_in(trees)))
    values = {"s": Pairs()} if dialect == "snowman" else {}
    told = teller.come_to("Here", Memory(values, harlowe=dialect in ("harlowe", ""), bare=dialect in ("chapbook", "snowman")))
    return told, [loss.value for loss in teller.losses.values()]


@pytest.mark.parametrize(
    ("dialect", "source", "text", "links", "lost"),
    [
        ("sugarcube", SUGAR, "You have 3 coins. Enough.", [("Pay him", "Aboard"), ("Wait", "Shore"), ("Swim", "River")],
         ["/% later: a dog %/", '<img src="dog.png">']),
        ("sugarcube", "<<if $x is 1>>One.<<elseif $x is 2>>Two.<<else>>More.<</if>> <<= 1 + 2>><<- 'x'>>", "More. 3x", [], []),
        ("sugarcube", "<<set $way to 2>><<switch $way>><<case 1>>East.<<case 2 3>>West.<<default>>Home.<</switch>>", "West.", [], []),
        ("sugarcube", '<<print either("A heron","A crane")>> looks on.', "A heron looks on.", [], ['either("A heron","A crane")']),
        ("sugarcube", "<<nobr>>\none\n<<set $x to 1>>\ntwo<</nobr>><<silently>>three<</silently>>", "one two", [], []),
        ("sugarcube", "<<for _i to 1; _i lte 3; _i++>>_i<</for>> <<for _a range ['x','y']>>_a<</for>>", "123 xy", [], []),
        ("sugarcube", "<<set $bag to []>><<set $bag.push('key')>><<if $bag.includes('key')>>[[c]]<</if>>$bag[0]", "ckey", [("c", "c")], []),
        ("sugarcube", "!Heading\n''bold'' //it// __u__ ==s== <br>a&mdash;b @@.red;words@@ \\\non", "Heading\nbold it u s\na—b words on",
        [], []),
        ("sugarcube", "<<audio 'bell' play>>Rain.<<myown 1>>", "Rain.", [], ["<<audio 'bell' play>>", "<<myown 1>>"]),
        ("sugarcube", "<<set $x to setup.many()>><<if $x gt 2>>Many. [[a]]<<else>>Few.<</if>>", "Few.", [("a", "a")],
         ["$x to setup.many()", "$x gt 2"]),
        ("", "Ask [him] (the one: there). (if: $x)[Yes [or] no](else:)[Never] a << b", "Ask [him] (the one: there). Never a << b", [],
         []),
        ("harlowe", "(set: $x to 2)(if: $x > 1 and < 5)[Some](else-if: $x is 9)[Nine](else:)[None] $x", "Some 2", [], []),
        ("harlowe", "(set: $it to (a: 'x', 'y'))(print: $it's 2nd) (if: $it contains 'x')[(either: 'a', 'b')]", "y a", [],
        ["(either: 'a', 'b')"]),
        ("harlowe", '|door>[Oak](click: ?door)[Creak] (link: "Knock")[Once]<n| /* kept */', "Oak Knock /* kept */",
         [("Oak", ""), ("Knock", "")], []),
        ("harlowe", "(text-colour: red)[Warm] {\n a\n b }(unless: visits > 1)[ (link-goto: 'Go', 'Hall')]", "Warm a b Go", [("Go", "Hall")],
         ["(text-colour: red)"]),
        ("chapbook",
        "lamp: 1\nfog (lamp is 2): true\n--\n[if lamp]\nIt is lit. {lamp} {link to: 'Hall', label: 'go in'}\n[else]\nIt is dark.\n"
         "[continue]\n_On_.", "It is lit. 1 go in\n\nOn.", [("go in", "Hall")], []),
        ("snowman",
        '<% s.x = 1 %><% if (s.x > 1) { %>Many<% } else { %>Few<% } %> <%= s.x %> <a href="javascript:void(0)" data-passage="Hall">up</a>.',
         "Few 1 up.", [("up", "Hall")], []),
        ("snowman", "Look.<% $('#x').hide() %>", "Look.", [], ["<% $('#x').hide() %>"]),
        ("harlowe", "Or [[a->b->c]] [[c<-a<-b]] [[]] [[broken", "Or a->b a<-b [[broken", [("a->b", "c"), ("a<-b", "c")], []),
        ("", "[img[Door|door.png][Hall]] goes", "Hall goes", [("Hall", "Hall")], ["[img[Door|door.png][Hall]]"]),
    ],
)  # fmt: skip
def test_each_story_format_is_told_as_it_would_be_at_that_moment(
    dialect: str, source: str, text: str, links: list[tuple[str, str]], lost: list[str]
) -> None:
    told, losses = passage(source, dialect)
    assert (told.text, [(offer.shown, offer.target) for offer in told.offers], losses) == (text, links, lost)


def test_a_story_that_goes_on_by_itself_does_so_here() -> None:
    found = ferry(':: Start\n<<goto "End">>\n\n:: End\nIt is over.\n')
    assert [(scene.beat, scene.goto, scene.ends) for scene in found.scenes] == [("It is over.", "", True)]
    found = ferry(':: Start\nWait.<<timed 5s>><<goto "End">><</timed>>\n\n:: End\nIt is over.\n')
    told = [("Wait.\n\nIt is over.", "", True), ("It is over.", "", True)]
    assert [(scene.beat, scene.goto, scene.ends) for scene in found.scenes] == told


def test_a_passage_that_waits_for_the_clock_goes_on_to_the_next() -> None:
    first = ':: Start\n{(live: 1s)[(if: time > 2s)[(go-to: "Quay")]]}\n\n'
    found = ferry(f':: StoryData\n{{"format": "Harlowe"}}\n\n{first}:: Quay\nGulls.\n[[Wait->Start]]\n')
    assert [(scene.beat, [choice.text for choice in scene.choices]) for scene in found.scenes] == [("Gulls.", ["Wait"])]


def test_a_story_that_goes_round_by_itself_comes_to_an_end() -> None:
    one, other = (f':: {name}\n{name}.<<timed 5s>><<goto "{to}">><</timed>>\n' for name, to in (("Start", "Quay"), ("Quay", "Start")))
    assert [(scene.beat, scene.ends) for scene in ferry(f"{one}\n{other}").scenes] == [
        ("Start.\n\nQuay.", True), ("Quay.\n\nStart.", True),
    ]  # fmt: skip


def test_a_passage_without_words_is_not_told_by_a_sign_for_its_author() -> None:
    found = ferry(":: Start\n[[On->Room2]]\n\n:: Room2\n[[Out->Room3]]\n\n:: Room3\n")
    assert [(scene.title, scene.beat) for scene in found.scenes] == [("Start", "Start"), ("", ""), ("", THE_END)]


SUGAR = ':: StoryData\n{"format": "SugarCube"}\n\n'


def test_prose_above_and_below_every_passage_is_told_with_each() -> None:
    around = ":: PassageHeader\nRain.\n\n:: PassageFooter\nStill rain.\n\n:: Bar\nIt rocks.\n\n"
    found = ferry(SUGAR + around + ":: Start\nA quay. [[On->Boat]]\n\n:: Boat\nA boat. <<include Bar>>\n")
    assert [scene.beat for scene in found.scenes[:2]] == ["Rain.\n\nA quay. On\n\nStill rain.", "Rain.\n\nA boat. It rocks.\n\nStill rain."]
    assert not [loss for loss in found.losses if loss.field.startswith("passages.Passage")]


@pytest.mark.parametrize(
    "around", [":: PassageHeader\nGold: $gold", ":: Above [header]\n[[Bag->Start]]", ":: PassageFooter\n<<set $n += 1>>"]
)
def test_what_stands_around_every_passage_and_is_no_prose_is_told_as_lost(around: str) -> None:
    found = ferry(f"{SUGAR}{around}\n\n:: Start\nA quay.\n")
    assert [scene.beat for scene in found.scenes] == ["A quay."]
    assert [loss.why for loss in found.losses if NO_PROSE in loss.why] == [NO_PROSE]


def test_quotes_within_the_words_of_a_link_stay_as_they_are_meant() -> None:
    found = ferry(SUGAR + r":: Start" + "\nWell? " + r'<<link "say, \"No.\"" "End">><</link>>' + "\n\n:: End\nSo.\n")
    assert [choice.text for choice in found.scenes[0].choices] == ['say, "No."']


def test_a_loop_in_one_line_stays_in_one_line() -> None:
    found = ferry(SUGAR + ":: Start\n<<nobr>>\n<<for _n to 0; _n lt 3; _n++>>\nx\n<</for>>\n<</nobr>>\n")
    assert found.scenes[0].beat == "x x x"


def test_ways_that_lead_nowhere_are_left_out_and_told() -> None:
    found = ferry(":: Start\n[[Up]]\n[[Out->https://example.org]]\n\n:: Start\nAgain. [[Up]]\n")
    assert [(loss.field, loss.value) for loss in found.losses] == [
        ("passages.Start", "[[Up]]\n[[Out->https://example.org]]"),
        ("passages.Start.link", "Up"),
    ]
    assert found.scenes[0].ends


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (":: StoryData\n{broken\n\n:: Start\nHi.", "StoryData"),
        (":: StoryData\n[1]\n\n:: Start\nHi.", "StoryData"),
        (':: StoryData\n{"start": "Nobody"}\n\n:: Start\nHi.', "start"),
        (":: Start {broken}\nHi.", "passages.Start.metadata"),
        ("Words before.\n:: Start\nHi.", "before the first passage"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_and_the_story_read(text: str, field: str) -> None:
    found = ferry(text)
    assert [loss.field for loss in found.losses] == [field]
    assert found.scenes[0].beat == "Hi."
    assert found.openings[0].reads == "start"


def test_a_file_without_a_passage_is_refused() -> None:
    for wrong in (b"Just words.", b":: StoryTitle\nHi\n"):
        with pytest.raises(TranscriptError) as caught:
            read_twee(wrong, "x.twee")
        assert caught.value.slug == "no-passages"
    with pytest.raises(TranscriptError, match="not-utf-8"):
        read_twee(b":: Start\n\xff", "x.twee")


def html(*stories: str) -> bytes:
    """A published page."""
    return f"<!DOCTYPE html><html><head><title>x</title><script>program()</script></head><body>{''.join(stories)}</body></html>".encode()


STORY = """<tw-storydata name="Dry &amp; Wet" startnode="2" creator="Twine" ifid="A1" format="Harlowe" hidden>
<style role="stylesheet" type="text/twine-css">p {}</style><script role="script" type="text/twine-javascript"></script>
<tw-tag name="night" color="blue"></tw-tag>
<tw-passagedata pid="1" name="Home" tags="" position="1,2">The bed is dry.</tw-passagedata>
<tw-passagedata pid="2" name="Quay" tags="night cold">[[Go home-&gt;Home]]&#10;Rain &lt;b&gt;falls&lt;/b&gt;.</tw-passagedata>
</tw-storydata>"""


def test_a_published_page_is_read_as_the_story_in_it() -> None:
    page = html(STORY)
    assert is_twine(page)
    found = read_twine(page, "x.html")
    assert [(scene.id, scene.beat) for scene in found.scenes] == [("quay", "Rain falls."), ("home", "The bed is dry.")]
    assert [(opening.name, opening.reads) for opening in found.openings] == [("Dry & Wet", "quay")]
    assert [loss.field for loss in found.losses] == [
        "style", "tw-tag.night", "passages.tags", "passages.position", "tw-storydata.creator", "tw-storydata.ifid",
    ]  # fmt: skip


def test_an_archive_holds_several_stories() -> None:
    found = read_twine(html(STORY, STORY), "archive.html")
    assert found.kind == "2 stories (Twine)"
    assert [(opening.name, opening.reads) for opening in found.openings] == [("Dry & Wet", "quay"), ("Dry & Wet (2)", "quay_2")]
    assert found.scenes[2].choices[0].effects[0].target == "home_2"


def test_both_files_of_a_story_tell_the_same() -> None:
    passages = "".join(
        f'<tw-passagedata pid="{n}" name="{escape(scene)}" tags="">{escape(text)}</tw-passagedata>'
        for n, (scene, text) in enumerate({"Start": "Rain. [[In->Hall]]", "Hall": "(if: $x)[Dry.]"}.items(), 1)
    )
    page = html(f'<tw-storydata name="A" startnode="1" format="Harlowe">{passages}</tw-storydata>')
    told = ':: StoryTitle\nA\n\n:: StoryData\n{"format": "Harlowe", "start": "Start"}\n\n'
    text = told + ":: Start\nRain. [[In->Hall]]\n\n:: Hall\n(if: $x)[Dry.]\n"
    one, other = read_twine(page, "a.html"), ferry(text)
    assert (one.scenes, one.openings, one.losses) == (other.scenes, other.openings, other.losses)


def test_a_file_is_known_by_what_it_says() -> None:
    assert is_twee(FERRY.encode(), "notes.txt")
    assert is_twee(b"\xef\xbb\xbf:: Start\r\nHi", "x")
    assert is_twee(b"Words.\n:: Start\nHi", "x.twee")
    for other in (b"Words.\n:: Start\nHi", b"::\nHi", b"GM: It rains.", b"\xff\x00", b""):
        assert not is_twee(other, "notes.txt")
    assert not is_twine(b"<html><p>tw-storydata</p></html>")


@given(st.text(max_size=200), st.sampled_from(["", "harlowe", "sugarcube", "chapbook", "snowman"]))
def test_no_passage_breaks_the_reader(text: str, dialect: str) -> None:
    told, _ = passage(text, dialect)
    assert not set(told.text) & {"\x02", "\x03"}


PIECES = st.sampled_from(
    ["[[", "]]", "->", "<-", "|", "][", "(if:", "(link-goto:",
     '"a"', ")", "[", "]", "<<", ">>", "<<link", "{", "}", "<a data-passage='b'>", "</a>",
     "<script>", "<!--", "-->", "\n", "\n:: ", ":: A\n", "x", "$y", "''", "//",
      "\\", "[img[", "\"\"\"", "/*", "*/", "<%", "%>", "\n--\n", "|h>", "<h|"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25), st.sampled_from(["", "Harlowe", "SugarCube", "Chapbook", "Snowman"]))
def test_a_story_is_read_or_refused_whatever_it_holds(pieces: list[str], dialect: str) -> None:
    head = f':: StoryData\n{{"format": "{dialect}"}}\n\n:: A\n'
    for data, read in (((head + "".join(pieces)).encode(), read_twee), (html(STORY + "".join(pieces)), read_twine)):
        try:
            found = read(data, "x")
        except GameError:
            continue
        ids = {scene.id for scene in found.scenes}
        assert all(choice.effects[0].target in ids for scene in found.scenes for choice in scene.choices)
        assert {opening.reads for opening in found.openings} <= ids


@pytest.mark.parametrize("piece", ["(if:", "[[a", "<<set ", "[img[", "<!-- ", "/* ", '"""', "<a ", "<% ", "'", "|h>["])
def test_what_is_never_closed_is_read_in_good_time(piece: str) -> None:
    source = piece * (40_000 // len(piece))
    told, _ = passage(source, "")
    assert len(told.offers) <= 1


def test_ids_are_those_that_the_reader_makes() -> None:
    for name in ("Dr. Imogen O'Hale", "Tomás Vela", "The Salt Fork (2)", "a" * 80):
        assert plain_id(name, "x") == snake(name)


@pytest.mark.parametrize("fates", [twee.FATES, twine.FATES])
def test_every_field_has_its_fate(fates: tuple[object, ...]) -> None:
    told = " ".join(getattr(fate, "field") for fate in fates).replace(",", " ").split()  # noqa: B009
    for field in ("name", "text", "links", "macros", "variables", "tags", "position", "size"):
        assert field in told
