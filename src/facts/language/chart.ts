import type { Intent } from "./intent.ts";
import type { Categories } from "./category-types.ts";
import { rankAt } from "./numerals.ts";
import type { Token } from "./tokens.ts";

/** What a category makes of tokens: its value, where it ends, and how good a reading it is (0 is neutral). */
export interface Edge<T> {
  readonly value: T;
  readonly end: number;
  readonly score: number;
}

/**
 * Names of the categories in a form: `{topic}` must stand there, `[rank]` may be missing (its group is optional). A
 * name after a colon is the capture's own: `{item:other}`.
 */
type Required<F extends string> = F extends `${string}{${infer Name}}${infer Rest}` ? Name | Required<Rest> : never;
type Optional<F extends string> = F extends `${string}[${infer Name}]${infer Rest}` ? Name | Optional<Rest> : never;
type NameOf<N extends string> = N extends `${string}:${infer Own}` ? Own : N;
type TypeOf<N extends string> = (N extends `${infer Category}:${string}` ? Category : N) extends infer C extends
  keyof Categories
  ? Categories[C]
  : never;

/** What a form captures, typed by its text. */
export type Captures<F extends string> = { readonly [N in Required<F> as NameOf<N>]: TypeOf<N> } & {
  readonly [N in Optional<F> as NameOf<N>]?: TypeOf<N>;
};

/** A rule of the grammar: words in a form, and what they mean. */
export interface Rule {
  readonly name: string;
  readonly form: string;
  /** How likely the form is meant when it fits; readings compete by the sum of their scores. */
  readonly score: number;
  /** Sentences that the rule reads; they are tests and documentation. */
  readonly examples: readonly string[];
  /** What was said before the examples. */
  readonly given?: string;
  readonly build: (captures: never) => Intent | null;
}

/** Gives a rule the types of its own captures. */
export function rule<const F extends string>(one: {
  readonly name: string;
  readonly form: F;
  readonly score?: number;
  readonly examples: readonly string[];
  readonly given?: string;
  readonly build: (captures: Captures<F>) => Intent | null;
}): Rule {
  return { ...one, score: one.score ?? 0, build: one.build as Rule["build"] };
}

type Caught = Readonly<Record<string, unknown>>;
interface Match {
  readonly end: number;
  readonly caught: Caught;
  readonly score: number;
}
type Node = (chart: Chart, at: number) => readonly Match[];

const NONE: Caught = {};

/** Reads a category at a token. */
export type Recogniser<T> = (chart: Chart, at: number) => readonly Edge<T>[];

/** A production of a category out of a form. */
export interface Production<T> {
  readonly form: string;
  readonly build: (captures: never) => { readonly value: T; readonly score?: number } | null;
}

/** Gives a production the types of its own captures. */
export function production<T, const F extends string>(
  form: F,
  build: (captures: Captures<F>) => T | null,
  score = 0,
): Production<T> {
  return {
    form,
    build: ((captures: Captures<F>) => {
      const value = build(captures);
      return value === null ? null : { value, score };
    }) as Production<T>["build"],
  };
}

/** Word classes by name: alternatives in the syntax of forms. */
export type WordClasses = Readonly<Record<string, string>>;

/**
 * Compiles forms. Syntax: words; `<class>`; `{category}` and `[category]`, both captured; `( a | b )`; `?` and `*`
 * behind any of these; `~-0.1` makes an alternative that much less likely.
 */
export class Compiler {
  readonly #classes: WordClasses;
  readonly #compiled = new Map<string, Node>();
  /** Words that may follow a category in some form: only there a category of open length needs to end. */
  readonly vocabulary = new Set<string>();

  constructor(classes: WordClasses) {
    this.#classes = classes;
  }

  compile(form: string): Node {
    const parts = form.match(/<[a-z]+>|\{[a-z:]+\}|\[[a-z:]+\]|[()|?*]|[^\s()|?*<>{}[\]]+/giu) ?? [];
    let at = 0;
    const alternatives = (): Node => {
      const found: Node[] = [sequence()];
      while (parts[at] === "|") {
        at += 1;
        found.push(sequence());
      }
      return found.length === 1 ? (found[0] as Node) : either(found);
    };
    const sequence = (): Node => {
      const nodes: Node[] = [];
      while (at < parts.length && parts[at] !== "|" && parts[at] !== ")") nodes.push(repeated(single()));
      return inOrder(nodes);
    };
    const repeated = (node: Node): Node => {
      if (parts[at] === "?") {
        at += 1;
        return maybe(node);
      }
      if (parts[at] === "*") {
        at += 1;
        return many(node);
      }
      return node;
    };
    const single = (): Node => {
      const part = parts[at] as string;
      at += 1;
      if (part === "(") {
        const inner = alternatives();
        at += 1;
        return inner;
      }
      if (part.startsWith("<")) return this.#class(part.slice(1, -1));
      if (part.startsWith("{") || part.startsWith("[")) {
        const [category, own] = part.slice(1, -1).split(":") as [keyof Categories, string | undefined];
        return captured(category, own ?? category);
      }
      if (part.startsWith("~")) return scored(Number(part.slice(1)));
      this.vocabulary.add(part);
      return literal(part);
    };
    return alternatives();
  }

  #class(name: string): Node {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const form = this.#classes[name];
    if (form === undefined) throw new RangeError(`no word class <${name}>`);
    const compiled = this.compile(form);
    // "Now" in "My favorite band is Now Red" is a part of a name.
    const node: Node = SMALL_CLASSES.has(name)
      ? (chart, at) => (at > 0 && chart.tokens[at]?.upper === true ? [] : compiled(chart, at))
      : compiled;
    this.#compiled.set(name, node);
    return node;
  }
}

