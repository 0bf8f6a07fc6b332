import { isSmall } from "./boundaries.ts";
import type { Values } from "./category-types.ts";
import type { Token } from "./tokens.ts";

/** One member of what commas and "and" part, with what stands before it. */
export interface Part {
  readonly tokens: readonly Token[];
  readonly after: "start" | "comma" | "and";
}

/** Words cut at commas, semicolons and "and". */
export interface SplitList {
  readonly parts: readonly Part[];
  readonly joined: Values["joined"];
  /** Whether "then", "next" or "followed by" gives an order. */
  readonly then: boolean;
  /** Whether "and" stands before the last of several. */
  readonly closed: boolean;
  /** Whether "and" is written as a word. */
  readonly spelled: boolean;
}

/** Parts of tokens between those that cut; nothing is cut inside brackets. */
export function splitAt(
  tokens: readonly Token[],
  isCut: (token: Token, at: number) => boolean,
): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.text === "(" || token.text === "[") depth += 1;
    if (token.text === ")" || token.text === "]") depth -= 1;
    if (depth <= 0 && isCut(token, at)) parts.push([]);
    else (parts.at(-1) as Token[]).push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** What a comma joins to the name before it: "Washington, D.C.", "Sammy Davis, Jr." */
const BELONGS = new RegExp(
  String.raw`^(?:(?:\p{Lu}\.){2,}|A[KLRZ]|C[AOT]|DC|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI` +
    String.raw`|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|Jr\.?|Sr\.?|Inc\.?|Ltd\.?|LLC|PhD|MD|Esq\.?|II|III|IV)$`,
  "u",
);

/** Initials behind a comma: "Tolkien, J.R.R." */
const INITIALS = /^(?!D\.C\.)(?:\p{Lu}\.){2,}$/u;

/** Whether some of several names have their initials behind a comma, and others not: "Tolkien, J.R.R., and Le Guin, Ursula". */
export function isHalfInverted(parts: readonly Part[]): boolean {
  const inverted = parts.filter(({ tokens }) => tokens.some(({ text }, at) => at > 0 && INITIALS.test(text)));
  // "Le Guin, Ursula K."
  const [, second] = parts;
  const initial =
    second?.after === "comma" && second.tokens.length > 1 && /^\p{Lu}\.?$/u.test(second.tokens.at(-1)?.text ?? "");
  return (initial && parts.length === 2) || (inverted.length > 0 && inverted.length < parts.length);
}

const isWordAnd = (token: Token | undefined): boolean =>
  isSmall(token) && /^(?:and|or|plus|then)$/u.test(token?.word ?? "");

/** Cuts at commas, semicolons and "and". A comma inside brackets or quotes cuts nothing, nor does one before "D.C." */
export function splitList(tokens: readonly Token[]): SplitList {
  const commas = cutAtCommas(tokens);
  // Where "and" joins the list, "&" joins a name: "Hall & Oates and Daft Punk".
  const spelled = tokens.some((token, at) => at > 0 && isWordAnd(token));
  const isAnd = (token: Token | undefined): boolean =>
    isWordAnd(token) || (!spelled && token?.kind === "mark" && token.text === "&" && token.spaced);
  let then = tokens.some((token, at) => at > 0 && isSmall(token) && token.word === "then");
  const parts: Part[] = [];
  for (const [i, part] of commas.entries()) {
    const leads = isAnd(part[0]) && part.length > 1;
    let from = leads || (i === 0 && then && commas.length > 1 && isSmall(part[0]) && part[0]?.word === "first") ? 1 : 0;
    const ordered = commas.length > 1 || parts.length > 0 ? orderWords(part, from) : from;
    then ||= ordered > from;
    from = ordered;
    const body = part.slice(from);
    const after = parts.length === 0 ? "start" : leads ? "and" : "comma";
    // In "a, b and c" the last "and" joins the list; in "salt and pepper, oil" the first joins a name.
    const names =
      i < commas.length - 1 || leads
        ? [body]
        : splitAt(body, (token, at) => at > 0 && at < body.length - 1 && isAnd(token) && !isTight(body, at));
    if (commas.length > 1 && names.length > 2) parts.push({ tokens: body, after });
    else parts.push(...names.map((name, n): Part => ({ tokens: name, after: n === 0 ? after : "and" })));
  }
  const ands = tokens.some((token, at) => at > 0 && isAnd(token));
  // "Heat, Ran and Alien" is a whole list: what follows a further comma is none of it.
  const last = commas.at(-1) ?? [];
  const closed = last.some((token, at) => isAnd(token) && at < last.length - 1);
  return { parts, joined: commas.length > 1 ? (ands ? "both" : "comma") : ands ? "and" : "no", then, closed, spelled };
}

function cutAtCommas(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const commas: Token[][] = [];
  // Where semicolons part, a comma belongs to what they part: "Portland, Oregon; Austin, Texas".
  const strong = tokens.some((token) => token.kind === "mark" && token.text === ";");
  const cuts = strong ? /^;$/u : /^[,，、]$|^[/·•|]$/u;
  for (const part of splitAt(
    tokens,
    (token) => token.kind === "mark" && cuts.test(token.text) && (token.text !== "/" || token.spaced),
  )) {
    const before = commas.at(-1);
    const belongs = part.length === 1 && BELONGS.test((part[0] as Token).text);
    if (before !== undefined && belongs && (before.at(-1) as Token).upper) before.push(...part);
    else commas.push([...part]);
  }
  return commas;
}

