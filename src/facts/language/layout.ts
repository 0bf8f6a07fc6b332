import { type ListItem, type Token, tokenise } from "./tokens.ts";

/** A sentence of a message, or a line of its own. */
export interface Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** How it ends: `?` for a question, `:` before what it announces, else empty. */
  readonly end: string;
  /** Whether it is a whole line, as `key: value` lines are. */
  readonly line: boolean;
}

/** Marks that show nothing and say nothing: directions of writing, zero-width spaces. */
const INVISIBLE = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u00AD]/gu;

/** Longest run of text without a line break whose sentences are read, in characters. What is longer states nothing. */
const LONGEST_LINE = 2_000_000;
const MARKED = new RegExp(
  String.raw`^\s{0,8}(?:[-*+•‣◦–]\s+|(?:#|no\.?\s?)?(\d{1,6})(?:[.):\]]|\s[-–—:])\s*|#(\d{1,6})\s+|` +
    String.raw`\((\d{1,6})\)\s*|(\d)\ufe0f?\u20e3\s*|([a-z])\)\s+|(\d{1,2})(?:st|nd|rd|th)[:.)]?\s+)(\S.*)$`,
  "u",
);
const OWN_STATEMENT = /\b(?:my|our)\b.{0,40}\b(?:fav|is|are)|\bfav\p{L}*\b.*[:=]|^[^:]{2,40}:\s+\S/iu;

/**
 * Reads the layout of a message first: fenced code and quoted lines say nothing, lines of a list are one token behind
 * or before the line that they belong to,
 * every other line is read by itself, sentence by sentence.
 */
export function readLayout(message: string): readonly Sentence[] {
  const lines = plainLines(spaceMarkers(message.replace(INVISIBLE, "")));
  const sentences: Sentence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at] as string;
    if (line.trim() === "") continue;
    while (goesOn(line, lines[at + 1])) line = `${line} ${(lines[(at += 1)] as string).trim()}`;
    const own = MARKED.exec(line);
    if (own !== null && OWN_STATEMENT.test(own.at(-1) as string))
      line = /^\s*(?:#|\d+(?:st|nd|rd|th))/u.test(line) ? line : (own.at(-1) as string);
    else if (own !== null) {
      const { items, next } = listFrom(lines, at);
      // A list without a heading belongs to the line below that says what it is.
      const below = items.length > 1 ? skipBlank(lines, next) : lines.length;
      const says = lines[below] ?? "";
      if (isCaption(says)) {
        const read = sentencesOf(says.trim(), false);
        const [head, ...rest] = read;
        if (head !== undefined) sentences.push({ ...head, tokens: [blockToken(items, 0), ...head.tokens] }, ...rest);
        at = below;
      } else if (items.length > 1 || !/\s/u.test(own.at(-1) as string)) at = next - 1;
      else sentences.push(...sentencesOf(line.trim(), true));
      continue;
    }
    const heading = headingOf(lines, at, line);
    if (heading.next > at + 1) {
      sentences.push(...sentencesOf(heading.text, true));
      at = heading.next - 1;
      continue;
    }
    const after =
      ANNOUNCES.test(heading.text) || /\bfav|\b(?:top|list|ranking)\b/iu.test(heading.text)
        ? skipBlank(lines, at + 1)
        : at + 1;
    const block = listFrom(lines, after);
    const items = block.items.length > 0 ? block.items : ANNOUNCES.test(heading.text) ? bareItems(lines, after) : [];
    const stated = items.filter((item) => OWN_STATEMENT.test(item.text));
    const read = sentencesOf(heading.text, true);
    const last = read.at(-1);
    // "Brass: Birmingham" among other games is a game.
    const isList = stated.length === 0 || (OF_ONE_KIND.test(heading.text) && stated.length < items.length);
    if (items.length > 0 && isList && last !== undefined && last.end !== "?") {
      sentences.push(...read.slice(0, -1), {
        ...last,
        tokens: [...last.tokens, blockToken(items, heading.text.length)],
        end: "",
      });
      at = (block.items.length > 0 ? block.next : after + items.length) - 1;
    } else sentences.push(...read);
  }
  return sentences;
}

/** Whether a line can't end where it does, and goes on in the next one. */
function goesOn(line: string, next: string | undefined): boolean {
  const isOpen = /(?:,|\b(?:and|or|the|my))$/iu.test(line.trimEnd());
  return isOpen && next !== undefined && next.trim() !== "" && !MARKED.test(next);
}

/** Whether a line says what the list above it is: "my favorite stones, in that order". */
function isCaption(line: string): boolean {
  return (
    /\bfav\p{L}*|\b(?:my|our)\b.*\b(?:top|list|ranking)\b|\bI like\b/iu.test(line) &&
    !MARKED.test(line) &&
    !/\bfav\p{L}*\s[^.]*\s(?:is|are|=)\s\S/iu.test(line) &&
    !/[:=]\s*$/u.test(line)
  );
}

/** "１）桃", "1.margherita,2.diavola": markers of a list as they are read, with a space behind. */
function spaceMarkers(text: string): string {
  const plain = text.replace(/[０-９]{1,3}(?=[)）.．])|(?<=[\d０-９])[）．]/gu, (found) => found.normalize("NFKC"));
  const marks = /(?<=^|[\s,;:])(\d{1,2}[.)])(?=\p{L})/gmu;
  return (plain.match(marks)?.length ?? 0) > 1 ? plain.replace(marks, "$1 ") : plain;
}

/** A heading that says of what the lines below it are the favourites. */
const OF_ONE_KIND = /\bfav\p{L}*\s+(?!things?\b|ones\b)\p{L}{2}/iu;

