import type { Caller } from "../caller.ts";
import { given, needed } from "./field.ts";

// What only the library takes. It is never sent over a wire, so only its type is checked.

export const CALLER = given<Caller>("caller");
export const SIGNAL = given<AbortSignal>("signal");
export const FUNCTION = given<(...args: never[]) => void>("function");
export const TEXT = given<string>("text");
export const TEXTS = given<readonly string[]>("texts");
export const FLAG = given<boolean>("flag");
export const NEEDED_TEXT = needed(TEXT);
export const NEEDED_TEXTS = needed(TEXTS);
