import { CUT_SIGN, FENCE_OPENING, holdsFence } from "../../text/evidence.ts";

/**
 * Loci's own words, in what an agent's transcript brings back of them: fences of stored text with the words around them, in the frames that
 * clients put around what a hook or a tool gave. They are no evidence: what they quote is found where it was said.
 */

/** How clients write the end of a fence. */
const CLOSING = String.raw`(?:>|&gt;|\\u003e){3}`;
/** Between two paragraphs, also of a text in a JSON string. */
const PARAGRAPH = /\n[ \t]*\r?\n|\\n\\n/gu;
/** Frames that clients put around what a hook or a tool gave. */
const FRAMES = ["hook_context", "system-reminder", "additional_context", "additionalContext", "context", "tool_result"];
/** How clients write the angles of a frame's tags. */
const [LEFT, RIGHT] = ["(?:<|&lt;)", "(?:>|&gt;)"];
const FRAME_TAG = new RegExp(`${LEFT}/?(?:${FRAMES.join("|")})${RIGHT}`, "gu");
const CLOSING_TAG = new RegExp(`${LEFT}/[A-Za-z_-]+${RIGHT}`, "u");
/** A frame around the sign of a cut, with nothing but its own text beside it. */
const CUT_FRAMES = FRAMES.map((name) => {
  const inside = String.raw`(?:(?!${LEFT}\/?${name}${RIGHT})[\s\S])*`;
  const sign = CUT_SIGN.replaceAll(/[[\]]/gu, String.raw`\$&`);
  return new RegExp(`${LEFT}${name}${RIGHT}${inside}?${sign}${inside}${LEFT}/${name}${RIGHT}`, "gu");
});

/** A text without Loci's own words. */
export interface WithoutEcho {
  readonly text: string;
  /** Number of places that were cut. */
  readonly cuts: number;
}

/**
 * Cuts what Loci itself had said out of a text: each fence whose nonce is signed, the lines that touch it, and the frame around them. What a
 * client left of a fence that it cut short goes to the end. Pure.
 * @param isOurs whether a nonce was signed by this home; others' fences stay
 */
export function withoutEcho(text: string, isOurs: (nonce: string) => boolean): WithoutEcho {
  if (!holdsFence(text)) return { text, cuts: 0 };
  let kept = "";
  let from = 0;
  let cuts = 0;
  for (const { 0: opening, 1: nonce = "", index } of text.matchAll(FENCE_OPENING)) {
    if (index < from || !isOurs(nonce)) continue;
    const closing = new RegExp(String.raw`END\s+${nonce}\s*${CLOSING}`, "gu");
    closing.lastIndex = index + opening.length;
    const end = closing.exec(text) === null ? text.length : closing.lastIndex;
    kept += text.slice(from, paragraphStart(text, from, index)) + CUT_SIGN;
    from = paragraphEnd(text, end);
    cuts++;
  }
  if (cuts === 0) return { text, cuts };
  // Frames around nothing but the sign of a cut go with it.
  const framed = kept + text.slice(from);
  return { text: CUT_FRAMES.reduce((rest, frame) => rest.replaceAll(frame, CUT_SIGN), framed).trim(), cuts };
}

function paragraphStart(text: string, from: number, index: number): number {
  const breaks = [...text.slice(from, index).matchAll(PARAGRAPH)];
  const last = breaks.at(-1);
  return frameStart(text, last === undefined ? from : from + last.index + last[0].length, index);
}

/** Behind the tag of a frame that opens in the same paragraph. */
function frameStart(text: string, from: number, to: number): number {
  const tag = [...text.slice(from, to).matchAll(FRAME_TAG)].at(-1);
  return tag === undefined ? from : from + tag.index + tag[0].length;
}

function paragraphEnd(text: string, from: number): number {
  const found = text.slice(from).search(PARAGRAPH);
  const next = found < 0 ? text.length : from + found;
  const tag = CLOSING_TAG.exec(text.slice(from, next));
  return tag === null ? next : from + tag.index;
}

/** The call of a tool of Loci's server, as `toolText` writes it, or of its command line: its result is Loci's own words. */
const OWN_CALL =
  /^(?:(?:mcp_{1,2})?loci(?:_{1,2}|[./:])[a-z_]+\b|[A-Za-z_.]+\n.{0,200}?\bloci(?:\.js)? (?:search|ask|expand|wake-up|inject|chat)\b)/su;

/** Whether a tool's call asked Loci. */
export function asksLoci(call: string): boolean {
  return OWN_CALL.test(call);
}
