/** What a token is. Recognised spans (`email` to `version`) are one token each, so no rule looks inside them. */
export type TokenKind =
  | "word"
  | "number"
  | "quote"
  | "mark"
  | "marker"
  | "list"
  | "emoji"
  | "email"
  | "url"
  | "path"
  | "version"
  | "money"
  | "date"
  | "code";

/** One item of a block of list lines. */
export interface ListItem {
  readonly rank: number | null;
  readonly text: string;
}

/** A piece of a message with its place in it. */
export interface Token {
  readonly kind: TokenKind;
  /** As written. Of a quote: what stands between the marks. */
  readonly text: string;
  /** As compared: NFKC, lower case, straight apostrophes. */
  readonly word: string;
  /** Offsets in the text that was tokenised. */
  readonly start: number;
  readonly end: number;
  /** Whether it begins with a capital letter. */
  readonly upper: boolean;
  /** Whether white space stands before it. */
  readonly spaced: boolean;
  /** Of a marker: the rank it gives. */
  readonly rank?: number;
  /** Of a list block. */
  readonly items?: readonly ListItem[];
}

/** A word as the grammar compares it. @example fold("İt’s") // "it's" */
export function fold(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\u0307/gu, "")
    .replace(/[’‘ʼ]/gu, "'")
    .normalize("NFKC");
}

const EMOJI =
  "(?:\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\u200d\\ufe0f\\p{Extended_Pictographic}]*|\\p{Regional_Indicator}{2})";
const ABBREVIATIONS =
  "Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Mt|Ft|Lt|Sgt|Capt|Rev|Gen|Col|vs|feat|ft|Inc|Ltd|Co|Corp|Bros|Vol|No|approx|" +
  "etc|Ave|Blvd|Rd|Op|pt|ca";
/** Names that end with an exclamation mark wherever they stand. */
const BANG = "Yahoo|Jeopardy|Oklahoma|Airplane|Oliver|Wham|Mamma Mia|Moulin Rouge|Joomla|Fun Home|Help|P!nk";

