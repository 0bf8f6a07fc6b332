/** Written by `node evals/relevance/fit.ts`, on all development sets: of passages with vectors, by words, by meaning; of messages. */
export const RELEVANCE_WEIGHTS = {
  constant: [-1.573, 3.411, 2.05, -5.265, -3.875, -5.115],
  held: [3.909, 5.8, 2.213, 5.526, 6.083, 7.199],
  namesMissed: [-1.442, -2.109, -1.972, -0.843, -0.975, -0.586],
  absent: [1.327, 0.541, 0, 0.651, 1.372, 0],
  dense: [6.446, 0, 3.464, 3.901, 0, 1.653],
  denseLead: [-0.818, 0, 1.221, 0.954, 0, 3.312],
  behind: [-3.624, -2.731, -7.829, -2.617, -1.666, -1.004],
  ahead: [0.756, 2.625, 7.307, 1.894, 1.881, 1.285],
  lead: [-0.016, -1.563, -8.779, 2.587, 0.109, -0.315],
  rank: [-0.697, -0.886, -0.64, -0.555, -0.763, -0.651],
  kindHeld: [0.164, 0.295, 0.265, 0.443, 0.498, 0.568],
  kindLacked: [-3.084, -3.441, -3.166, -2.243, -2.981, -2.772],
  unmet: [-3.267, -4.936, -3.003, -1.27, -1.348, -0.85],
  unmetTerms: [0.398, -0.06, 0.25, 0.246, 0.141, 0.052],
  met: [-0.894, -3.151, -1.082, -0.471, -0.92, -0.643],
  length: [-1.002, -5.312, -4.952, 0.058, -1.159, -0.419],
  terms: [-0.371, 0.384, -0.293, 0.559, 0.863, 0.798],
  question: [-3.976, -4.037, -4.413, -0.447, -0.378, -0.12],
  speaker: [0, 0, 0, 1.092, 1.445, -0.125],
  tool: [0, 0, 0, 0.263, -0.174, -0.358],
  rivals: [-3.66, -3.763, 0, 0.13, -0.546, 0],
  heldDense: [-0.033, 0, 3.061, -5.265, 0, -5.281],
  speakerHeld: [0, 0, 0, -1.934, -2.708, -0.679],
} as const;

/** From the chance that one of the most relevant is right to the probability that the question is answered. */
export const COVERING = { constant: 0.003, weights: { odds: 1.056, message: 0.817, length: 1.372 } } as const;
