import type { Position } from "../languages/language.ts";
import type { ItemMention } from "./intent.ts";

/** An item named by its place. */
export function atPosition(position: Position): ItemMention {
  return { kind: "position", position };
}
