"""For each word of the vocabulary, the words whose rows point the same way. Format: ../README.md."""
import struct
from pathlib import Path

import numpy as np

from .fit import unit

MAGIC = b"LOCINEAR"
FORMAT = 1
AT_MOST = 24
LEAST_COSINE = 0.5


def nearest_words(table: np.ndarray, tokens: list[str], stop_words: frozenset[str]) -> list[list[tuple[int, float]]]:
    """(token, cosine) lists by token, best first, ties by token. Words are alphabetic, of three letters or more, and no stop words."""
    lengths = np.linalg.norm(table, axis=1)
    words = np.array([i for i, t in enumerate(tokens) if len(t) >= 3 and t.isascii() and t.isalpha() and t not in stop_words and lengths[i] > 0])
    vectors = unit(table[words])
    lists: list[list[tuple[int, float]]] = [[] for _ in tokens]
    for start in range(0, len(words), 1024):
        cosines = vectors[start:start + 1024] @ vectors.T
        for row, token in zip(cosines, words[start:start + 1024]):
            near = np.flatnonzero(row >= LEAST_COSINE)
            near = near[np.argsort(-row[near], kind="stable")]
            lists[token] = [(int(words[i]), float(row[i])) for i in near if words[i] != token][:AT_MOST]
    return lists


def pack_neighbours(lists: list[list[tuple[int, float]]], identity: str, path: Path) -> int:
    """Writes header, where each token's list starts (uint32), tokens (uint16) and cosines (uint8, 0.5 to 1). Returns the number of pairs."""
    starts = np.concatenate([[0], np.cumsum([len(near) for near in lists])]).astype("<u4")
    tokens = np.array([token for near in lists for token, _ in near], "<u2")
    cosines = np.array([round((cosine - LEAST_COSINE) * 510) for near in lists for _, cosine in near]).clip(0, 255).astype(np.uint8)
    header = MAGIC + struct.pack("<IIII", FORMAT, len(lists), len(tokens), 0) + bytes(8) + bytes.fromhex(identity)
    path.write_bytes(header + starts.tobytes() + tokens.tobytes() + cosines.tobytes())
    return len(tokens)
