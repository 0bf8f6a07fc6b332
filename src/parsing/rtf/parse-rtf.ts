import type { ParsedDocument } from "../../model/section.ts";
import { decoderOf } from "../decode.ts";
import { escapeHtml, htmlDocument } from "../office/html-document.ts";
import { isPageNumber } from "../office/xml-tree.ts";
import { type BinaryInput, skipFile } from "../parser-input.ts";

/** Groups whose text is none of the document's. */
const APART: ReadonlySet<string> = new Set(
  (
    "fonttbl colortbl stylesheet info pict object objdata fldinst listtable listoverridetable revtbl rsidtbl generator xmlnstbl " +
    "themedata colorschememapping datastore latentstyles mmathPr header headerl headerr headerf footer footerl footerr footerf " +
    "nonshppict filetbl pgptbl bkmkstart bkmkend atnid atnauthor"
  ).split(" "),
);
/** Words that stand for a character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ par: "\n", sect: "\n", page: "\n", line: "\v", tab: " ", emdash: "—", endash: "–", emspace: " ", enspace: " " },
  ...{ qmspace: " ", nestcell: " ", bullet: "•", lquote: "‘", rquote: "’" },
  ...{ ldblquote: "“", rdblquote: "”", "~": "\u00A0", _: "\u2011" },
};
const TOKEN = /\\(?:([a-zA-Z]+)(-?\d+)? ?|'([\da-fA-F]{2})|([^a-zA-Z\r\n]|\r?\n))|([{}])|([^\\{}\r\n]+)|\r?\n/gu;

/** What holds inside a group, and is taken back at its end. */
interface State {
  readonly skipped: boolean;
  /** Text is hidden, or was deleted. */
  readonly v: boolean;
  readonly deleted: boolean;
  /** Number of the font, which has a character set. */
  readonly font: string | undefined;
  /** Characters behind a `\u` that say the same in the old encoding. */
  readonly fallback: number;
  /** What the end of the group writes: the bracket behind a note. */
  readonly closes: string;
}

/**
 * Groups that other programs may pass over, but whose text is one of the document's: notes and comments at their
 * marks, and boxes.
 */
const KEPT: Readonly<Record<string, string>> = { footnote: " [", annotation: " [Note: ", shptxt: "" };

/**
 * Parses RTF: paragraphs, tables as rows, headings by their outline level or style. The few kept readers of it are not
 * maintained any more, so this is our own: a list of words, and the encoding that the file names.
 * @throws LociError `FILE_SKIPPED`: `wrong-type`, `nesting`, `empty`, `truncated`
 * Cost: linear.
 */
