import type { Caller } from "../caller.ts";

/** What a value may be. The last ones exist in the library alone: nothing of them travels. */
export type FieldType =
  | "text"
  | "texts"
  | "whole"
  | "number"
  | "flag"
  | "object"
  | "objects"
  | "caller"
  | "function"
  | "signal"
  | "bytes";

/**
 * One field of a request: what it may be, its limits and what it means. Flags of the command line, the schemas of HTTP and MCP, the checks
 * of all four surfaces, completion and reference are derived from it.
 */
export interface Field<Value = unknown, Needed extends boolean = boolean> {
  /** One of these. */
  readonly types: readonly FieldType[];
  readonly needed: Needed;
  /** For people and programs; begins with a capital letter, ends without a full stop. */
  readonly doc: string;
  readonly nullable?: true;
  /** Inclusive, of a number; of a text, and of each text of a list, its characters. */
  readonly min?: number;
  readonly max?: number;
  /** Entries of a list, inclusive. */
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
  /** What each text must fit, and how that is said. */
  readonly pattern?: RegExp;
  readonly form?: string;
  /** Of an object, and of each of a list of objects. */
  readonly fields?: Fields;
  /** What holds where it is left out. The use case applies it, nobody else. */
  readonly default?: string | number;
  /** The setting that says what holds where it is left out; `default` is that setting's own default. */
  readonly setting?: string;
  /** What stands for the value in help, for example `date`. */
  readonly value?: string;
  /** For agents, who pay for each word; empty where the tool's description says it. */
  readonly short?: string;
  /** It names something that is kept, and is shown as it is wherever that is: it must hold no secret. */
  readonly named?: true;
  /** The library alone takes it: no surface sends or offers it. */
  readonly local?: true;
  /** The type of its values, for the compiler alone: it is never set. */
  readonly valueType?: Value;
}

/** The fields of a request, or of an object in one, by name as in JSON: camelCase. */
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer Value, boolean> ? Value : never;

type NeededNames<F> = { [Name in keyof F]: F[Name] extends Field<unknown, true> ? Name : never }[keyof F];
type Plain<T> = { readonly [Name in keyof T]: T[Name] };

export type ValuesOf<F> = Plain<
  { readonly [Name in NeededNames<F>]: ValueOf<F[Name]> } & {
    readonly [Name in Exclude<keyof F, NeededNames<F>>]?: ValueOf<F[Name]>;
  }
>;

/** The same with who asks, as a use case is given it: a field may also be undefined, which is the same as left out. */
export type Asked<F extends Fields> = {
  readonly [Name in keyof ValuesOf<F>]: undefined extends ValuesOf<F>[Name]
    ? ValuesOf<F>[Name] | undefined
    : ValuesOf<F>[Name];
} & { readonly caller: Caller };

/** What the library takes beside the arguments of their own: who asks is the owner where it isn't said. */
export type OptionsOf<F extends Fields, Given extends string = never> = Omit<Asked<F>, Given | "caller"> & {
  readonly caller?: Caller | undefined;
};

/** What may be said of a field beside its limits. */
type Extra = Partial<
  Pick<
    Field,
    "default" | "setting" | "value" | "short" | "min" | "max" | "least" | "most" | "pattern" | "form" | "named"
  >
>;
type Optional<Value, E> = Field<Value, false> & E;

export function text<const E extends Extra = Extra>(max: number, doc: string, extra?: E): Optional<string, E> {
  return { types: ["text"], needed: false, max, doc, ...(extra as E) };
}

export const choice = <const Words extends readonly string[], const E extends Extra = Extra>(
  choices: Words,
  doc: string,
  extra?: E,
): Optional<Words[number], E> => ({ types: ["text"], needed: false, choices, doc, ...(extra as E) });

/** A list of texts; `max` characters each. */
export const texts = <const E extends Extra = Extra>(
  max: number,
  doc: string,
  extra?: E,
): Optional<readonly string[], E> => ({ types: ["texts"], needed: false, max, doc, ...(extra as E) });