/** How a line ends that announces the lines below it. */
const ANNOUNCES = /(?:[:：]|(?:^|\s)(?:is|are))$/iu;

/**
 * A line without the sign of a heading; with the lines below it where a list begins in it: "my favorite loaves: 1)
 * rye⏎2) spelt".
 */
function headingOf(
  lines: readonly string[],
  at: number,
  line: string,
): { readonly text: string; readonly next: number } {
  const text = line.replace(/^\s{0,3}#{1,6}\s+/u, "").trim();
  const { items, next } = listFrom(lines, at + 1);
  const begun =
    items[0]?.rank === 2 && !OWN_STATEMENT.test(items[0].text) && /(?:^|\s)(?:\(?1[.):\]]|#1\s)/u.test(text);
  if (begun)
    return {
      text: `${text} ${lines
        .slice(at + 1, next)
        .map((one) => one.trim())
        .join(" ")}`,
      next,
    };
  return { text, next: at + 1 };
}

/** Lines outside of code, quotations and tables. */
function plainLines(message: string): readonly string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of message.replace(/\r\n?/gu, "\n").split("\n")) {
    // What a letter says, its writer says: it is a text to work on.
    if (/^\s*Dear\s[^.!?]{1,60},/u.test(line)) break;
    const mark = /^\s{0,3}(```+|~~~+)/u.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      lines.push("");
    } else if (fence !== null || /^\s{0,3}>|^\s{0,3}\|.*\|\s*$/u.test(line) || line.length > LONGEST_LINE)
      lines.push("");
    else lines.push(line);
  }
  return lines;
}

function skipBlank(lines: readonly string[], at: number): number {
  return (lines[at] ?? "x").trim() === "" ? at + 1 : at;
}

/** The lines of a list from a line on, and the line after them. */
function listFrom(
  lines: readonly string[],
  from: number,
): { readonly items: readonly ListItem[]; readonly next: number } {
  const items: ListItem[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    // Markdown's loose lists have blank lines between their items.
    if (items.length > 0 && (lines[at] as string).trim() === "" && isMarked(lines[at + 1])) continue;
    const found = MARKED.exec(lines[at] as string);
    if (found === null) break;
    const letter = found[5];
    const number = found.slice(1, 5).find((group) => group !== undefined) ?? found[6];
    items.push({
      rank: number !== undefined ? Number(number) : letter !== undefined ? letter.charCodeAt(0) - 96 : null,
      text: (found[7] as string).trim(),
    });
  }
  return { items, next: at };
}

function isMarked(line: string | undefined): boolean {
  const item = MARKED.exec(line ?? "")?.at(-1);
  return item !== undefined && !OWN_STATEMENT.test(item);
}

/** Short lines without markers below a heading with a colon. */
function bareItems(lines: readonly string[], from: number): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const line of lines.slice(from)) {
    const text = line.trim();
    if (text === "" || text.length > 60 || /[.?:=;]$|[:=]\s|\bfav/iu.test(text) || /[.?!]\s/u.test(text)) break;
    items.push({ rank: null, text });
  }
  return items;
}

function blockToken(items: readonly ListItem[], at: number): Token {
  return { kind: "list", text: "", word: "", start: at, end: at, upper: false, spaced: true, items };
}

/** Closed words that begin a sentence behind an abbreviation: "Washington, D.C. My …". */
const OPENERS = new Set(
  "my i it it's the we you he she they this that what who and but also is do can please".split(" "),
);

/** Small prepositions inside names: "Panic! at the Disco". No sentence begins with one. */
const IN_NAMES = /^(?:at|of|in|on|from|by|with|to)$/u;

/** The sentences of one line. */
export function sentencesOf(line: string, whole: boolean): readonly Sentence[] {
  const tokens = tokenise(line);
  const sentences: Sentence[] = [];
  let from = 0;
  const close = (to: number, end: string): void => {
    const slice = tokens.slice(from, to);
    if (slice.length > 0) {
      const [start, stop] = [
        (slice[0] as Token).start,
        (tokens[end === "" ? to - 1 : to] ?? (slice.at(-1) as Token)).end,
      ];
      // Offsets count from the beginning of the sentence.
      sentences.push({
        text: line.slice(start, stop),
        tokens:
          start === 0
            ? slice
            : slice.map((token) => ({ ...token, start: token.start - start, end: token.end - start })),
        end,
        line: whole && from === 0,
      });
    }
    from = end === "" ? to : to + 1;
  };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "mark" && /^(?:[.!?…。！？]|\.{2,})$/u.test(token.text)) {
      const next = tokens[at + 1];
      // "Panic! at the Disco": no sentence begins with a small preposition.
      const inName =
        token.text === "!" && tokens[at - 1]?.upper === true && next?.upper === false && IN_NAMES.test(next.word);
      const ends =
        next === undefined || (next.spaced && !inName) || next.kind === "mark" || /[。！？]/u.test(token.text);
      if (ends && at >= from) close(at, token.text.replace("？", "?"));
    } else if (
      at > from &&
      token.kind === "word" &&
      /\.$/u.test(tokens[at - 1]?.text ?? "") &&
      (tokens[at - 1] as Token).kind === "word" &&
      token.upper &&
      OPENERS.has(token.word) &&
      // "Dr. Who" is one name.
      !/^(?:dr|mr|mrs|ms|st|prof|sgt|capt)\.$/u.test((tokens[at - 1] as Token).word)
    )
      close(at, "");
  }
  close(tokens.length, "");
  return sentences;
}
