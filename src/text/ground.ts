import type { Drawer } from "../model/drawer.ts";
import { type Ground, groundBits } from "../model/signals.ts";
import { messageRole } from "../model/message-role.ts";
import { holdsFence, isPlainQuestion } from "./evidence.ts";

/**
 * On what a drawer stands. The one place that decides it, for every way in: documents, transcripts, chats, uploads, hooks, captures. Where two
 * fit, the weaker counts.
 * @example groundOf({ message: null, elementType: "paragraph", text: "Staging uses port 8443." }) // "stated"
 * Cost: that of `isPlainQuestion`, for a person's messages of at most 400 characters.
 */
export function groundOf({ message, elementType, text }: Pick<Drawer, "message" | "elementType" | "text">): Ground {
  if (holdsFence(text)) return "machine";
  if (message === null) return elementType === "memory_summary" ? "derived" : "stated";
  const { role, marks = [] } = message;
  // What a helper is told and tells stands in its assistant's answer, which a person saw.
  if (marks.includes("machine") || marks.includes("subagent")) return "machine";
  switch (messageRole(role)) {
    case "system":
      return "machine";
    case "user":
      return elementType === "memory_summary" ? "derived" : isPlainQuestion(text) ? "asked" : "stated";
    case "tool_result":
      return "stated";
    default:
      return "derived";
  }
}

/** What a passage shows of the passages that it stands on. */
const CITES = /\[M\d+[\]\s"“]|loci:\/\/drawer\//u;

/** Whether a model wrote it, and cites nothing for it: nobody can check what it says. */
export function isUnchecked({ message, text }: Pick<Drawer, "message" | "text">, ground: Ground): boolean {
  if (ground !== "derived") return false;
  const role = message === null ? "summary" : messageRole(message.role);
  return (role === "assistant" || role === "summary") && !CITES.test(text);
}

/** The ground of a drawer as bits beside `Signal`. */
export function groundBitsOf(drawer: Pick<Drawer, "message" | "elementType" | "text">): number {
  return groundBits(groundOf(drawer));
}
