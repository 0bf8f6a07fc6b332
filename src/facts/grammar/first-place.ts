import type { Position } from "../languages/language.ts";

/** The first place. */
export const FIRST: Position = { from: "top", rank: 1 };
