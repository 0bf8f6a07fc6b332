import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** A node of the syntax tree, as a walk sees it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration", "ClassBody"]);
const MAKES = new Set(["NewExpression", "CallExpression"]);
const isNode = (value: unknown): value is Node => typeof (value as { type?: unknown } | null)?.type === "string";

/**
 * Regular expressions that pass over case (`iu`) are written with both cases of each letter, and `u` alone, in what is built. V8 works out of Unicode
 * anew what each letter and class of such a pattern also stands for: the 163 literals that a question's file holds took 67 ms when first used and 74 when
 * used again, as machine code; spelt out 36 and 18, and matching a text takes half as long.
 *
 * What is put together of other texts when a file is loaded becomes a pattern as it stands: each of our files that has such is loaded once, and what
 * its expressions give is written in their place. What functions put together stays as it is.
 *
 * The same texts match, but for a few letters of which nobody's words are made: ſ and the Kelvin sign at the edge of a word (`\b`, `\W`), and small letters
 * without capitals where one is asked for.
 *
 * @param isOwn whether a file is one of ours
 */
export function caseSpelt(isOwn: (path: string) => boolean): Plugin {
  return {
    name: "case-spelt",
    transform: async (code, path) =>
      isOwn(path) && CASELESS.test(code) ? spelled(code, await made(code, path)) : null,
  };
}

/** Flags of a pattern that is spelt out, where there may be one in a file. */
const CASELESS = /\b[dgmsy]*(?:i[dgmsy]*u|u[dgmsy]*i)[dgmsy]*\b/;

/** The patterns that a file's expressions give as it is loaded, by where these stand. */
type Made = ReadonlyMap<number, RegExp>;

/** @example spelled("const A = /an? é/iu;", new Map()) // "const A = /[aA][nN]? [éÉ]/u;" */
export function spelled(code: string, given: Made): string {
  const changes: { readonly at: Node; readonly instead: string }[] = [];
  const see = (node: Node): boolean => {
    const { pattern = "", flags = "" } = (node["regex"] ?? {}) as { pattern?: string; flags?: string };
    const { source, flags: own } = given.get(node.start) ?? { source: pattern, flags };
    const isMade = given.has(node.start) && MAKES.has(node.type);
    if (!(isMade || "regex" in node) || !/i/.test(own) || !/u/.test(own)) return true;
    const both = spelt(source);
    if (both !== null) changes.push({ at: node, instead: `/${both}/${own.replace("i", "")}` });
    return both === null;
  };
  walk(parseAst(code, { lang: "ts" }) as unknown as Node, see);
  let [text, from] = ["", 0];
  for (const { at, instead } of changes.sort((a, b) => a.at.start - b.at.start)) {
    text += code.slice(from, at.start) + instead;
    from = at.end;
  }
  return text + code.slice(from);
}

/** Every node, those inside one only where `see` says so. */
function walk(node: Node, see: (node: Node) => boolean): void {
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child) && see(child)) walk(child, see);
}

/** Expressions of a file that are evaluated once, as it is loaded, and may give a pattern. */
function expressions(code: string): readonly Node[] {
  const found: Node[] = [];
  walk(parseAst(code, { lang: "ts" }) as unknown as Node, (node) => {
    if (MAKES.has(node.type)) found.push(node);
    return !FUNCTIONS.has(node.type);
  });
  return found;
}

/** What files that are loaded tell of their expressions. */
const TELL = "__casePatterns";
const told = new Map<string, Map<number, RegExp>>();
Object.assign(globalThis, {
  [TELL]: (url: string, at: number, value: unknown): unknown => {
    if (value instanceof RegExp) told.get(url)?.set(at, value);
    return value;
  },
});

