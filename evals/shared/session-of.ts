import type { Hit } from "../../src/index.ts";

/** The id of the collection that a message stands for: a message cut out of a session is `session#n`. */
export function sessionOf({ message }: Hit): string {
  return (message?.ids[0] ?? "").split("#")[0] ?? "";
}
