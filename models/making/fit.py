"""Fits the table: one row per token, so that the weighted sum over a text's tokens points where the teacher points."""
from dataclasses import dataclass

import numpy as np
from scipy import sparse

SMOOTHING = 1e-3  # SIF weight a / (a + p): Arora, Liang, Ma, "A simple but tough-to-beat baseline for sentence embeddings", 2017
RIDGE = 0.5  # more helps conversations and hurts scientific text, less the reverse: figures in ../README.md
STEPS = 8


@dataclass(frozen=True)
class Projection:
    """Teacher space to table space: subtract `mean`, multiply by `axes`, scale to unit length."""

    mean: np.ndarray  # (384,)
    axes: np.ndarray  # (384, dimension), orthonormal columns
    kept: float  # share of the squared length that the axes keep

    def apply(self, vectors: np.ndarray) -> np.ndarray:
        return unit((vectors - self.mean) @ self.axes)


def project(vectors: np.ndarray, dimension: int) -> Projection:
    """Uncentred principal axes of the centred vectors. The teacher's vectors share one large direction: the mean takes it out."""
    mean = vectors.mean(0)
    centred = vectors - mean
    values, axes = np.linalg.eigh(centred.T @ centred)
    return Projection(mean, axes[:, ::-1][:, :dimension].copy(), float(values[::-1][:dimension].sum() / values.sum()))


def count_tokens(id_lists: list[list[int]], rows: int) -> sparse.csr_matrix:
    """(texts, rows) counts. Repeats within a text add up."""
    starts = np.concatenate([[0], np.cumsum([len(ids) for ids in id_lists])])
    columns = np.concatenate([np.asarray(ids, np.int32) for ids in id_lists])
    counts = sparse.csr_matrix((np.ones(len(columns), np.float32), columns, starts), (len(id_lists), rows))
    counts.sum_duplicates()
    return counts


def sif_weights(counts: sparse.csr_matrix) -> np.ndarray:
    share = np.asarray(counts.sum(0)).ravel() / counts.sum()
    return (SMOOTHING / (SMOOTHING + share)).astype(np.float32)


def fit_table(counts: sparse.csr_matrix, targets: np.ndarray, weights: np.ndarray, ridge: float = RIDGE, steps: int = STEPS) -> np.ndarray:
    """(rows, dimension), weights multiplied in. A token that no text holds gets the zero row."""
    inputs = unit_rows(counts @ sparse.diags(weights)).astype(np.float32)
    solution = _conjugate_gradient(inputs, targets, ridge, steps)
    return solution * weights[:, None]


def unit_rows(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1)).ravel())
    return sparse.diags(1 / np.maximum(lengths, 1e-12)) @ matrix


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


def _conjugate_gradient(a: sparse.csr_matrix, y: np.ndarray, ridge: float, steps: int) -> np.ndarray:
    """(AᵀA + λI) X = AᵀY, all columns side by side, preconditioned by the diagonal. Few steps: stopping early regularises too."""
    transposed = a.T.tocsr()
    scale = 1 / (np.asarray(a.multiply(a).sum(0)).ravel() + ridge).astype(np.float32)[:, None]
    x = np.zeros((a.shape[1], y.shape[1]), np.float32)
    residual = transposed @ y
    conditioned = scale * residual
    direction = conditioned.copy()
    energy = (residual * conditioned).sum(0)
    for _ in range(steps):
        image = transposed @ (a @ direction) + ridge * direction
        rate = energy / np.maximum((direction * image).sum(0), 1e-20)
        x += rate * direction
        residual -= rate * image
        conditioned = scale * residual
        new_energy = (residual * conditioned).sum(0)
        direction = conditioned + (new_energy / np.maximum(energy, 1e-20)) * direction
        energy = new_energy
    return x
