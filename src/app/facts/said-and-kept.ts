import type { KeepNote } from "../../facts/api/facts.ts";
import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { FindSaid, SaidMessage } from "../../facts/fresh/said-later.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import { openProjectRedaction } from "../redaction.ts";

/** What facts ask of the rest of a project: what people said, notes, secrets, what a model proposes. */
export function saidAndKept(
  opened: () => OpenedProject,
): Required<Pick<FactsDependencies, "said" | "keepNote" | "holdsSecret" | "propose">> {
  const secretIn = async (text: string): Promise<boolean> => await holdsSecret(opened(), text);
  return {
    said: findSaid(opened),
    keepNote: noteKeeper(opened),
    holdsSecret: secretIn,
    propose: async (asked) => await (await import("./propose.ts")).proposer(opened, secretIn)(asked),
  };
}

/** Messages that are looked at for an answer. */
const MESSAGES = 12;

const kept = new WeakMap<OpenedProject, Search>();

async function searchOf(project: OpenedProject): Promise<Search> {
  const known = kept.get(project);
  if (known !== undefined) return known;
  const { projectSearch } = await import("../search/search-project.ts");
  const made = projectSearch(project);
  kept.set(project, made);
  return made;
}

/**
 * Finds what people said in a project's chats, of what a scope may see: `kb` what everybody may, `admin` all. One
 * search by words; where nothing is indexed, no index is opened. What can't be searched leaves the stored answer as it
 * is.
 */
function findSaid(project: () => OpenedProject): FindSaid {
  return async ({ words, scope, since }) => {
    const opened = project();
    if ((await opened.catalog.sources.list()).length === 0) return [];
    const caller: Caller = scope === "admin" ? "owner" : scope === "kb" ? "public" : (scope as Caller);
    try {
      const search = await searchOf(opened);
      const { hits } = await search(words, {
        mode: "lexical",
        groupBy: "drawer",
        role: "user",
        limit: MESSAGES,
        caller,
        ...(since !== null && { since: new Date(since).toISOString() }),
      });
      return hits.flatMap(({ text, message, date, ground }): readonly SaidMessage[] =>
        message === null || ground !== "stated"
          ? []
          : [{ text, time: message.time ?? date ?? "", chat: message.chat, messageId: message.ids[0] ?? "" }],
      );
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
      return [];
    }
  };
}

/** Where notes that were to be remembered stand: in a room of their own. */
const NOTES = { wing: "notes", room: "remembered" } as const;

/** Whether a text holds a secret, by the redaction of chats. */
async function holdsSecret({ settings }: OpenedProject, text: string): Promise<boolean> {
  return (await openProjectRedaction(settings).chats(text)).findings.length > 0;
}

/**
 * Keeps what was to be remembered and is no fact as a pinned drawer, word for word: found by every search, and taken out
 * by forget. What holds a secret isn't kept.
 */
function noteKeeper(project: () => OpenedProject): KeepNote {
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
