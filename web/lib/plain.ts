/** A part of a text, by its characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Comments, and tags without words of their own, which a reader of the file never sees. */
export const UNSEEN = /<!--[^]*?(?:-->|$)|<a\s(?:id|name)="[^"<>\n]*"\s*>\s*<\/a>/;

/**
 * The signs of Markdown around words, in a text that may begin and end anywhere. Named groups are what stays: of a link its label, of code and
 * stressed words the words, of a heading its words, set apart from what stands below. What only may be a sign, such as a lone star, stays.
 */
const SIGNS = new RegExp(
  `${UNSEEN.source}|${/(?<=^|\n)#{1,6}[ \t]+(?=\S)(?:(?<heading>[^\n]+)\n\s*(?=\S))?|```[\w+-]*\n?|(?<!`)`(?<code>[^`\n]+)`(?!`)|\*\*(?<strong>(?:[^*\n]|\n(?!\s*\n))+)\*\*|(?<![\w*])\*(?<stress>(?!\s)(?:[^*\n]|\n(?!\s*\n))+(?<!\s))\*(?![\w*])|(?<!\w)_(?<under>(?![\s_])(?:[^_\n]|\n(?!\s*\n))+(?<!\s))_(?!\w)|(?<=^|^…|\n)[ \t]*(?:>[ \t]?)+|(?<![\w\]])!?\[(?<label>[^\][]*)\](?:\([^()\s]*(?:\s"[^"\n]*")?(?:\)|$)|\[[A-Za-z][^\][]*\])|(?<=^[^[\]]*)\]\([^()\s]*\)|\[\[(?<note>[^\]\n|]+)\]\]|(?<row>\|)(?=\s*:?-{2,}:?\s*\|)(?:\s*:?-{2,}:?\s*\|)+|(?<=^|\n)[ \t]*\|[ \t]*|[ \t]*\|\s*$/.source}`,
  "g",
);

/** Between a heading and what stands below it. */
export const APART = " · ";

/** A text of Markdown as one line of a list shows it: without its signs, with what was marked in it where it stands then. */
export function withoutSigns(
  text: string,
  spans: readonly Span[] = [],
): { readonly text: string; readonly spans: readonly Span[] } {
  const left: (readonly [from: number, to: number, then?: string])[] = [];
  let at = 0;
  for (const { index, 0: whole, groups = {} } of text.matchAll(SIGNS)) {
    const [, words = ""] = Object.entries(groups).find(([name, kept]) => name !== "row" && kept !== undefined) ?? [];
    const from = words === "" ? index : index + whole.indexOf(words);
    left.push([at, index], [from, from + words.length, groups["heading"] === undefined ? "" : APART]);
    at = index + whole.length;
  }
  left.push([at, text.length]);
  const moved = (place: number): number =>
    left.reduce(
      (sum, [from, to, then = ""]) => sum + Math.max(0, Math.min(place, to) - from) + (place > to ? then.length : 0),
      0,
    );
  const plain = left.map(([from, to, then = ""]) => `${text.slice(from, to)}${then}`).join("");
  const marked = spans.map(({ start, end }) => ({ start: moved(start), end: moved(end) }));
  // Code may be the label of a link, and a link may be strong.
  return plain !== text ? withoutSigns(plain, marked) : { text: plain, spans: marked };
}
