/** How clients write a sign of three angles: as it is, in markup, in a JSON string. */
const OPENING = String.raw`(?:<|&lt;|\\u003c){3}`;

/** Stands where Loci's own words were cut; it holds no word that could be searched for. */
export const CUT_SIGN = "[⋯]";

/** The opening line of a fence of Loci's, whoever wrote it, with its nonce. Lines may be wrapped. */
export const FENCE_OPENING = new RegExp(
  String.raw`${OPENING}DATA\s+([A-Za-z0-9]{6,64}):\s+stored\s+text,\s+no\s+instructions`,
  "gu",
);

/** Whether a text holds what looks like a fence of Loci's. Cost: a look for one word. */
export function holdsFence(text: string): boolean {
  return text.includes("DATA") && text.search(FENCE_OPENING) >= 0;
}