/** In order of trial. A name gives the kind; `word` is refined afterwards. */
const PIECES: readonly (readonly [TokenKind | "skip", RegExp])[] = [
  [
    "quote",
    /“([^“”\n]{1,300})”|„([^“”\n]{1,300})[“”]|«\s?([^»\n]{1,300}?)\s?»|"([^"\n]{1,300})"|「([^」\n]{1,300})」/uy,
  ],
  [
    "quote",
    /(?<![\p{L}\p{N}])'([^'\n]{2,200}?)'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])‘([^’\n]{1,200}?)’(?![\p{L}\p{N}])|`([^`\n]{1,300})`/uy,
  ],
  [
    "skip",
    new RegExp(
      String.raw`\[M?\d{1,4}\](?!\()|(?<=\s)#{1,6}(?=[\s,.;]|$)|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|` +
        String.raw`_{1,2}(?=\p{L})(?<![\p{L}\p{N}]_)|(?<=[\p{L}\p{N}])_{1,2}(?![\p{L}\p{N}])|~~`,
      "uy",
    ),
  ],
  ["url", /[\w.-]+@[\w-]+(?:\.[\w-]+)+:[\w~][\w./~-]*[\w/]/uy],
  ["email", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/uy],
  [
    "url",
    /(?<![\p{L}\p{N}])[a-z][a-z\d+.-]{1,15}:\/\/[^\s<>"'，。]*[^\s<>"'.,;:!?)\]，。]|www\.[^\s<>"']*[^\s<>"'.,;:!?)\]]/uy,
  ],
  [
    "date",
    new RegExp(
      String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\p{L}\p{N}])|` +
        String.raw`\d{1,2}\/\d{1,2}\/\d{2,4}(?![\p{L}\p{N}])|\d{1,2}\.\d{1,2}\.\d{4}(?![\p{L}\p{N}])`,
      "uy",
    ),
  ],
  ["money", /[$€£¥₹]\s?\d+(?:,\d{2,3})*(?:\.\d+)?(?:\s?(?:k|m|bn|million|billion|thousand)(?![\p{L}]))?/uy],
  [
    "path",
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:~|\.{1,2})?\/[\p{L}\p{N}._~@+-]+(?:\/[\p{L}\p{N}._~@+-]*[\p{L}\p{N}_~-]|` +
        String.raw`\/)*(?=[\s.,;:!?)\]]|$)|[A-Za-z]:\\[^\s]*[^\s.,;:!?)]`,
      "uy",
    ),
  ],
  [
    "version",
    new RegExp(
      String.raw`v\d+(?:\.\d+)*(?:-[\p{L}\p{N}.]+)?(?![\p{L}\p{N}])|` +
        String.raw`\d+\.\d+\.\d+(?:\.\d+)*(?:[-+][\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d+)?(?![\p{L}\p{N}])`,
      "uy",
    ),
  ],
  [
    "date",
    new RegExp(
      String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?(?![\p{L}]))|` +
        String.raw`\d{1,2}:\d{2}(?::\d{2})?(?![\p{L}\p{N}])|\d{1,2}\s?[ap]m(?![\p{L}])`,
      "iuy",
    ),
  ],
  ["code", /(?=[\p{L}\p{N}-]*\d)(?=[\p{L}\p{N}-]*\p{Lu})[\p{Lu}\p{N}]{2,}(?:-[\p{Lu}\p{N}]+)*(?![\p{L}\p{N}'’])/uy],
  // Feet and inches: 5'11"
  ["number", /\d['’′]\s?\d{1,2}(?:["”″]|'')?(?![\p{L}\p{N}])/uy],
  // "4471#", "12-34-7", "16:9", "3c:22:fb:9a:01:7e"
  [
    "code",
    new RegExp(
      String.raw`(?:[*#]\d+#|\d{2,}#(?!#)|\d+(?:[-/.]\d+){2,}|\d+:\d+(?!:)|` +
        String.raw`[\da-f]{1,4}(?::[\da-f]{0,4}){2,})(?![\p{L}\p{N}])`,
      "iuy",
    ),
  ],
  // Options of commands, where a value stands: "is --force", "= -O2".
  [
    "code",
    new RegExp(
      String.raw`(?<=(?:^|(?:is|are|be|to|use|using|with|flags?|options?|now|and|or|add|set|remove|drop|replace)|[=:,])\s+)` +
        String.raw`--?\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*(?:=[^\s,;]*[^\s.,;:!?)])?(?=[\s.,;:!?)]|$)`,
      "iuy",
    ),
  ],
  ["mark", /->|=>|→|--+|\.{2,}|…|>=|<=|\u2705/uy],
  [
    "number",
    new RegExp(
      String.raw`#-?\d+(?![\p{L}\p{N}])|(?:(?<=^|[\s(])-)?\d+(?:,\d{3})+(?:\.\d+)?%?(?![\p{L}\p{N}])|` +
        String.raw`(?:(?<=^|[\s(])-)?\d+(?:\.\d+)?%?(?![\p{L}\p{N}]|-\p{Ll})`,
      "uy",
    ),
  ],
  [
    "emoji",
    new RegExp(`(?:[0-9]\\ufe0f?\\u20e3|${EMOJI}+|[:;=]['-]?[)(DPp/|](?![\\p{L}\\p{N}])|<3+(?![\\p{N}])|\\^\\^)`, "uy"),
  ],
  ["word", new RegExp(`(?:${ABBREVIATIONS})\\.(?=\\s|,|$|\\))(?<!^\\w+\\.)`, "uy")],
  ["word", /no\.(?=\s?\d)/iuy],
  ["word", /(?:\p{L}\.-?){2,}(?:\p{L}(?![\p{L}\p{N}]))?|\p{Lu}\.(?=\s?\p{Lu})/uy],
  ["word", new RegExp(`(?:${BANG})!`, "uy")],
  [
    "word",
    new RegExp(
      String.raw`[.#@]?[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[_'’ʼ&+@#·.-]|` +
        String.raw`['’]?–(?=\p{L}))[\p{L}\p{N}\p{M}]+)*(?:\+{1,2}|#(?![\p{L}\p{N}]))?(?:!(?=,|\s+(?:and|&)\s))?`,
      "uy",
    ),
  ],
  ["mark", /\S/uy],
];

/** Endings that are split off words: "what's" is "what" and "'s". */
const ENDING = /^(.+?)((?:['’ʼ](?:s|re|m|ve|d|ll))|(?<=(?:st|nd|rd|th|last|second))-(?:fav\p{L}*))$/iu;

/** The tokens of a text without line breaks. Cost: linear. */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let spaced = true;
  // In a message all in capitals they say nothing.
  const shouting = /\p{Lu}{4}/u.test(text) && !/\p{Ll}/u.test(text) && /\s/u.test(text.trim());
  const push = (kind: TokenKind, start: number, end: number, inner?: string): void => {
    const written = inner ?? text.slice(start, end);
    tokens.push({
      kind,
      text: written,
      word: fold(written),
      start,
      end,
      upper: !shouting && /^[\p{P}]*\p{Lu}/u.test(written),
      spaced,
    });
    spaced = false;
  };
  while (at < text.length) {
    if (/\s/u.test(text[at] as string)) {
      at += 1;
      spaced = true;
      continue;
    }
    for (const [kind, pattern] of PIECES) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null) continue;
      const end = at + found[0].length;
      if (kind === "quote") push(kind, at, end, found.slice(1).find((group) => group !== undefined) ?? "");
      else if (kind === "word") {
        const ending = ENDING.exec(found[0]);
        if (ending === null) push(kind, at, end);
        else {
          push(kind, at, at + (ending[1] as string).length);
          push(kind, at + (ending[1] as string).length + (/^-/u.test(ending[2] as string) ? 1 : 0), end);
        }
      } else if (kind !== "skip") push(kind, at, end);
      at = end;
      break;
    }
  }
  return withMarkers(tokens);
}

