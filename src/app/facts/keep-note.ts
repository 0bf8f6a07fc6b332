import type { KeepNote } from "../../facts/api/facts.ts";
import type { Caller } from "../../model/caller.ts";
import type { OpenedProject } from "../opened-project.ts";
import { openProjectRedaction } from "../redaction.ts";

/** Where notes that were to be remembered stand: in a room of their own. */
const NOTES = { wing: "notes", room: "remembered" } as const;

/**
 * Keeps what was to be remembered and is no fact as a pinned drawer, word for word: found by every search, and taken out
 * by forget. What holds a secret isn't kept.
 */
export function noteKeeper(project: () => OpenedProject): KeepNote {
  return async ({ text, scope, time }) => {
    const opened = project();
    const { findings } = await openProjectRedaction(opened.settings).chats(text);
    if (findings.length > 0) return "secret";
    const { drawerAdder } = await import("../palace/add-drawer.ts");
    const caller: Caller = scope === "admin" || scope === "kb" ? "owner" : (scope as Caller);
    const date = new Date(time).toISOString();
    const pin = caller === "owner";
    await drawerAdder(opened)({ ...NOTES, text, scope, date, pin, force: true }, { caller });
    return "kept";
  };
}
