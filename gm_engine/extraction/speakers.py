"""Who says what is said: by "says X", by what is done beside the words, by the paper that is read aloud."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.pronouns import SUBJECTS, Ref
from gm_engine.extraction.scope import Scope

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token


@dataclass(frozen=True)
class Speaker:
    """Who speaks, or ``written`` for words on paper."""

    ref: Ref | None = None
    written: bool = False


class Speakers:
    """Finds the speaker of each piece of speech from the narration around it."""

    def __init__(self, scope: Scope, sentences: "dict[int, list[Span]]") -> None:
        self._scope = scope
        self._sentences = sentences
        self._lexicon: Lexicon = scope.lexicon
        self._found: dict[int, Speaker] = {}

    def of(self, piece: int) -> Speaker:
        """The speaker of a piece of speech; an empty one where nobody can tell."""
        pieces = self._scope.passage.pieces
        block = pieces[piece][2]
        after = piece + 1 if piece + 1 < len(pieces) and pieces[piece + 1][1:] == ("narration", block) else None
        before = piece - 1 if piece > 0 and pieces[piece - 1][1:] == ("narration", block) else None
        speaker = Speaker()
        if after is not None:
            speaker = self._tag(self._sentences.get(after, [])[:1], said=True)
        if speaker == Speaker() and before is not None:
            speaker = self._tag(self._sentences.get(before, [])[-1:], said=False)
        if speaker == Speaker() and before is not None and piece - 2 in self._found and len(self._sentences.get(before, [])) == 1:
            speaker = self._found[piece - 2]
        if speaker == Speaker() and after is not None:
            speaker = self._tag(self._sentences.get(after, [])[:1], said=False, sure=60)
        self._found[piece] = speaker
        return speaker

    def _tag(self, sentences: "list[Span]", said: bool, sure: int = 80) -> Speaker:
        """The subject of the sentence beside the speech. ``said`` asks for a verb of saying near its start."""
        for sentence in sentences:
            if said:
                verb = next(
                    (
                        token
                        for token in sentence[:7]
                        if token.lemma_.lower() in self._lexicon.all("said") or token.lower_ in ("says", "said")
                    ),
                    None,
                )
                if verb is None:
                    return Speaker()
                near = sorted(
                    (token for token in sentence[:9] if self._may_speak(token)),
                    key=lambda token: (token.dep_ not in SUBJECTS, abs(token.i - verb.i), token.i),
                )
                return self._speaker(near[0], 90) if near else Speaker()
            reads = any(token.lemma_ in self._lexicon.all("reads_verbs") for token in sentence)
            paper = reads and any(token.lower_ in self._lexicon.all("documents") for token in sentence)
            if paper and not any(token.dep_ in SUBJECTS and self._scope.person(token) is not None for token in sentence):
                return Speaker(written=True)
            for token in sentence:
                if token.dep_ in SUBJECTS and self._may_speak(token):
                    return self._speaker(token, sure)
        return Speaker()

    def _may_speak(self, token: "Token") -> bool:
        if token.lemma_.lower() in self._lexicon.all("documents") and token.pos_ == "NOUN":
            return True
        return token.dep_ != "poss" and self._scope.person(token) is not None

    def _speaker(self, token: "Token", sure: int) -> Speaker:
        ref = self._scope.person(token)
        if ref is None:
            return Speaker(written=True)
        return Speaker(Ref(ref.id, min(sure, ref.sure)))
