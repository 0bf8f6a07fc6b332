/** Models that think before they answer, and count what they think as part of the answer. */
const REASONING = new RegExp(
  String.raw`(?:^|[/:_-])(?:o[1-9](?:$|[^a-z])|gpt-5|gpt-oss|deepseek-(?:r\d|reason)|qwq|qwen3|magistral|` +
    String.raw`gemini-(?:2\.5|[3-9])|grok-(?:3-mini|4)|phi-4-reason|nemotron)|reason|thinking`,
  "iu",
);

/** Tokens that such a model may think with, beside its answer: with less it ends before the first word. */
const ROOM = 4_000;

/** What a model is asked for beside the answer: little thinking, since the passages stand before it; null where it doesn't think. */
export const REASONING_EFFORT = "low";

export function isReasoning(model: string): boolean {
  return REASONING.test(model);
}

/** Tokens of an answer with what is thought before it. @param answer tokens that the answer may have */
export function outputRoom(model: string, answer: number): number {
  return isReasoning(model) ? answer + ROOM : answer;
}
