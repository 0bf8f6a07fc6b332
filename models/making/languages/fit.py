"""Fits the rows, so that the sum over a text's tokens points where the English table points for the English text."""
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ..fit import SMOOTHING, _conjugate_gradient

RIDGE = 1.0  # pulls a token that few texts hold towards what the teacher says of it as a word
STEPS = 6
LATIN_WORD = 0.8  # what a Latin word in such a text adds to its squared length: about the weight of a content word
HALF = ("units", "composed_pictures")  # sources of much alike


@dataclass(frozen=True)
class Texts:
    """Parallel texts in numbers: their tokens, and the English table's vectors."""

    counts: sparse.csr_matrix  # of their tokens
    latin: np.ndarray  # sum of the English rows of their Latin words
    latin_words: np.ndarray  # how many those are
    targets: np.ndarray  # of the English texts, at unit length
    languages: np.ndarray
    sources: np.ndarray

    def __getitem__(self, rows: np.ndarray) -> "Texts":
        return Texts(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def vectors(self, table: np.ndarray) -> np.ndarray:
        """@param table fewer columns than the English one has: the others stay as Latin words have them"""
        summed = self.latin.copy()
        summed[:, :table.shape[1]] += self.counts @ table
        return summed / np.maximum(np.linalg.norm(summed, axis=1, keepdims=True), 1e-9)


def fit_rows(texts: Texts, prior: np.ndarray, ridge: float = RIDGE, steps: int = STEPS) -> np.ndarray:
    """One row a token, as wide as the prior. Conjugate gradients from the prior on, which is also what the ridge pulls to."""
    width = prior.shape[1]
    share = np.zeros(texts.counts.shape[1], np.float32)
    for language in np.unique(texts.languages):  # a word is as common as in the language where it is most so
        count = np.asarray(texts.counts[texts.languages == language].sum(0)).ravel()
        share = np.maximum(share, count / count.sum())
    weights = (SMOOTHING / (SMOOTHING + share)).astype(np.float32)
    lengths = np.sqrt(np.asarray(texts.counts.power(2) @ weights**2).ravel() + LATIN_WORD * texts.latin_words)
    counted = np.where(np.isin(texts.sources, HALF), 0.5, 1).astype(np.float32)
    inputs = (sparse.diags(counted / np.maximum(lengths, 1e-6)) @ texts.counts @ sparse.diags(weights)).tocsr().astype(np.float32)
    wanted = (texts.targets[:, :width] - texts.latin[:, :width] / lengths[:, None]) * counted[:, None]
    return (prior + _conjugate_gradient(inputs, wanted - inputs @ prior, ridge, steps)) * weights[:, None]

