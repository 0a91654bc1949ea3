"""Small shared word lists and WordNet look-ups (general English only)."""

from functools import lru_cache

from gm_engine.extraction import wordnet as W

S = lambda x: frozenset(x.split())
COLOURS = S(
    "black white red blue green brown grey gray yellow golden gold silver pale dark fair blond blonde auburn ginger chestnut copper hazel amber crimson scarlet purple violet pink orange tan sorrel bay roan dun palomino buckskin piebald pinto ivory ebony jet raven sandy rust azure emerald"
)
COLGROUP = {
    "gray": "grey",
    "blonde": "blond",
    "fair": "blond",
    "golden": "gold",
    "raven": "black",
    "jet": "black",
    "ebony": "black",
    "ivory": "white",
    "crimson": "red",
    "scarlet": "red",
    "ginger": "red",
    "copper": "red",
    "auburn": "red",
    "chestnut": "brown",
    "hazel": "brown",
    "azure": "blue",
    "emerald": "green",
    "violet": "purple",
}
SIDES = S("left right")
DIRS = S(
    "north south east west northern southern eastern western northeast northwest southeast southwest due northward southward eastward westward upstream downstream"
)
SIZE = [
    S("tall big huge giant large enormous great fat stout broad heavy burly massive vast wide"),
    S("short small little tiny thin lean slender slight narrow spare skinny gaunt wiry scrawny"),
]
MATERIAL = S(
    "wooden wood stone brick iron steel tin brass bronze copper silver gold golden leather glass marble adobe log timber paper clay pewter lead oak pine canvas wool silk cotton"
)
WEEKDAYS = S("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = S("january february march april june july august september october november december")
SEASONS = S("spring summer autumn fall winter")
TIMES = S("dawn morning noon midday afternoon dusk evening night midnight")
KIN = S(
    "father mother son daughter brother sister wife husband uncle aunt nephew niece cousin grandfather grandmother grandson granddaughter widow widower bride groom fiance fiancee stepson stepdaughter stepfather stepmother twin child parent orphan bastard bachelor spinster"
)
DIE = S("die perish expire succumb starve suffocate")
KILL = S("kill murder slay hang behead bury execute drown assassinate cremate strangle")
DEADNOUN = S("grave corpse body funeral ashes tombstone headstone coffin remains burial cairn tomb skull")
DESTROY = S(
    "burn destroy shatter smash wreck sink collapse crumble melt explode raze demolish ruin gut split snap crack rot dissolve incinerate cave drown break erase disintegrate scuttle perish"
)
GIVE = S(
    "give hand sell trade pass surrender pay throw toss drop lose leave swap pawn return bury cast hurl fling gamble forfeit donate bequeath present deliver stake auction slip ship mail send lend loan abandon sign yield"
)
TAKE = S("take steal seize confiscate snatch pocket carry keep grab win claim buy")
AWAY = S("leave depart go ride sail walk flee vanish disappear quit head")
STAY = S("stay remain wait lie sit stand keep lodge live be sleep rest")
LOCK = S("lock seal bolt bar chain nail board brick close shut bury hide stow store")
USE = S(
    "take draw use wear carry hold fire shoot ride drive open read play swing lift raise pull put set lay tip pour drink eat light turn cock aim level load unfold pass hand grip clutch tap push press strike wave pocket count mount saddle stroke pat sip lean cross enter ring sound toll blow"
)
CHANGE = S(
    "now new another second replaced replacement repaired mended rebuilt fixed borrowed bought since again healed recovered regrown resurrected revived changed grown become became turned promoted later spare copy restored retrieved fetched recovered returned back different other former until yet already meanwhile fresh hired elected sold traded dyed shaved"
)
INSIST = S(
    "still always same very only ever never once all along own itself himself herself nobody none exactly just truth real actual alone entire whole every since"
)
PRET = S(
    "like as if ghost dream dreamt dreamed portrait painting photograph picture statue memory imagine imagined pretend pretended namesake named called story tale legend said says claims claimed swears swore told believed rumor rumour supposed call calls"
)
RETRO = S("had been once remember remembered recall ago before back then earlier yesterday")
FUT = S("will would tomorrow next if might may could should plan plans planned intend")
DYN = (
    "motion",
    "contact",
    "communication",
    "perception",
    "consumption",
    "body",
    "creation",
    "competition",
    "social",
    "possession",
    "cognition",
    "emotion",
)
VG = {}
for g in (
    "be become remain stay seem",
    "have own possess hold carry keep wear bear",
    "say tell speak talk ask",
    "go ride walk travel come head run",
    "give hand pass",
    "take grab seize",
    "build raise erect found",
    "open start begin found",
    "die perish",
    "name call christen baptize know",
    "marry wed",
    "lie sit stand",
    "win lose",
    "buy purchase",
    "see watch spot notice",
    "face look overlook",
):
    for w in g.split():
        VG.setdefault(w, g.split()[0])
BODY = S(
    "eye eyes hand arm leg foot finger hair beard nose ear tooth teeth tongue face skin lip head knee shoulder moustache mustache scar voice thumb toe hip"
)


@lru_cache(None)
def vclass(v):
    return W.verb_class(v)


@lru_cache(None)
def cat(n):
    return W.category(n)


@lru_cache(None)
def antonym(a, b):
    for pos in ("a", "v"):
        if W.opposed(a, b, pos):
            return 1.0
    return 0.6 if W.opposed(a, b, "a", near=True) else 0.0


@lru_cache(None)
def alike(a, b):
    return a == b or any(b in W.synonyms(a, p) for p in ("v", "n", "a"))


def anti(a, b):
    a, b = COLGROUP.get(a, a), COLGROUP.get(b, b)
    if a == b:
        return 0.0, ""
    if a in COLOURS and b in COLOURS:
        return 1.0, "colour"
    if a in SIDES and b in SIDES:
        return 1.0, "side"
    if (a in SIZE[0] and b in SIZE[1]) or (a in SIZE[1] and b in SIZE[0]):
        return 0.8, "size"
    if a in DIRS and b in DIRS:
        return 1.0, "dir"
    if a in MATERIAL and b in MATERIAL:
        return 0.8, "material"
    if a in WEEKDAYS and b in WEEKDAYS:
        return 0.7, "date"
    if a in MONTHS and b in MONTHS:
        return 0.8, "date"
    if a in SEASONS and b in SEASONS:
        return 0.5, "date"
    if a in KIN and b in KIN:
        return 0.6, "kin"
    x = antonym(a, b)
    return x, "anto"


STOPL = S(
    "be have do say go get come take make know see look one time day thing way man hand back eye head turn stand sit lie keep let tell give put find leave long good old little last first never still only well now then here there when where while after before night morning hour year week"
)