export async function parseRtf(input: BinaryInput): Promise<ParsedDocument> {
  const { bytes, path, limits } = input;
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (!/^\s*\{\\rtf/u.test(rtf)) throw skipFile(path, "wrong-type", { expected: "rtf" });
  const limit = 4 * limits.maxNesting;
  const read = (text: string): string => {
    const writer = new HtmlWriter(headingStyles(rtf));
    const open = readTokens(text, writer, (depth) => {
      if (depth > limit) throw skipFile(path, "nesting", { limit });
    });
    if (open > 0) throw skipFile(path, "truncated");
    return writer.html();
  };
  const edges = (kind: string): string => [...new Set(pageEdges(rtf, kind).map(read).map(asEdge))].join("");
  return htmlDocument(input, edges("header") + read(rtf) + edges("footer"), {});
}

/** What stands in a group with groups in it, as far as such groups are nested. */
const INSIDE = Array.from({ length: 8 }).reduce<string>((inner) => `(?:[^{}\\\\]|\\\\[^]|\\{${inner}\\}){0,65536}`, "");
/** Stands before the number of a page, which no text has. */
const NUMBERED = "\x1F";

/** What stands at the head of pages, or at their foot, each as a text of its own, with the document's fonts; that of first pages first. */
function pageEdges(rtf: string, kind: string): readonly string[] {
  const fonts = [/\\ansicpg\d+/u, /\{\\fonttbl[^]*?\}\s*\}/u].map((part) => part.exec(rtf)?.[0] ?? "").join("");
  return [...rtf.matchAll(new RegExp(`\\{\\\\${kind}(f?)(?![a-z])(${INSIDE}\\})`, "gu"))]
    .sort(([, a = ""], [, b = ""]) => b.length - a.length)
    .map(([, , group = ""]) => `{${fonts} ${group}`)
    .map((text) => text.replaceAll(/\\chpgn(?![a-z])|\{\\field(?=[^]{0,80}?\bPAGE\b)/gu, `${NUMBERED}$&`));
}

/** Such a text as HTML, without headings and the paragraphs that only number pages. */
const asEdge = (html: string): string =>
  html
    .replaceAll(/<(\/?)h\d/gu, "<$1p")
    .replaceAll(/<p>([^<]*)<\/p>/gu, (line, words) => (words.includes(NUMBERED) && isPageNumber(words) ? "" : line))
    .replaceAll(NUMBERED, "");

/** Words that say what holds from here on. */
const SETS: Readonly<Record<string, (number: string | undefined) => Partial<State>>> = {
  uc: (number) => ({ fallback: Math.max(0, Number(number ?? "1")) }),
  v: (number) => ({ v: number !== "0" }),
  deleted: (number) => ({ deleted: number !== "0" }),
  f: (number) => ({ font: number }),
  plain: () => ({ v: false, deleted: false, font: undefined }),
};

/** A font of the table with its character set. */
const FONT = /\\f(\d+)(?:\\[a-z]+-?\d* ?){0,20}?\\fcharset(\d+)/gu;
/** Code pages of character sets; of others, fonts have the document's. */
const CODE_PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  "77 10000,128 932,129 949,134 936,136 950,161 1253,162 1254,163 1258,177 1255,178 1256,186 1257,204 1251,222 874,238 1250,254 437,255 850"
    .split(",")
    .map((pair) => pair.split(" ")),
);

/** Level by number of a style that is a heading: its outline level, or the name that Word's own have. */
function headingStyles(rtf: string): ReadonlyMap<number, number> {
  const sheet = /\{\\stylesheet[^]*?;\}\s*\}/u.exec(rtf)?.[0] ?? "";
  return new Map(
    [...sheet.matchAll(/\{\\s(\d+)(?=[\\ ])([^{}]*)/gu)].flatMap(([, style, words = ""]) => {
      const outline = /\\outlinelevel([0-5])(?!\d)/u.exec(words)?.[1];
      const level = outline === undefined ? Number(/ heading ([1-6]);/iu.exec(words)?.[1] ?? 0) : Number(outline) + 1;
      return level === 0 ? [] : [[Number(style), level]];
    }),
  );
}