/** A text, or a list of texts of which any may fit; an empty list fits nothing. */
export const oneOrMany = <const E extends Extra = Extra>(
  max: number,
  doc: string,
  extra?: E,
): Optional<string | readonly string[], E> => ({ types: ["text", "texts"], needed: false, max, doc, ...(extra as E) });

/** A whole number, from `min` to `max`. */
export function whole<const E extends Extra = Extra>(
  min: number,
  max: number,
  doc: string,
  extra?: E,
): Optional<number, E & { readonly min: number; readonly max: number }> {
  return { types: ["whole"], needed: false, min, max, doc, ...(extra as E) };
}

export function number<const E extends Extra = Extra>(doc: string, extra?: E): Optional<number, E> {
  return { types: ["number"], needed: false, doc, ...(extra as E) };
}

export function flag<const E extends Extra = Extra>(doc: string, extra?: E): Optional<boolean, E> {
  return { types: ["flag"], needed: false, doc, ...(extra as E) };
}

export function object<const F extends Fields>(fields: F, doc: string): Field<ValuesOf<F>, false> {
  return { types: ["object"], needed: false, fields, doc };
}

export const objects = <const F extends Fields>(
  most: number,
  fields: F,
  doc: string,
): Field<readonly ValuesOf<F>[], false> => ({ types: ["objects"], needed: false, most, fields, doc });

/** What the library alone is given, and checks by its type. */
export function given<Value>(type: FieldType): Field<Value, false> & { readonly local: true } {
  return { types: [type], needed: false, doc: "", local: true };
}

/** The fields that a surface may send: all but those of the library alone. */
export type Sent<F> = {
  readonly [Name in keyof F as F[Name] extends { readonly local: true } ? never : Name]: F[Name];
};

/** The same, as values. */
export const sent = <F extends Fields>(fields: F): Sent<F> =>
  Object.fromEntries(Object.entries(fields).filter(([, { local }]) => local !== true)) as unknown as Sent<F>;

export function needed<F extends Field<unknown, false>>(field: F): Omit<F, "needed"> & Field<ValueOf<F>, true> {
  return { ...field, needed: true } as Omit<F, "needed"> & Field<ValueOf<F>, true>;
}

export const optional = <Value>(field: Field<Value>): Field<Value, false> => ({ ...field, needed: false });

/** The same field where null is said for nothing. */
export function nullable<Value, Needed extends boolean>(field: Field<Value, Needed>): Field<Value | null, Needed> {
  return { ...(field as Field<Value | null, Needed>), nullable: true };
}

/** The same field with another meaning, as in another request. */
export function about<F extends Field>(field: F, doc: string, extra?: Pick<Field, "short" | "value">): F {
  return { ...field, doc, ...extra };
}

/** The same fields without a word, where the description of an agent's tool says it all. */
export const terse = <F extends Fields>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, short: "" }])) as unknown as F;

export const pick = <F extends Fields, const Names extends readonly (keyof F & string)[]>(
  fields: F,
  names: Names,
): Plain<Pick<F, Names[number]>> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Plain<Pick<F, Names[number]>>;

export function without<F extends Fields, const Names extends readonly (keyof F & string)[]>(
  fields: F,
  names: Names,
): Plain<Omit<F, Names[number]>> {
  const left = new Set<string>(names);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.has(name))) as unknown as Plain<
    Omit<F, Names[number]>
  >;
}

// What only the library takes. It is never sent over a wire, so only its type is checked.

export const CALLER = given<Caller>("caller");
export const SIGNAL = given<AbortSignal>("signal");
export const FUNCTION = given<(...args: never[]) => void>("function");
export const TEXT = given<string>("text");
export const TEXTS = given<readonly string[]>("texts");
export const FLAG = given<boolean>("flag");
export const NEEDED_TEXT = needed(TEXT);
export const NEEDED_TEXTS = needed(TEXTS);