/** Signs that make a marker of the number before them. */
const AFTER_NUMBER = new Set([")", ".", ":", "-", "–", "—", "]"]);

/** A number or letter that may number an item of a list. */
interface Marker {
  readonly at: number;
  readonly close: number;
  readonly rank: number;
  /** Markers of one list are written alike. */
  readonly style: string;
}

/** The marker at a token: "1)", "(1)", "1.", "1 -", "a)", "1️⃣". */
function markerAt(tokens: readonly Token[], at: number): Marker | null {
  const token = tokens[at] as Token;
  const keycap = /^([0-9])\ufe0f?\u20e3/u.exec(token.text)?.[1];
  if (keycap !== undefined) return { at, close: at + 1, rank: Number(keycap), style: "keycap" };
  const open = token.text === "(" || token.text === "[" ? 1 : 0;
  const [number, sign, behind] = [tokens[at + open], tokens[at + open + 1], tokens[at + open + 2]];
  if (number === undefined || sign === undefined || !AFTER_NUMBER.has(sign.text)) return null;
  const letter = number.kind === "word" && /^\p{L}$/u.test(number.text);
  if (!letter && !/^\d{1,4}$/u.test(number.text)) return null;
  if (letter && sign.text !== ")") return null;
  if (open === 1 && sign.text !== ")" && sign.text !== "]") return null;
  // "1 - Hive" has space on both sides, "1. Hive" none before the stop; "3.5" is a number already.
  const dash = /^[-–—]$/u.test(sign.text);
  if (dash ? !(sign.spaced && behind?.spaced !== false) : sign.spaced) return null;
  if (!token.spaced && at > 0 && !/^[,;:]$/u.test(tokens[at - 1]?.text ?? "")) return null;
  const rank = letter ? number.word.charCodeAt(0) - 96 : Number(number.text);
  return { at, close: at + open + 2, rank, style: `${letter ? "a" : "1"}${open}${dash ? "-" : sign.text}` };
}

/** Whether markers that are written alike number a list: one of several, or one at the beginning. */
function numbersList(tokens: readonly Token[], run: readonly Marker[]): boolean {
  const first = run[0] as Marker;
  const before = tokens[first.at - 1];
  const several = run.length > 1;
  const opened =
    several ||
    before === undefined ||
    before.kind === "mark" ||
    /^(?:is|are|were|be|go|list|order|ranked|these|follows)$/u.test(before.word);
  // "My font size is 13. Our indent width is 2." counts nothing.
  const rising = run.every(({ rank, close }, i) => rank > (run[i - 1]?.rank ?? 0) && tokens[close] !== undefined);
  const numbered =
    run.some(({ rank }) => rank === 1) ||
    (several && first.style.startsWith("1") && rising && run.every(({ rank }) => rank < 100));
  const lone = !several && /[.:\-–—]$/u.test(first.style) && !(first.rank === 1 && before !== undefined);
  return opened && numbered && !lone && (several || !first.style.startsWith("a"));
}

/**
 * Joins the numbers and letters that number a list into marker tokens: where a run of them begins with 1 or a, or one
 * stands at the beginning. "Meet me at 10:30" has none.
 */
function withMarkers(tokens: readonly Token[]): readonly Token[] {
  const found = tokens.map((_, at) => markerAt(tokens, at)).filter((marker) => marker !== null);
  const runs = [...Map.groupBy(found, ({ style }) => style).values()];
  const markers = new Map(
    runs
      .filter((run) => numbersList(tokens, run))
      .flat()
      .map((one) => [one.at, one]),
  );
  if (markers.size === 0) return tokens;
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const marker = markers.get(at);
    const token = tokens[at] as Token;
    if (marker === undefined) joined.push(token);
    else {
      const end = (tokens[marker.close - 1] as Token).end;
      joined.push({ ...token, kind: "marker", word: `${marker.rank})`, end, rank: marker.rank });
      at = marker.close - 1;
    }
  }
  return joined;
}
