/** One observation: values, whether it came true, and what it counts. */
export interface Observation {
  readonly values: readonly number[];
  readonly right: boolean;
  readonly weight: number;
}

export interface Fitted {
  readonly weights: readonly number[];
  readonly constant: number;
}

/**
 * Logistic regression by Newton's method with a ridge on standardised values: the same data give the same weights.
 *
 * @param used indexes of the values that take part; others get 0
 */
export function logistic(all: readonly Observation[], used: readonly number[], ridge = 2): Fitted {
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const width = all[0]?.values.length ?? 0;
  const mean = used.map(
    (i) => all.reduce((sum, { values, weight }) => sum + weight * (values[i] as number), 0) / total,
  );
  const scale = used.map((i, k) => {
    const square =
      all.reduce((sum, { values, weight }) => sum + weight * ((values[i] as number) - (mean[k] as number)) ** 2, 0) /
      total;
    return Math.sqrt(square) || 1;
  });
  const rows = all.map(({ values }) => [
    1,
    ...used.map((i, k) => ((values[i] as number) - (mean[k] as number)) / (scale[k] as number)),
  ]);
  const size = used.length + 1;
  let beta = Array.from({ length: size }, () => 0);
  for (let step = 0; step < 25; step++) {
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    const slope = new Float64Array(size);
    for (let j = 1; j < size; j++) {
      (hessian[j] as Float64Array)[j] = ridge;
      slope[j] = -ridge * (beta[j] as number);
    }
    rows.forEach((row, r) => {
      const { right, weight } = all[r] as Observation;
      let logit = 0;
      for (let j = 0; j < size; j++) logit += (row[j] as number) * (beta[j] as number);
      const p = 1 / (1 + Math.exp(-logit));
      const curve = weight * p * (1 - p);
      const error = weight * ((right ? 1 : 0) - p);
      for (let j = 0; j < size; j++) {
        const value = row[j] as number;
        slope[j] = (slope[j] as number) + error * value;
        const line = hessian[j] as Float64Array;
        for (let k = 0; k <= j; k++) line[k] = (line[k] as number) + curve * value * (row[k] as number);
      }
    });
    for (let j = 0; j < size; j++)
      for (let k = 0; k < j; k++) (hessian[k] as Float64Array)[j] = (hessian[j] as Float64Array)[k] as number;
    const move = solve(hessian, slope);
    beta = beta.map((value, j) => value + (move[j] as number));
    if (Math.max(...move.map(Math.abs)) < 1e-8) break;
  }
  const weights = Array.from({ length: width }, () => 0);
  let constant = beta[0] as number;
  used.forEach((i, k) => {
    weights[i] = (beta[k + 1] as number) / (scale[k] as number);
    constant -= (weights[i] as number) * (mean[k] as number);
  });
  return { weights, constant };
}

/** Gauss's elimination with the largest pivot. */
function solve(matrix: readonly Float64Array[], right: Float64Array): number[] {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let i = at + 1; i < size; i++) if (Math.abs(rows[i]?.[at] ?? 0) > Math.abs(rows[pivot]?.[at] ?? 0)) pivot = i;
    [rows[at], rows[pivot]] = [rows[pivot] as number[], rows[at] as number[]];
    const lead = rows[at] as number[];
    for (let i = 0; i < size; i++) {
      if (i === at) continue;
      const row = rows[i] as number[];
      const factor = (row[at] as number) / (lead[at] as number);
      if (factor !== 0) for (let j = at; j <= size; j++) row[j] = (row[j] as number) - factor * (lead[j] as number);
    }
  }
  return rows.map((row, i) => (row[size] as number) / (row[i] as number));
}

export function probability({ weights, constant }: Fitted, values: readonly number[]): number {
  let logit = constant;
  for (let i = 0; i < weights.length; i++) logit += (weights[i] as number) * (values[i] as number);
  return 1 / (1 + Math.exp(-logit));
}
