import { keeping } from "../../caches/bounded-cache.ts";
import { quotedSpans, phraseSpans } from "../../conversation/chats/forgotten-in-answer.ts";
import { answersIn } from "../../ingest/chats/live-chat.ts";
import { type Caller, visibleScopes, type Scope } from "../../model/caller.ts";
import { messageRole } from "../../model/message-role.ts";
import type { QuotingAnswer } from "../../operations/answers/forgotten.ts";
import type { Source } from "../../model/source.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { withoutSpans } from "../../text/snippet.ts";
import { fold, foldedWords, words } from "../../text/words.ts";
import type { ChatStore } from "../chats/chat-store.ts";
import type { Search } from "../opened-project.ts";

/** An answer that quotes what is to be forgotten, with what is needed to rewrite it. */
export interface QuotedIn extends QuotingAnswer {
  readonly source: Source;
  /** Session and id, joined by a NUL. */
  readonly key: string;
  readonly without: string;
  readonly quotes: readonly string[];
  /** The words that were asked for, as the answer says them. */
  readonly queryWords: readonly string[];
}

/** Number of words used to search for other drawers with the same text. */
const ASKED_WORDS = 12;

export interface ForgottenWords {
  readonly removed: readonly StoredDrawer[];
  /** Words that were asked for, folded, in a row: an answer outlives what it quoted. Empty where an id was given. */
  readonly phrase: readonly string[];
}

/**
 * The answers that quote drawers which go, or say the words that were asked for, of the chats that a caller sees. What a drawer that stays holds
 * word for word is quoted from that one, unless its words were asked for.
 * @param mayForget whether the caller may change what has a scope
 * Cost: reads the chats that the caller sees, and searches once a quote.
 */
export async function quotingAnswers(
  { index, search, chats }: { readonly index: SearchIndex; readonly search: Search; readonly chats: ChatStore },
  { removed, phrase }: ForgottenWords,
  { caller, mayForget }: { readonly caller: Caller; readonly mayForget: (scope: Scope) => boolean },
): Promise<readonly QuotedIn[]> {
  if (removed.length === 0 && phrase.length === 0) return [];
  const texts = [...new Set(removed.map(({ drawer }) => drawer.text))];
  const ids = new Set(removed.map(({ drawer }) => drawer.id));
  const removedMessages = new Set(
    removed.map(({ document, drawer }) => `${document.source}\0${drawer.message?.ids[0]}`),
  );
  const existsElsewhere = keeping((words: string) => isContained({ index, search, caller }, words, ids));
  const found: QuotedIn[] = [];
  for (const { source, scope } of await chats.visible(caller)) {
    for (const { id, session, text } of answersIn(source.root)) {
      if (removedMessages.has(`${source.key}\0${id}`)) continue;
      const requested = phraseSpans(text, phrase);
      const spans = [...requested];
      for (const one of texts.flatMap((forgotten) => quotedSpans(text, forgotten)))
        if (!(await existsElsewhere(one.quote))) spans.push(one);
      if (spans.length === 0) continue;
      const may = mayForget(scope);
      found.push({
        chat: source.name,
        message: id,
        scope,
        goes: may,
        why: may ? "" : "only the owner may change it",
        source,
        key: `${session}\0${id}`,
        without: withoutSpans(text, spans),
        quotes: spans.map(({ quote }) => quote),
        queryWords: requested.map(({ start, end }) => text.slice(start, end)).flatMap((part) => wordsIn(part, phrase)),
      });
    }
  }
  return found.sort((a, b) => (a.chat < b.chat ? -1 : a.chat > b.chat ? 1 : 0));
}

function wordsIn(text: string, phrase: readonly string[]): readonly string[] {
  const all = words(text);
  return all.flatMap(({ start }, i) => {
    const run = all.slice(i, i + phrase.length);
    const isThere = phrase.every((word, n) => fold(run[n]?.text ?? "") === word);
    return isThere ? [text.slice(start, run.at(-1)?.end)] : [];
  });
}

export async function drawersContaining(
  { index, search, caller }: { readonly index: SearchIndex; readonly search: Search; readonly caller: Caller },
  words: string,
  ids: ReadonlySet<string>,
): Promise<readonly StoredDrawer[]> {
  const first = words.split(" ").slice(0, ASKED_WORDS).join(" ");
  if (first === "") return [];
  const { hits } = await search(`"${first}"`, { caller, mode: "lexical", limit: 50 });
  const others = hits.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
  return (await index.get(others, visibleScopes(caller))).filter(({ drawer }) =>
    ` ${foldedWords(drawer.text)} `.includes(` ${words} `),
  );
}

async function isContained(...[searched, words, ids]: Parameters<typeof drawersContaining>): Promise<boolean> {
  // A passage shortened for its answer may end in the middle of a word.
  const all = words.split(" ");
  const sure = all.length > ASKED_WORDS ? all.slice(0, -1).join(" ") : words;
  const drawers = await drawersContaining(searched, sure, ids);
  return drawers.some(({ drawer: { message } }) => message === null || messageRole(message.role) !== "assistant");
}
