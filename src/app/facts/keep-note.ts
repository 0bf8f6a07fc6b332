import type { KeepNote } from "../../facts/api/facts.ts";
import type { Caller } from "../../model/caller.ts";
import type { OpenedProject } from "../opened-project.ts";
import { openProjectRedaction } from "../redaction.ts";

/** Where notes that were to be remembered stand: in a room of their own. */
const NOTES = { wing: "notes", room: "remembered" } as const;

/** Whether a text holds a secret, by the redaction of chats. */
export async function holdsSecret({ settings }: OpenedProject, text: string): Promise<boolean> {
  return (await openProjectRedaction(settings).chats(text)).findings.length > 0;
}

/**
 * Keeps what was to be remembered and is no fact as a pinned drawer, word for word: found by every search, and taken out
 * by forget. What holds a secret isn't kept.
 */
export function noteKeeper(project: () => OpenedProject): KeepNote {
  return async ({ text, scope, time }) => {
    const opened = project();
    if (await holdsSecret(opened, text)) return "secret";
    const { drawerAdder } = await import("../palace/add-drawer.ts");
    const caller: Caller = scope === "admin" || scope === "kb" ? "owner" : (scope as Caller);
    const date = new Date(time).toISOString();
    const pin = caller === "owner";
    await drawerAdder(opened)({ ...NOTES, text, scope, date, pin, force: true }, { caller });
    return "kept";
  };
}
