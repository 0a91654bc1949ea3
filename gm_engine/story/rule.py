"""A rule of ``continuity.yaml``: which two tellings cannot stand together."""

from gm_engine.story.conflict import ConflictClass, Severity
from gm_engine.story.noun import Noun, Words


class Rule(Noun):
    """``compare`` names the comparer in ``continuity`` and ``relations`` the relations that it looks at.

    ``when`` holds the comparer's own settings (tolerances, opposites, acts). ``where`` is ``file:line``.
    ``both_true`` says, in one sentence, what would make both tellings true.
    """

    id: str
    says: str
    kind: ConflictClass
    compare: str
    relations: tuple[str, ...] = ()
    when: dict[str, tuple[str, ...]] = {}
    severity: Severity = "major"
    both_true: Words = ""
    where: str = ""