/** Loads a file, each of whose expressions tells what it gives. */
async function made(code: string, path: string): Promise<Made> {
  const wrapped = expressions(code);
  if (wrapped.length === 0) return new Map();
  const url = `${pathToFileURL(path).href}?patterns`;
  const marks = wrapped.flatMap(({ start, end }) => [
    { at: start, end: 1, text: `${TELL}(import.meta.url, ${start}, ` },
    { at: end, end: 0, text: ")" },
  ]);
  let [source, from] = ["", 0];
  for (const mark of marks.sort((a, b) => a.at - b.at || a.end - b.end)) {
    source += code.slice(from, mark.at) + mark.text;
    from = mark.at;
  }
  source += code.slice(from);
  const known = new Map<number, RegExp>();
  told.set(url, known);
  const hooks = registerHooks({
    load: (address, context, next) =>
      address === url ? { format: "module-typescript", source, shortCircuit: true } : next(address, context),
  });
  try {
    await import(url);
  } finally {
    hooks.deregister();
  }
  return known;
}

/** A sign of a pattern, or a class of signs, or what opens a group. */
const SIGN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|k<[^>]*>|c[A-Za-z]|[^])|\(\?(?:<?[=!]|<[^>]*>|[a-z-]*:)|[^]/gu;
/** What refers to what was found, or is told by its case. */
const REFUSED = /\\(?:[1-9]|k<|P\{|p\{(?:Lt|Lowercase|Uppercase))/u;
/** Letters of one case, which `iu` takes for those of either. */
const OF_ONE_CASE = /\\p\{L[ul]\}/gu;
/** Signs in classes that no range begins with. */
const KIND = /^\\[pwWdDsS]/u;
/** Most letters that a class gains. */
const MOST = 60;

/** All letters that have others. */
const CASED = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(letter));

const known = new Map<string, string | null>();

/** What stands for a sign or a range besides itself where case is passed over; null: too much, or not what it is itself. */
function others(item: string): string | null {
  const before = known.get(item);
  if (before !== undefined) return before;
  const [any, own] = [new RegExp(`[${item}]`, "iu"), new RegExp(`[${item}]`, "u")];
  const more = CASED.filter((letter) => any.test(letter) && !own.test(letter));
  const runs: [number, number][] = [];
  for (const code of more.map((letter) => letter.codePointAt(0) as number)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  const sign = (code: number): string =>
    /[A-Za-z]/.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : `\\u{${code.toString(16)}}`;
  const said = more.length > MOST ? null : runs.map(([a, b]) => (a === b ? sign(a) : `${sign(a)}-${sign(b)}`)).join("");
  known.set(item, said);
  return said;
}

/**
 * The source of a pattern with `iu` as one with `u` that matches the same; null where it can't be told. Cost: for builds.
 * @example spelt(String.raw`\bis[a-c]{2}`) // String.raw`\b[iI][sS\u{17f}][a-cA-C]{2}`
 */
export function spelt(source: string): string | null {
  if (REFUSED.test(source)) return null;
  const signs: string[] = [];
  for (const [sign] of source.replace(OF_ONE_CASE, String.raw`\p{LC}`).matchAll(SIGN)) signs.push(sign);
  let out = "";
  let inClass = false;
  for (let i = 0; i < signs.length; i++) {
    const sign = signs[i] as string;
    const opens: boolean = !inClass && sign === "[";
    const closes: boolean = inClass && sign === "]";
    if (opens || closes) inClass = opens;
    const isRange = inClass && !opens && !KIND.test(sign) && signs[i + 1] === "-" && (signs[i + 2] ?? "]") !== "]";
    const item = isRange ? signs.slice(i, i + 3).join("") : sign;
    if (isRange) i += 2;
    const isLetter = isRange || /^(?:\p{L}|\\[pwux].)/u.test(sign);
    const more = opens || closes || !isLetter ? "" : others(item);
    if (more === null) return null;
    // A sign of its own, which what stands before it now would make a range of.
    if (inClass && item === "-") out += "\\-";
    else out += more === "" || inClass ? item + more : `[${item}${more}]`;
  }
  return out;
}
