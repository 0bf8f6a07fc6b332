/** What a value may be; a list of kinds: one of these. */
export type Kind = SimpleKind | readonly SimpleKind[] | Fields;

/** `nothing` is undefined: an argument or option that was left out. `caller` may be, too, and is refused with a code of its own. */
export type SimpleKind =
  | "caller"
  | "text"
  | "texts"
  | "number"
  | "count"
  | "flag"
  | "bytes"
  | "function"
  | "signal"
  | "iterable"
  | "null"
  | "nothing";

/** An object with these fields; others are passed over. */
export interface Fields {
  readonly fields: Readonly<Record<string, Kind>>;
  /** Whether it may be left out as a whole. */
  readonly optional?: true;
  /** Whether it is a list of such objects. */
  readonly many?: true;
}

/** The arguments of a call by name, in order. */
export type Arguments = Readonly<Record<string, Kind>>;