/** Word classes that are read only in small letters. */
const SMALL_CLASSES = new Set(["adv", "today", "also"]);

function literal(word: string): Node {
  const dash = /^[-–—]$/u.test(word);
  return (chart, at) => {
    const token = chart.tokens[at];
    return token !== undefined &&
      token.word === word &&
      token.kind !== "quote" &&
      // A dash without a space is part of a word or a score: "won 3-1".
      (!dash || token.spaced || chart.tokens[at + 1]?.spaced !== false)
      ? [{ end: at + 1, caught: NONE, score: 0 }]
      : [];
  };
}

function scored(score: number): Node {
  return (_chart, at) => [{ end: at, caught: NONE, score }];
}

function captured(category: keyof Categories, name: string): Node {
  return (chart, at) =>
    chart.edges(category, at).map((edge) => ({ end: edge.end, caught: { [name]: edge.value }, score: edge.score }));
}

function inOrder(nodes: readonly Node[]): Node {
  if (nodes.length === 1) return nodes[0] as Node;
  return (chart, at) => {
    let matches: readonly Match[] = [{ end: at, caught: NONE, score: 0 }];
    for (const node of nodes) {
      matches = matches.flatMap((match) =>
        node(chart, match.end).map((next) => ({
          end: next.end,
          caught:
            next.caught === NONE
              ? match.caught
              : match.caught === NONE
                ? next.caught
                : { ...match.caught, ...next.caught },
          score: match.score + next.score,
        })),
      );
      if (matches.length === 0) return matches;
    }
    return matches;
  };
}

function either(nodes: readonly Node[]): Node {
  return (chart, at) => nodes.flatMap((node) => node(chart, at));
}

function maybe(node: Node): Node {
  return (chart, at) => [...node(chart, at), { end: at, caught: NONE, score: 0 }];
}

/** Longest repetition that is followed. */
const MOST_REPEATED = 6;

function many(node: Node): Node {
  return (chart, at) => {
    const found: Match[] = [{ end: at, caught: NONE, score: 0 }];
    let last: readonly Match[] = found;
    for (let times = 0; times < MOST_REPEATED && last.length > 0; times += 1) {
      last = last.flatMap((match) =>
        node(chart, match.end)
          .filter((next) => next.end > match.end)
          .map((next) => ({
            end: next.end,
            caught: { ...match.caught, ...next.caught },
            score: match.score + next.score,
          })),
      );
      found.push(...last);
    }
    return found;
  };
}

/** The recognisers of all categories, and the words at which open categories may end. */
export interface Grammar {
  readonly recognisers: { readonly [C in keyof Categories]: Recogniser<Categories[C]> };
  readonly rules: readonly { readonly rule: Rule; readonly node: Node }[];
  readonly vocabulary: ReadonlySet<string>;
}

/** A recogniser out of productions. */
export function fromProductions<T>(compiler: Compiler, productions: readonly Production<T>[]): Recogniser<T> {
  const compiled = productions.map((one) => ({
    node: compiler.compile(one.form),
    build: one.build as (captures: Caught) => { readonly value: T; readonly score?: number } | null,
  }));
  return (chart, at) =>
    compiled.flatMap(({ node, build }) =>
      node(chart, at).flatMap((match): readonly Edge<T>[] => {
        const built = build(match.caught);
        return built === null ? [] : [{ value: built.value, end: match.end, score: match.score + (built.score ?? 0) }];
      }),
    );
}

/** A reading of a clause: what it means, by which rule, how good it is, and where it ends. */
export interface Reading {
  readonly intent: Intent;
  readonly rule: string;
  readonly score: number;
  readonly end: number;
}

/**
 * A chart over the tokens of one sentence: every category is read at most once at every token.
 *
 * Cost: tokens × rules, times the ends of open categories; a sentence of 20 words takes some 0.3 ms.
 */
export class Chart {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly #grammar: Grammar;
  readonly #edges = new Map<string, readonly Edge<never>[]>();

  constructor(text: string, tokens: readonly Token[], grammar: Grammar) {
    this.text = text;
    this.tokens = tokens;
    this.#grammar = grammar;
  }

  edges<C extends keyof Categories>(category: C, at: number): readonly Edge<Categories[C]>[] {
    const key = `${category} ${at}`;
    const known = this.#edges.get(key);
    if (known !== undefined) return known as readonly Edge<Categories[C]>[];
    // A category that begins with itself finds nothing there.
    this.#edges.set(key, []);
    const found = at < this.tokens.length ? this.#grammar.recognisers[category](this, at) : [];
    this.#edges.set(key, found as readonly Edge<never>[]);
    return found;
  }

  /** Whether a category of open length may end before a token. */
  mayEnd(at: number): boolean {
    const token = this.tokens[at];
    return (
      token === undefined ||
      token.kind !== "word" ||
      this.#grammar.vocabulary.has(token.word) ||
      rankAt(this.tokens, at) !== null
    );
  }

  /** All readings of a clause that begins at a token, best first. */
  readings(at: number, closes: (end: number) => boolean): readonly Reading[] {
    const readings: Reading[] = [];
    for (const { rule: one, node } of this.#grammar.rules) {
      for (const match of node(this, at)) {
        if (!closes(match.end)) continue;
        const intent = (one.build as (captures: Caught) => Intent | null)(match.caught);
        // What explains more of the sentence explains it better.
        if (intent !== null)
          readings.push({
            intent,
            rule: one.name,
            score: one.score + match.score + (match.end - at) / 50,
            end: match.end,
          });
      }
    }
    return readings.sort((a, b) => b.score - a.score || b.end - a.end || (a.rule < b.rule ? -1 : 1));
  }
}