/** @param opens hears how many groups are open when one more is; throws to refuse it. @returns the groups that nothing closes */
function readTokens(rtf: string, writer: HtmlWriter, opens: (depth: number) => void): number {
  const page = /\\ansicpg(\d+)/u.exec(rtf.slice(0, 1_000))?.[1];
  const decoder = decoderOf(page);
  const found = [...rtf.matchAll(FONT)];
  const fonts = new Map(found.map(([, font, set]) => [font, decoderOf(CODE_PAGES[set as string] ?? page)]));
  const decode = (text: Uint8Array): string => (fonts.get(state.font) ?? decoder).decode(text);
  const outer: State[] = [];
  let state: State = { skipped: false, v: false, deleted: false, font: undefined, fallback: 1, closes: "" };
  /** Characters still to be passed over, and bytes of the old encoding that wait for those that belong to them. */
  let pass = 0;
  let bytes: number[] = [];
  let fresh = false;
  const isApart = (): boolean => state.skipped || state.v || state.deleted;
  const flush = (): void => {
    if (bytes.length > 0 && !isApart()) writer.text(decode(Uint8Array.from(bytes)));
    bytes = [];
  };
  for (const [, word, number, hex, sign, brace, plain] of rtf.matchAll(TOKEN)) {
    if (hex !== undefined) {
      if (pass > 0) pass--;
      else bytes.push(Number.parseInt(hex, 16));
      continue;
    }
    flush();
    const opened = fresh;
    fresh = false;
    if (brace === "{") {
      opens(outer.push(state));
      state = { ...state, closes: "" };
      fresh = true;
    } else if (brace === "}") {
      if (!state.skipped && state.closes !== "") writer.text(state.closes);
      state = outer.pop() ?? state;
      pass = 0;
    } else if (sign === "*" && opened) [state, fresh] = [{ ...state, skipped: true }, true];
    else if (word !== undefined && opened && KEPT[word] !== undefined) {
      state = { ...state, skipped: outer[outer.length - 1]?.skipped === true, closes: KEPT[word] === "" ? "" : "]" };
      if (!state.skipped) writer.text(KEPT[word]);
    } else if (word !== undefined && opened && APART.has(word)) state = { ...state, skipped: true };
    else if (word !== undefined && Object.hasOwn(SETS, word)) state = { ...state, ...SETS[word]?.(number) };
    else if (isApart()) continue;
    else if (word === "u") {
      writer.text(String.fromCharCode(Number(number ?? "0") & 0xffff));
      pass = state.fallback;
    } else if (word === "bin") continue;
    else if (plain !== undefined) {
      const rest = plain.slice(pass);
      pass = Math.max(0, pass - plain.length);
      // Bytes of the old encoding may stand as they are.
      if (rest !== "") writer.text(/[\x80-\xFF]/u.test(rest) ? decode(Buffer.from(rest, "latin1")) : rest);
    } else if (sign !== undefined && /[\\{}]/u.test(sign)) writer.text(sign);
    else writer.word(sign !== undefined && /\s/u.test(sign) ? "par" : (word ?? sign ?? ""), Number(number ?? "0"));
  }
  flush();
  return outer.length;
}

class HtmlWriter {
  #html: string[] = [];
  #paragraph = "";
  #cells: string[] = [];
  #rows: string[] = [];
  #inTable = false;
  #level = 0;
  readonly #styles: ReadonlyMap<number, number>;

  constructor(styles: ReadonlyMap<number, number>) {
    this.#styles = styles;
  }

  text(text: string): void {
    this.#paragraph += text;
  }

  /** A word that stands for a character, ends a paragraph, a cell or a row, or says what a paragraph is. */
  word(word: string, number: number): void {
    if (word === "pard") [this.#inTable, this.#level] = [false, 0];
    else if (word === "intbl") this.#inTable = true;
    else if (word === "s") this.#level = this.#styles.get(number) ?? 0;
    else if (word === "outlinelevel") this.#level = number >= 0 && number < 6 ? number + 1 : 0;
    else if (word === "cell") {
      this.#cells.push(this.#paragraph);
      this.#paragraph = "";
    } else if (word === "row") {
      this.#rows.push(`<tr>${this.#cells.map((cell) => `<td>${this.#inline(cell)}</td>`).join("")}</tr>`);
      this.#cells = [];
    } else {
      const text = CHARACTERS[word] ?? "";
      if (text === "\n" && !this.#inTable) this.#end();
      else this.#paragraph += text.replace("\n", "\v");
    }
  }

  html(): string {
    this.#end();
    return this.#html.join("");
  }

  #end(): void {
    if (this.#cells.length > 0) this.word("row", 0);
    if (this.#rows.length > 0) this.#html.push(`<table>${this.#rows.join("")}</table>`);
    this.#rows = [];
    const name = this.#level === 0 ? "p" : `h${this.#level}`;
    if (this.#paragraph.trim() !== "") this.#html.push(`<${name}>${this.#inline(this.#paragraph)}</${name}>`);
    this.#paragraph = "";
  }

  #inline(text: string): string {
    return escapeHtml(text).replaceAll("\v", "<br>");
  }
}
