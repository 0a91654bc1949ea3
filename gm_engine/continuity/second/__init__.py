"""The second look: sentences laid side by side, and in which way the later may contradict the earlier."""

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Sentence, sentence_of
from gm_engine.continuity.second.weigh import Weigh, Weighed, weigh

__all__ = ["Ground", "Sentence", "Weigh", "Weighed", "sentence_of", "weigh"]
