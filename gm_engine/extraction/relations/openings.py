"""Which words a family of relations can begin with: a token meets only the families that may have something to say of it.

Each rule looks at the word alone (its form, base form, part of speech, tag and place in the clause). It may let through too much,
never too little: a family that learns to read more has its rule widened here.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.moments import DAYS
from gm_engine.extraction.relations import (
    bodies,
    events,
    lay,
    looks,
    needs,
    parts,
    stumps,
)

if TYPE_CHECKING:
    from gm_engine.extraction.scope import Found, Scope
    from gm_engine.extraction.syntax import Token

Family = Callable[["Token", "Scope"], "Iterator[Found]"]
Opening = Callable[["Token", Lexicon], bool]
Key = tuple[str, str, str, str, str, bool]

VERBAL = ("VERB", "AUX")
NAMED = ("NOUN", "PROPN")
MOST = 50_000
"""Words that are remembered at most; then all are forgotten."""


class Openings:
    """Tells the families that may speak of a token, in their order, and remembers it for the next such word."""

    def __init__(self, families: "tuple[Family, ...]", lexicon: Lexicon) -> None:
        self._families = [(family, OPENINGS.get(family.__module__.rpartition(".")[2], _any)) for family in families]
        self._lexicon = lexicon
        self._known: dict[Key, tuple[Family, ...]] = {}

    def of(self, token: "Token") -> "tuple[Family, ...]":
        """The families that may speak."""
        key = (token.lower_, token.lemma_, token.pos_, token.tag_, token.dep_, token.is_sent_start)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST:
                self._known.clear()
            found = tuple(family for family, opens in self._families if opens(token, self._lexicon))
            self._known[key] = found
        return found


def _any(_token: "Token", _words: Lexicon) -> bool:
    return True


def _in(word: str, words: Lexicon, *classes: str) -> bool:
    return word in words.some(classes)


def _bodies(token: "Token", words: Lexicon) -> bool:
    return (
        token.pos_ in ("NOUN", "PROPN", "ADJ")
        or token.lower_ == "they"
        or token.lower_.rpartition("-")[2] in bodies.PARTED
        or (token.pos_ == "VERB" and ("-" in token.lower_ or _in(token.lower_, words, "beard_states")))
        or (token.pos_ == "VERB" and (token.lemma_ == "limp" or _in(token.lemma_, words, "wear_verbs")))
    )


def _looks(token: "Token", words: Lexicon) -> bool:
    lower = token.lower_
    return (
        token.lemma_ == "eye"
        or _in(lower, words, "hair_growths")
        or lower in looks.FOOT
        or lower in ("bald", "hairless", "'", "’", "′", "built", "thin", "lean", "skinny", "round", "fat", "stout", "broad", "big")
        or lower in ("beard", "stubble", "moustache", "mustache", "chin", "whiskers")
        or "'" in lower
    )


def _parts(token: "Token", _words: Lexicon) -> bool:
    lower = token.lower_
    return lower in parts.ONE or lower in ("sleeve", "hand", "arm", "leg", "eye", "foot", "hands", "arms", "eyes")


def _life(token: "Token", words: Lexicon) -> bool:
    return token.pos_ == "VERB" or token.lower_ in ("dead", "late") or _in(token.lower_, words, "conditions_of", "remains")


def _deaths(token: "Token", words: Lexicon) -> bool:
    named = token.lower_ in ("heart", "pulse", "neck", "throat", "death", "nothing", "cold", "body")
    return token.pos_ in VERBAL or named or _in(token.lower_, words, "own_grave")


def _ages(token: "Token", words: Lexicon) -> bool:
    lower = token.lower_
    return (
        lower in ("old", "ago")
        or lower.endswith("-year-old")
        or (token.pos_ == "VERB" and token.lemma_.lower() in ("turn", "see", "reach", "bear", "come"))
        or token.pos_ == "NUM"
        or _in(lower, words, "decades", "number_words")
    )


def _places(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_
    if token.pos_ in VERBAL and (lemma in ("be", "come", "hail") or _in(lemma, words, "stay_verbs", "arrive_verbs", "live_verbs")):
        return True
    return _in(token.lower_, words, "directions") or _in(lemma, words, "length_units")


def _lay(token: "Token", words: Lexicon) -> bool:
    lower, lemma = token.lower_, token.lemma_.lower()
    return (
        lower.removesuffix("ern") in lay.POINTS
        or lower.replace("-", "") in lay.POINTS
        or lower in ("left", "right", "sun", "sunrise", "sunset", "out", "from")
        or _in(lower, words, "telling.streams", "telling.near_by")
        or _in(token.lemma_, words, "length_units", "telling.facings")
        or _in(lemma, words, "grounds", "telling.boats", "telling.moorings")
    )


def _presence(token: "Token", _words: Lexicon) -> bool:
    return token.pos_ in VERBAL and token.dep_ not in ("aux", "auxpass", "amod", "compound")


def _roles(token: "Token", words: Lexicon) -> bool:
    return _in(token.lemma_.lower(), words, "roles")


def _things(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_
    if token.pos_ in VERBAL and (
        lemma in ("belong", "have")
        or _in(lemma, words, "own_verbs", "carry_verbs", "buy_verbs", "sell_verbs", "destroyed_states", "state_verbs")
    ):
        return True
    return token.lower_ == "own" or token.pos_ == "ADJ" or token.dep_ in ("acomp", "oprd")


def _hands(token: "Token", words: Lexicon) -> bool:
    return token.pos_ in VERBAL and (
        token.lemma_ in ("go", "pass", "open", "belong")
        or _in(token.lemma_, words, "hand_over", "throw_away", "put_by", "take_off", "draw_out", "wield", "reach_in", "get_hold")
    )


def _keeping(token: "Token", words: Lexicon) -> bool:
    known = token.lemma_ in ("go", "leave", "have", "keep", "carry", "hold")
    return token.pos_ in VERBAL and (known or _in(token.lemma_, words, "hang_at", "put_in"))


def _ruin(token: "Token", words: Lexicon) -> bool:
    if token.pos_ not in VERBAL:
        return token.lower_ == "nothing"
    known = token.lemma_ in ("be", "go", "lie", "blow", "lay")
    return known or _in(token.lemma_, words, "ruin_verbs", "fall_verbs", "throw_away", "wield", "draw_out", "use_verbs")


def _purse(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_.lower()
    spends = token.pos_ == "VERB" and (lemma == "clean" or _in(token.lemma_, words, "spend_verbs"))
    return spends or _in(lemma, words, "penniless", "coins")


def _counts(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_
    if token.tag_ == "NNS" and _in(lemma.lower(), words, "sites"):
        return True
    held = ("have", "carry", "own", "run", "keep", "employ", "hold", "graze", "contain", "house", "boast", "load", "chamber", "be", "cost")
    return token.pos_ in VERBAL and (lemma in held or _in(lemma, words, "price_frames", "owe_verbs"))


def _stocks(token: "Token", words: Lexicon) -> bool:
    return (
        token.is_sent_start
        or (token.pos_ in NAMED and token.tag_ in ("NNS", "NN") and token.dep_ not in ("compound", "nmod"))
        or (token.pos_ in ("VERB", "NOUN", "ADJ") and token.lemma_ in ("fire", "shoot", "loose", "empty", "shot"))
        or _in(token.lower_, words, "empty_words", "full_words")
        or (token.pos_ == "VERB" and _in(token.lemma_, words, "take_out"))
    )


def _kin(token: "Token", words: Lexicon) -> bool:
    lower, lemma = token.lower_, token.lemma_
    return (
        _in(lemma.lower(), words, "kin", "distant_kin")
        or _in(lower, words, "marital")
        or lemma in ("marry", "wed", "join", "leave", "quit")
        or _in(lemma, words, "parent_verbs", "work_verbs")
        or lower in ("altar", "wedding", "marriage", "kin", "relation", "kinsmen", "related", "kinship", "relations")
        or lemma.lower() in ("member", "founder")
    )


def _lineage(token: "Token", words: Lexicon) -> bool:
    lower = token.lower_
    return (
        lower in ("child", "married", "wed")
        or token.lemma_ == "marry"
        or _in(token.lemma_.lower(), words, "kin_groups")
        or _in(lower, words, "lacks")
    )


def _christening(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_.lower()
    return (
        token.lower_ == "name"
        or lemma in ("answer", "be")
        or _in(lemma, words, "animals", "christened", "telling.namings", "telling.enterings")
    )


def _results(token: "Token", _words: Lexicon) -> bool:
    return token.pos_ in VERBAL or token.tag_ == "VBN" or token.lower_ in ("guilty", "innocent", "free")


def _knowing(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_.lower()
    company = lemma in ("stranger", "friend", "acquaintance", "comrade", "chum")
    return company or _in(lemma, words, "know_verbs", "meet_verbs", "inform_verbs", "inklings", "aware")


def _abilities(token: "Token", words: Lexicon) -> bool:
    known = token.lemma_ in ("speak", "know", "understand", "meet", "read", "hear", "overhear", "letter")
    named = token.lower_ in ("deaf", "mute", "illiterate", "unlettered")
    return known or named or _in(token.lemma_, words, "skills") or _in(token.lower_, words, "languages")


def _lacks(token: "Token", words: Lexicon) -> bool:
    named = token.lower_ in ("feeling", "use", "power", "tongue") or _in(token.lower_, words, "telling.disabled", "telling.senses")
    return named or (token.pos_ == "VERB" and _in(token.lemma_, words, "telling.abilities"))


def _stumps(token: "Token", _words: Lexicon) -> bool:
    return token.lower_ in stumps.LIMBS or token.lower_ in ("fingers", "one-legged", "pegleg", "peg-legged", "armless", "wooden-legged")


def _needs(token: "Token", words: Lexicon) -> bool:
    lemma = token.lemma_
    if token.pos_ == "VERB" and (lemma in ("swim", "strike", "tread") or _in(lemma, words, "walk_verbs", "limb_verbs")):
        return True
    return token.lower_ in needs.HANDY or token.lower_ in needs.SPRUNG or _in(token.lower_, words, "swim_ways")


def _senses(token: "Token", words: Lexicon) -> bool:
    lower = token.lower_
    named = lower in ("sharp", "sharpest", "keen", "keenest", "through", "in")
    return (token.pos_ == "VERB" and token.tag_ != "VBN") or named or _in(token.lemma_, words, "sounds") or _in(lower, words, "languages")


def _naming(token: "Token", words: Lexicon) -> bool:
    if token.lemma_ == "name" or token.lower_ == "name":
        return True
    known = token.lemma_ in ("call", "know", "christen", "baptize", "baptise", "bear")
    return token.pos_ in VERBAL and (known or _in(token.lemma_, words, "found_verbs"))


def _events(token: "Token", words: Lexicon) -> bool:
    known = token.lemma_ in events.TELLS_DAY or token.lemma_ in ("win", "lose")
    return token.pos_ in VERBAL and (known or _in(token.lemma_, words, "verdicts"))


def _happenings(token: "Token", _words: Lexicon) -> bool:
    return token.is_sent_start


def _almanac(token: "Token", _words: Lexicon) -> bool:
    return token.lower_ in DAYS


def _sole(token: "Token", _words: Lexicon) -> bool:
    return token.pos_ == "NOUN"


def _qualities(token: "Token", words: Lexicon) -> bool:
    return token.lower_ in words.map("quality_words")


def _makers(token: "Token", words: Lexicon) -> bool:
    return token.pos_ == "VERB" and _in(token.lemma_, words, "make_once", "comes_through")


def _frames(token: "Token", _words: Lexicon) -> bool:
    return token.pos_ in VERBAL and token.dep_ not in ("aux", "auxpass", "amod")


OPENINGS: dict[str, Opening] = {
    "bodies": _bodies,
    "looks": _looks,
    "parts": _parts,
    "life": _life,
    "deaths": _deaths,
    "ages": _ages,
    "places": _places,
    "lay": _lay,
    "presence": _presence,
    "roles": _roles,
    "things": _things,
    "hands": _hands,
    "keeping": _keeping,
    "ruin": _ruin,
    "purse": _purse,
    "counts": _counts,
    "stocks": _stocks,
    "kin": _kin,
    "lineage": _lineage,
    "christening": _christening,
    "results": _results,
    "knowing": _knowing,
    "abilities": _abilities,
    "lacks": _lacks,
    "stumps": _stumps,
    "needs": _needs,
    "senses": _senses,
    "naming": _naming,
    "events": _events,
    "happenings": _happenings,
    "almanac": _almanac,
    "sole": _sole,
    "qualities": _qualities,
    "makers": _makers,
    "frames": _frames,
}
"""By the family's module; one that is not named here meets every token."""
