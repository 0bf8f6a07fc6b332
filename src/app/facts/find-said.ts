import type { FindSaid, SaidMessage } from "../../facts/fresh/said-later.ts";
import { wordsOf } from "../../freshness/names.ts";
import { type Caller, searchedScopes, type VisibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import { groundOfBits } from "../../model/message-role.ts";
import { isNear, isPersons, rightBehind } from "../../retrieval/renewing.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { IndexReader, StoredDrawer } from "../../storage/ports/search-index.ts";
import { quantise } from "../../model/vector.ts";
import { isStopWord } from "../../text/words.ts";
import { indexTerms } from "../../text/analyzer.ts";
import type { OpenedProject } from "../opened-project.ts";

/** Messages that are looked at for an answer, and those of them that are read. */
const POOL = 32;
const MESSAGES = 16;
/** Words that are searched for at most. */
const MOST_TERMS = 12;
/** Drawers behind a statement that may set it right without naming it, and those behind a question that may answer it. */
const REACH = 6;
const REPLY = 2;
/** Messages that come nearest in meaning; the first that isn't known is read. */
const NEAREST = 6;
/** Messages behind a statement that are read. */
const MOST_BEHIND = 3;
/** Questions of an assistant whose replies are read. */
const MOST_QUESTIONS = 3;

/**
 * Finds what people said in a project's chats, of what a scope may see: `kb` what everybody may, `admin` all of the owner's own. One look at the index by
 * words, without ranking; where nothing is indexed, no index is opened. What can't be searched leaves the stored answer as it is.
 */
export function findSaid(project: () => OpenedProject): FindSaid {
  return async ({ fact, scope, since, read }) => {
    const opened = project();
    const terms = plainTerms(indexTerms(wordsOf(fact)).filter((term) => !isStopWord(term))).slice(0, MOST_TERMS);
    if (terms.length === 0 || (await opened.catalog.sources.list()).length === 0) return [];
    const caller: Caller = scope === "admin" ? "owner" : scope === "kb" ? "public" : (scope as Caller);
    // What others say overrules no fact of the owner's, and would stand in its answer as if he had said it.
    const visible = searchedScopes({ caller, own: caller === "owner" });
    try {
      return await opened.indexHandle.use(async (index) => {
        const reader = index.reader();
        // Facts are asked without a network: a model elsewhere is told nothing of them.
        const model = await opened.provider();
        const provider = model?.capabilities.local === true ? model : null;
        const vector = provider && quantise(await provider.embedQuery(wordsOf({ ...fact, values: [] })));
        const { candidates } = await reader.candidates({
          ...PLAIN_QUERY,
          visible,
          terms,
          filter: { roles: ["user", "assistant"], ...(since !== null && { since }) },
          vector,
          pool: { lexical: POOL, dense: vector === null ? 0 : NEAREST },
        });
        const best = candidates
          .filter(({ signals, lexical }) => groundOfBits(signals) !== "machine" && lexical > 0)
          .toSorted((a, b) => b.lexical - a.lexical || (b.date ?? 0) - (a.date ?? 0) || (a.id < b.id ? -1 : 1))
          .slice(0, MESSAGES);
        const stated = new Set(best.flatMap(({ id, signals }) => (groundOfBits(signals) === "stated" ? [id] : [])));
        const ids = best.map(({ id }) => id);
        const found = await reader.get(ids, visible);
        const own = found.filter((one) => isPersons(one) && stated.has(one.drawer.id)).map((one) => said(one));
        const unrelated = provider === null ? null : await opened.unrelated(provider);
        const near = candidates
          .filter(({ signals, dense }) => groundOfBits(signals) === "stated" && isNear(dense, unrelated))
          .toSorted((a, b) => b.dense - a.dense || (a.id < b.id ? -1 : 1))
          .map(({ id }) => id);
        const nearest = (await reader.get(near, visible))
          .filter((one) => isPersons(one) && !read.has(one.drawer.message?.ids[0] ?? ""))
          .slice(0, 1);
        const closest = nearest.map((one) => said(one, { nearest: true }));
        return [...own, ...closest, ...(await repliesTo(reader, found, { visible, read }))];
      });
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
      return [];
    }
  };
}

/** What an assistant asks. */
const isQuestion = (one: StoredDrawer): boolean => !isPersons(one) && /\?\W*$/u.test(one.drawer.text);

function said({ drawer: { text, message, date } }: StoredDrawer, reply: Partial<SaidMessage> = {}): SaidMessage {
  const time = message?.time ?? date?.value ?? "";
  return { text, time, chat: message?.chat ?? "", messageId: message?.ids[0] ?? "", ...reply };
}

/** What was said right behind the statement itself, and to questions of an assistant that speak of it. */
async function repliesTo(
  reader: IndexReader,
  found: readonly StoredDrawer[],
  { visible, read }: { readonly visible: VisibleScopes; readonly read: ReadonlySet<string> },
): Promise<readonly SaidMessage[]> {
  const behind = async ({ document, position }: StoredDrawer, reach: number): Promise<readonly StoredDrawer[]> =>
    await reader.documentDrawers(document, visible, { from: position + 1, to: position + reach });
  const replies: SaidMessage[] = [];
  for (const one of found.filter((of) => isPersons(of) && read.has(of.drawer.message?.ids[0] ?? "")).slice(-1)) {
    const after = await behind(one, REACH);
    // What is said behind a question replies to that.
    const end = after.findIndex(isQuestion);
    const own = rightBehind(one, after.slice(0, end < 0 ? REACH : end));
    replies.push(...own.slice(0, MOST_BEHIND).map((other) => said(other, { behind: true })));
  }
  for (const one of found.filter((of) => isQuestion(of) && of.after !== null).slice(0, MOST_QUESTIONS)) {
    const answer = (await behind(one, REPLY)).find(isPersons);
    if (answer !== undefined) replies.push(said(answer, { asked: one.drawer.text }));
  }
  return replies;
}