/** The index behind the words that give an order: "then", "followed by", "after that". */
function orderWords(part: readonly Token[], from: number): number {
  const word = part[from]?.word ?? "";
  if (!isSmall(part[from]) || part.length <= from + 1 || !/^(?:then|next|finally|lastly|followed|after)$/u.test(word))
    return from;
  if (word === "followed") return from + 2;
  return word === "after" && part[from + 1]?.word === "that" ? from + 2 : from + 1;
}

/** Whether "&" stands tight: "R &B". */
function isTight(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === "&" && !(tokens[at + 1]?.spaced ?? true);
}

/** Whether a list goes on behind the "and" that closed it: "Heat, Ran and Alien, wow". */
export function overrun(tokens: readonly Token[]): boolean {
  const commas = splitAt(tokens, (token) => token.kind === "mark" && /^[,;，、]$/u.test(token.text));
  const joins = (part: readonly Token[]): boolean =>
    part.some((token, at) => at > 0 && at < part.length - 1 && isSmall(token) && token.word === "and");
  const last = commas.at(-1);
  const ands = (last ?? []).filter((token, at) => at > 0 && isSmall(token) && token.word === "and").length;
  return (
    ands > 1 ||
    (commas.slice(0, -1).some(joins) &&
      !(last !== undefined && ((isSmall(last[0]) && last[0]?.word === "and") || joins(last))))
  );
}

/** States that a comma joins to a town; those that are towns, too, are left out. */
const STATES = new Set(
  (
    "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois " +
    "indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri " +
    "montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia " +
    "wisconsin wyoming " +
    "ontario alberta quebec manitoba"
  ).split(" "),
);

/** What else a list may be: the same words where a comma stands inside a name. */
export interface Joined {
  readonly parts: readonly Part[];
  /**
   * What joins the name that holds the comma: "Earth, Wind & Fire", "Crosby, Stills, Nash and Young", "Paris, Texas".
   */
  readonly by: "&" | "and" | "comma";
}

/**
 * The same list with a name that holds a comma, where the words allow one; null where they don't. Written names alone
 * have one: in
 * "chips, mac and cheese, and nuts" there is none, "Toto, Simon & Garfunkel and U2" may be a list of two. Quotes part
 * safely.
 */
export function joinNames(tokens: readonly Token[], split: SplitList): Joined | null {
  const { parts } = split;
  const found = split.then || parts.length < 2 || !/^(?:both|comma)$/u.test(split.joined) ? null : nameWithComma(split);
  if (found === null) return null;
  const { from, to, by } = found;
  const [first, last] = [parts[from] as Part, parts[to] as Part];
  const start = tokens.indexOf(first.tokens[0] as Token);
  const end = tokens.indexOf(last.tokens.at(-1) as Token) + 1;
  const name: Part = { tokens: tokens.slice(start, end), after: first.after };
  return { parts: [...parts.slice(0, from), name, ...parts.slice(to + 1)], by };
}

/** The first name with a comma: its first and last part. */
function nameWithComma({
  parts,
  joined,
  spelled,
}: SplitList): { readonly from: number; readonly to: number; readonly by: Joined["by"] } | null {
  for (let i = 1; i < parts.length; i += 1) {
    const [before, part] = [parts[i - 1] as Part, parts[i] as Part];
    if (part.after !== "comma" || !isPlainName(before)) continue;
    const sign = joinSign(part.tokens);
    if (sign !== null) return { from: firstOfRun(parts, i - 1), to: i, by: sign };
    // "The Good, the Bad and the Ugly": built alike, as one name is.
    if (article(before) === "The" && article(part) === "the") {
      let to = i;
      while (parts[to + 1] !== undefined && article(parts[to + 1] as Part) === "the") to += 1;
      return { from: i - 1, to, by: "&" };
    }
    const state = (one: Part): boolean => one.tokens.length === 1 && STATES.has((one.tokens[0] as Token).word);
    if (state(part) && !state(before)) return { from: i - 1, to: i, by: "comma" };
  }
  const closing = parts.at(-1);
  if (joined !== "both" || closing?.after !== "and" || parts.length < 3 || !parts.every(isPlainName)) return null;
  return { from: 0, to: parts.length - 1, by: spelled ? "and" : "&" };
}

/** The first of the names without an "and" that stand in a row before a part. */
function firstOfRun(parts: readonly Part[], at: number): number {
  let from = at;
  while (from > 0 && parts[from]?.after === "comma" && isPlainName(parts[from - 1] as Part)) from -= 1;
  return from;
}

function article({ tokens: [first, second] }: Part): string {
  return /^the$/iu.test(first?.text ?? "") && second?.upper === true ? (first?.text ?? "") : "";
}

/** Whether a part is written as a name and has no "and" in it. */
function isPlainName(part: Part): boolean {
  const [first] = part.tokens;
  if (first === undefined || part.tokens.some(({ kind }) => kind === "quote") || joinSign(part.tokens) !== null)
    return false;
  return (first.kind === "word" && first.upper) || article(part) !== "";
}

/** The sign that joins two written names inside a part; null where there is none. */
function joinSign(tokens: readonly Token[]): "&" | "and" | null {
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const token = tokens[at] as Token;
    const sign = token.text === "&" ? "&" : isSmall(token) && token.word === "and" ? "and" : null;
    const next = tokens[at + 1] as Token;
    const name = next.upper || (/^(?:the|a)$/u.test(next.word) && tokens[at + 2]?.upper === true);
    if (sign !== null && name && tokens.slice(0, at).some(({ upper }) => upper)) return sign;
  }
  return null;
}
