import type { Position } from "../languages/language.ts";
import type { Target } from "./intent.ts";

/** A place to go to; null when there is none. */
export function positionTarget(position: Position | undefined): Target | null {
  return position === undefined ? null : { kind: "position", position };
}
