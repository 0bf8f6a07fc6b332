"""Measures a table: agreement with the teacher, and retrieval by this leg alone on the development suites (measured, never trained on)."""
import json
from pathlib import Path

import numpy as np
from scipy import sparse
from tokenizers import Tokenizer

from .fit import count_tokens, unit

STOP_WORDS = frozenset(
    "a about above after again all also am an and any are as at be because been before being below between both but by can "
    "could did do does doing down during each few for from further had has have having he her here hers him his how i if in "
    "into is it its itself just me more most my myself no nor not now of off on once only or other our ours out over own same "
    "she should so some such than that the their theirs them then there these they this those through to too under until up "
    "very was we were what when where which while who whom why will with would you your yours".split()
)


class Measure:
    """Embeds with a table as the TypeScript provider does: rows are summed; questions lose their stop words."""

    def __init__(self, tokenizer: Tokenizer, table: np.ndarray):
        self._tokenizer = tokenizer
        self._table = table

    def passages(self, texts: list[str]) -> np.ndarray:
        ids = [e.ids for e in self._tokenizer.encode_batch(texts, add_special_tokens=False)]
        return unit(count_tokens(ids, len(self._table)) @ self._table)

    def questions(self, texts: list[str]) -> np.ndarray:
        return self.passages([" ".join(w for w in t.split() if w.lower().strip(".,?!'\"") not in STOP_WORDS) or t for t in texts])


def agreement(counts: sparse.csr_matrix, table: np.ndarray, targets: np.ndarray) -> float:
    """Mean cosine with the projected teacher."""
    return float((unit(counts @ table) * targets).sum(1).mean())


def suites(measure, data: Path) -> dict[str, float]:
    return {
        "locomo turn R@10": _recall(measure, data / "locomo", lambda doc, query: True),
        "realmem session R@10": _recall(measure, data / "realmem", lambda doc, query: doc["seq"] < query["asked_seq"]),
        "scifact nDCG@10": _ndcg(measure, data / "ir/scifact"),
    }


def _recall(measure, folder: Path, searchable) -> float:
    docs, queries = _lines(folder / "docs.jsonl"), [q for q in _lines(folder / "queries.jsonl") if q["gold"]]
    doc_vectors = measure.passages([d["text"] for d in docs])
    query_vectors = measure.questions([q["query"] for q in queries])
    recalls = []
    for query, vector in zip(queries, query_vectors):
        rows = [i for i, d in enumerate(docs) if d["group"] == query["group"] and searchable(d, query)]
        best = np.argsort(-(doc_vectors[rows] @ vector), kind="stable")[:10]
        found = {docs[rows[i]]["id"] for i in best}
        recalls.append(len(found & set(query["gold"])) / len(set(query["gold"])))
    return 100 * float(np.mean(recalls))


def _ndcg(measure, folder: Path) -> float:
    docs = _lines(folder / "corpus.jsonl")
    grades: dict[str, dict[str, int]] = {}
    for path in sorted((folder / "qrels").glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines()[1:]:
            query, doc, grade = line.split("\t")
            grades.setdefault(query, {})[doc] = int(grade)
    queries = [q for q in _lines(folder / "queries.jsonl") if q["_id"] in grades]
    scores = measure.questions([q["text"] for q in queries]) @ measure.passages([f"{d['title']} {d['text']}" for d in docs]).T
    gains = []
    for query, row in zip(queries, scores):
        wanted = grades[query["_id"]]
        best = np.argsort(-row, kind="stable")[:10]
        gain = sum(wanted.get(docs[i]["_id"], 0) / np.log2(rank + 2) for rank, i in enumerate(best))
        ideal = sum(grade / np.log2(rank + 2) for rank, grade in enumerate(sorted(wanted.values(), reverse=True)[:10]))
        gains.append(gain / ideal if ideal else 0)
    return float(np.mean(gains))


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
