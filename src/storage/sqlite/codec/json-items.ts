const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * The items of a JSON array as they stand in it: who needs one of them needn't parse them all. Slices, so the whole text lives as long as
 * one of them.
 *
 * @param json an array as `JSON.stringify` writes it: without white space between values
 * @example jsonItems('["a,b",[1,2]]') // ['"a,b"', "[1,2]"]
 * Cost: a look at what stands outside of strings.
 */
export function jsonItems(json: string): readonly string[] {
  const items: string[] = [];
  const last = json.length - 1;
  let depth = 0;
  let start = 1;
  for (let i = 1; i < last; i++) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) i = closingQuote(json, i);
    else if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) depth--;
    else if (unit === COMMA && depth === 0) {
      items.push(json.slice(start, i));
      start = i + 1;
    }
  }
  if (start < last) items.push(json.slice(start, last));
  return items;
}

/** Where the string that opens at `open` ends; the end of the text when it doesn't. */
function closingQuote(json: string, open: number): number {
  for (let at = json.indexOf('"', open + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
