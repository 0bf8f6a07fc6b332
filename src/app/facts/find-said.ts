import type { FindSaid, SaidMessage } from "../../facts/fresh/said-later.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { OpenedProject, Search } from "../opened-project.ts";

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
export function findSaid(project: () => OpenedProject): FindSaid {
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
