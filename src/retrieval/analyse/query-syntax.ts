import { fold, isStopWord } from "../../text/words.ts";

/** Names that may stand before a colon in a question, and the part of the filter that each sets. */
const FIELDS = ["wing", "room", "hall", "source", "type", "role", "before", "after"] as const;

export type QueryField = (typeof FIELDS)[number];

/** A question taken apart: what is searched freely, and what was asked for explicitly. */
export interface QuerySyntax {
  /** The question without exclusions and field filters; quoted phrases stay in it, without their quotes. */
  readonly free: string;
  /** Texts between double quotes. */
  readonly phrases: readonly string[];
  /** Words after a minus sign, and quoted texts after one. A letter alone and a stop word are flags of a command (`docker run -it -p`), and stay words. */
  readonly excluded: readonly string[];
  readonly fields: readonly AskedField[];
  /** `before:` and `after:` with what is no time, `role:` with what is no role; they stay in `free`, as words. */
  readonly unread: readonly AskedField[];
  /** Fields with a space behind the colon, which filter nothing: they stay in `free`, as words, and their value is the word that follows. */
  readonly spaced: readonly AskedField[];
  /** Fields behind a minus sign. No field leaves out: they stand in `excluded`, as the words that they are. */
  readonly negated: readonly AskedField[];
  /** Words left out by `NOT` or `!`, which prose may hold, too. */
  readonly denied: readonly string[];
  /** What stood on the sides of `OR`; empty without one. Phrases are then words, of which any may be there. */
  readonly either: readonly string[];
  /** Words with a star behind them, which is not read. */
  readonly starred: readonly string[];
}

/** `room:release` in a question. */
export interface AskedField {
  readonly field: QueryField;
  readonly value: string;
}

// A minus sign or a field name counts only at the start or after a space, so `well-known` and `http://x` are words.
const VALUE = String.raw`:(?:"(?<value>[^"\n]+)"|(?<value>[^\s"]+))`;
const TOKEN = new RegExp(
  String.raw`(?<space>^|\s)(?:-"(?<value>[^"\n]+)"|-(?<notField>${FIELDS.join("|")})${VALUE}|-(?<notWord>[\p{L}\p{N}_][^\s"]*)|` +
    String.raw`(?<field>${FIELDS.join("|")})${VALUE})(?=\s|$)|"(?<phrase>[^"\n]+)"|[“](?<phrase>[^“”\n]+)[”]`,
  "gu",
);

/** "wing: kai", as one might write for `wing:kai`. A time behind a colon is mostly prose ("the day before: …"). */
const SPACED = /(?<=^|\s)(wing|room|hall|source|type|role):\s+(?:"([^"\n]+)"|([^\s":]+))(?=\s|$)/gu;

/** Quotation marks of other languages. */
const QUOTES = /„([^“”"\n]+)[“”"]|«\s?([^»\n]+?)\s?»|「([^」\n]+)」|『([^』\n]+)』/gu;
/** `NOT word`, `!word`: the word before, what stands for the minus sign, and what is left out. */
const DENIED = /(?<=^|\s)(?:([^\s"]+)(\s+))?(?:NOT\s+|!)(?=("[^"\n]+"|[\p{L}\p{N}_][^\s"]*))/gu;
const EITHER = /\s(?:OR|\|\|?)(?=\s)/gu;
const BOTH = /\s(?:AND|&&)(?=\s)/gu;
const STARRED = /(?<=^|\s)[\p{L}\p{N}_.-]+\*(?=\s|$)/gu;

/** What holds none of these has none of the signs that are read. */
const SIGNS = /["“”„«「『:!|&*-]|\b(?:NOT|OR|AND)\b/u;
const NO_SIGNS = { phrases: [], excluded: [], fields: [], unread: [], spaced: [], negated: [] };
/** A question whose signs are read as prose. */
export const plainSyntax = (free: string): QuerySyntax => ({ free, ...NO_SIGNS, denied: [], either: [], starred: [] });

/** The question with the signs that other search engines know put as ours; what was done with them beside it. */
function ownSigns(question: string): Pick<QuerySyntax, "denied" | "either" | "starred"> & { readonly text: string } {
  const denied: string[] = [];
  const quoted = question.replace(QUOTES, (_, ...marked: (string | undefined)[]) => `"${marked.find((one) => one)}"`);
  const signed = quoted.replace(DENIED, (whole, before: string | undefined, gap: string | undefined, word: string) => {
    // "do NOT deploy" stresses a word; "staging NOT production" leaves one out.
    if (before !== undefined && isStopWord(fold(before))) return whole;
    denied.push(word.replaceAll('"', ""));
    return `${before ?? ""}${gap ?? ""}-`;
  });
  const sides = signed.split(EITHER);
  const joined = sides.join("").replace(BOTH, "");
  return { text: joined, denied, either: sides.length > 1 ? sides : [], starred: joined.match(STARRED) ?? [] };
}

/**
 * Reads the little language of a question: `"exact phrase"`, `-word`, `-"a phrase"`, and `field:value` for wing, room, hall, source, type, role, before and
 * after; `NOT word`, `!word`, `OR`, `AND` and quotation marks of other languages. Anything else is searched as it stands. Never throws; linear in the length.
 * @param reads whether a field's value can be read
 * @example parseQuerySyntax('tea -green wing:kai "gold tips"').phrases // ["gold tips"]
 */
export function parseQuerySyntax(question: string, reads: (asked: AskedField) => boolean = () => true): QuerySyntax {
  if (!SIGNS.test(question)) return plainSyntax(question.trim());
  const phrases: string[] = [];
  const excluded: string[] = [];
  const fields: AskedField[] = [];
  const unread: AskedField[] = [];
  const negated: AskedField[] = [];
  const { text, ...signs } = ownSigns(question);
  const free = text.replace(TOKEN, (whole, ...groups) => {
    const read = groups.at(-1) as Readonly<Record<string, string | undefined>>;
    const { space = "", notField, notWord, field, phrase, value = "" } = read;
    if (notWord !== undefined && isFlag(notWord)) return whole;
    if (field !== undefined) {
      const asked = { field: field as QueryField, value };
      const known = reads(asked);
      (known ? fields : unread).push(asked);
      return known ? space : whole;
    }
    if (phrase !== undefined) {
      if (signs.either.length === 0) phrases.push(phrase);
      return phrase;
    }
    if (notField !== undefined) negated.push({ field: notField as QueryField, value });
    excluded.push(notField === undefined ? (notWord ?? value) : `${notField}:${value}`);
    return space;
  });
  const spaced = [...text.matchAll(SPACED)].map(([, field, quoted, value]): AskedField => ({
    field: field as QueryField,
    value: quoted ?? (value as string),
  }));
  return { free: free.trim(), phrases, excluded, fields, unread, spaced, negated, ...signs };
}

/** Whether nobody would leave it out: passages that hold one letter say nothing, and those that hold "it" are nearly all. */
const isFlag = (word: string): boolean => word.length === 1 || isStopWord(fold(word));
