"""What lets a candidate pass: words by which both sentences may stand together, and sentences that tell nothing as so."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from gm_engine.continuity.gone_by import in_two_years
from gm_engine.continuity.second.candidate import Candidate
from gm_engine.continuity.second.sentence import Clause, Sentence
from gm_engine.continuity.second.telling import lemma_text
from gm_engine.continuity.second.vocabulary import LemmaPhrases, lemma_phrases, lists

ALL = "*"
BESIDES = ("relcl", "acl", "advcl")
"""Clauses that hang on others."""
CHANGING = (
    "facet:",
    "unable",
    "colour:hair",
    "colour:beard",
    "kin:none",
    "kin:office",
    "kin:job",
    "hold:owner",
    "count",
    "stock",
    "none",
    "only",
)
"""Families of what may be so in one year and not in another."""
UNSAID = ("hypothetical", "speech", "compared")
CLAIMS, FIRM = (frozenset[str](lists("guards")["words"][name]) for name in ("claims", "firm"))


@dataclass(frozen=True)
class Guard:
    """Lets candidates of ``types`` (or of families of types) pass where the sentence that ``where`` names has one of the phrases."""

    types: tuple[str, ...]
    where: str
    phrases: LemmaPhrases

    def of(self, type: str) -> bool:
        """Whether it looks at candidates of that type."""
        return any(family == ALL or type == family or type.startswith(f"{family}:") for family in self.types)

    def finds(self, earlier: Sentence, later: Sentence) -> bool:
        """Whether it finds one of its phrases."""
        texts = {
            "earlier": (earlier,),
            "later": (later,),
            "told": (later, *([later.before] if later.before else [])),
            "either": (earlier, later),
        }
        return any(self.phrases.search(lemma_text(sentence)) for sentence in texts[self.where])


def _guards() -> tuple[Guard, ...]:
    data = lists("guards")
    words = {name: told for name, told in data["words"].items() if isinstance(told, str)}
    return tuple(
        Guard(
            tuple(told["types"]), told["where"], lemma_phrases(pattern for phrase in told["phrases"] for pattern in _spelt(phrase, words))
        )
        for told in data["guard"]
    )


def _spelt(phrase: str, words: dict[str, str]) -> tuple[str, ...]:
    """A phrase with its named words, or all the phrases of a named list."""
    if phrase.startswith("@"):
        return tuple(lists("guards")["words"][phrase[1:]])
    for name, told in words.items():
        phrase = phrase.replace(f"{{{name}}}", told)
    return (phrase.replace("{{", "{").replace("}}", "}"),)


GUARDS = _guards()
"""Every guard."""


@cache
def of(type: str) -> tuple[Guard, ...]:
    """The guards that look at candidates of a type."""
    return tuple(guard for guard in GUARDS if guard.of(type))


def heeded(candidates: Iterable[Candidate], earlier: Sentence, later: Sentence) -> list[Candidate]:
    """The candidates that no guard lets pass."""
    years = in_two_years(earlier.text, later.text)
    kept = [
        one
        for one in candidates
        if not (years and one.type.startswith(CHANGING)) and not any(guard.finds(earlier, later) for guard in of(one.type))
    ]
    return [] if kept and (untold(earlier) or untold(later)) else kept


def untold(sentence: Sentence) -> bool:
    """Whether a sentence tells nothing as so: it is only if something else were, or what somebody claims, believes or dreams."""
    found: bool | None = sentence.kept.get("untold")
    if found is None:
        found = sentence.kept["untold"] = FIRM.isdisjoint(sentence.words) and _untold(
            [clause for clause in sentence.clauses if clause.verb and clause.dep not in BESIDES]
        )
    return found


def _untold(clauses: list[Clause]) -> bool:
    unsaid = [clause for clause in clauses if clause.mood in UNSAID]
    said = [clause for clause in clauses if clause.mood not in UNSAID]
    if not any(clause.dep == "ROOT" for clause in unsaid):
        return bool(unsaid) and len(said) == 1 and said[0].verb in CLAIMS and not said[0].neg and said[0].dep == "ROOT"
    return not said
