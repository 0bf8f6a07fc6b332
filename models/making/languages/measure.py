"""Retrieval among parallel texts that were held out: the English text asks for the other one, and the reverse."""
import numpy as np

from .fit import Texts

PASSAGES = 1_000
LEAST_QUESTIONS = 50


def measure(apart: Texts, others: Texts, table: np.ndarray) -> dict[str, dict[str, float]]:
    """By language: recall at 1 and 10 each way, with the table and without. Passages are the held-out ones, filled up to a thousand with others."""
    found: dict[str, dict[str, float]] = {}
    for language in np.unique(apart.languages):
        asked = apart[_distinct(apart, np.flatnonzero(apart.languages == language))]
        filling = others[np.flatnonzero(others.languages == language)[:max(0, PASSAGES - len(asked.targets))]]
        if len(asked.targets) < LEAST_QUESTIONS:
            continue
        row: dict[str, float] = {"questions": len(asked.targets), "passages": len(asked.targets) + len(filling.targets)}
        for name, rows in (("", table), (" without", np.zeros_like(table))):
            theirs, more = asked.vectors(rows), filling.vectors(rows)
            row |= _recall(f"English asks{name}", asked.targets, theirs, more) | _recall(f"English is asked{name}", theirs, asked.targets, filling.targets)
        row["cosine"] = round(float((asked.vectors(table) * asked.targets).sum(1).mean()), 3)
        found[str(language)] = row
    return found


def _recall(name: str, questions: np.ndarray, answers: np.ndarray, others: np.ndarray) -> dict[str, float]:
    right = (questions * answers).sum(1)
    scores = np.concatenate([questions @ answers.T, questions @ others.T], 1)
    before = (scores > right[:, None] + 1e-6).sum(1) + ((np.abs(scores - right[:, None]) <= 1e-6).sum(1) - 1) / 2  # of equals, the middle
    return {f"{name}, first": round(100 * float((before < 1).mean()), 1), f"{name}, in ten": round(100 * float((before < 10).mean()), 1)}


def _distinct(texts: Texts, rows: np.ndarray) -> np.ndarray:
    """Each English text once, and each of theirs: what two passages say alike can't be asked for."""
    _, ours = np.unique(np.round(texts.targets[rows], 4), axis=0, return_index=True)
    kept = rows[np.sort(ours)]
    keys = [(texts.counts[row].indices.tobytes(), texts.latin[row].tobytes()) for row in kept]
    return kept[np.sort(np.unique([hash(key) for key in keys], return_index=True)[1])]
