"""Every finder of names stands on one: the reader's book, the memory's and what the table was told agree on what is a name."""

import pytest

from gm_engine.extraction.lexicon import load_lexicon
from gm_engine.extraction.names import NameBook
from gm_engine.memory.named_in import Names
from gm_engine.state.table_lore import TableLore
from gm_engine.story.entity import Entity
from gm_engine.story.names import NamesInText, written_so
