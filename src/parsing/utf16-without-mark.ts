/** What text doesn't hold: control characters, and code points that stand for nothing or for anything. */
const NO_TEXT = /[\0-\x08\x0E-\x1F\x7F\p{Cn}\p{Co}]/u;

/** Bytes; fewer say nothing. */
const SHORTEST = 4;
/** Share of NULs from which bytes that are text without them are UTF-16: in that of Latin letters it is a half. */
const MANY_NULS = 0.3;

/**
 * Bytes that hold NULs as UTF-16 that came without a byte order mark, as some programs on Windows save it; null when they are no such text. Spaces
 * and line ends tell the order of its bytes, else where most NULs stand: the high byte of Latin letters is one. All of it must be text.
 *
 * Cost: linear.
 */
export function utf16WithoutMark(bytes: Uint8Array): string | null {
  if (bytes.length % 2 !== 0 || bytes.length < SHORTEST || isTextWithNuls(bytes)) return null;
  const little = { blanks: 0, nuls: 0 };
  const big = { blanks: 0, nuls: 0 };
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const order = at % 2 === 1 ? little : big;
    const low = bytes[at % 2 === 1 ? at - 1 : at + 1];
    order.nuls++;
    if (low === 0x20 || low === 0x0a) order.blanks++;
  }
  const lead = little.blanks - big.blanks || little.nuls - big.nuls;
  if (lead === 0) return null;
  try {
    const text = new TextDecoder(lead > 0 ? "utf-16le" : "utf-16be", { fatal: true }).decode(bytes);
    return NO_TEXT.test(text) ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Text of bytes with NULs strewn in, which would pass for Chinese. */
function isTextWithNuls(bytes: Uint8Array): boolean {
  const rest = bytes.filter((byte) => byte !== 0);
  if (bytes.length - rest.length >= MANY_NULS * bytes.length) return false;
  try {
    return !NO_TEXT.test(new TextDecoder("utf-8", { fatal: true }).decode(rest));
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
