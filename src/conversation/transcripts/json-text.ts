/**
 * A value that was read from JSON as JSON, however deep it is nested: `JSON.parse` reads any depth, `JSON.stringify` ends at some
 * thousand levels.
 *
 * Cost: linear.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepText(value);
  }
}

/** As `JSON.stringify`, with a stack of its own. */
function deepText(root: unknown): string {
  const pieces: string[] = [];
  // What is still to be written, last first: texts as they are, values alone in a list.
  const left: (string | readonly [unknown])[] = [[root]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "string") {
      pieces.push(next);
      continue;
    }
    const [value] = next;
    if (typeof value !== "object" || value === null) {
      pieces.push(JSON.stringify(value));
      continue;
    }
    const isList = Array.isArray(value);
    left.push(isList ? "]" : "}");
    for (const [i, [key, child]] of [...Object.entries(value).entries()].reverse())
      left.push([child], `${i === 0 ? "" : ","}${isList ? "" : `${JSON.stringify(key)}:`}`);
    left.push(isList ? "[" : "{");
  }
  return pieces.join("");
}
