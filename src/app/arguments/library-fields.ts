import type { Caller } from "../../model/caller.ts";
import { type Field, type Fields, given, needed } from "../../model/requests/index.ts";

/** Arguments that only the library takes. They are never sent over a wire, so only their type is checked. */
export const CALLER = given<Caller>("caller");
export const SIGNAL = given<AbortSignal>("signal");
export const FUNCTION = given<(...args: never[]) => void>("function");
export const TEXT = given<string>("text");
export const TEXTS = given<readonly string[]>("texts");
export const FLAG = given<boolean>("flag");
export const NEEDED_TEXT = needed(TEXT);
export const NEEDED_TEXTS = needed(TEXTS);

/** The options of a call: every one that its type has, and no other. */
export function options<Type>(fields: { readonly [Name in keyof Required<Type>]: Field }): Fields {
  return fields;
}

/** Those of a call that takes none but who asks. */
export const ASKED_BY: Fields = { caller: CALLER };
