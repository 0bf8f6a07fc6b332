import { harmlessLinks, namesIn } from "../../conversation/citations/answer-links.ts";
import { chooseNonce, fence, fenceRule } from "../../conversation/prompt/fence.ts";
import type { KeepNote, TellResult } from "../../facts/api/facts.ts";
import type { FactsDependencies } from "../../facts/api/list-verbs.ts";
import type { Proposal, Propose } from "../../facts/api/proposals.ts";
import { generate } from "../../llm/port.ts";
import { type Caller, type Scope, searchedScopes, type VisibleScopes } from "../../model/caller.ts";
import { asLociError, LociError } from "../../model/error.ts";
import type { AddedMessage, AddMessageOptions, ChatMessage, LiveChats } from "../chats/live-chats.ts";
import type { OpenedProject, System } from "../opened-project.ts";
import { oneLine } from "../../text/printable.ts";
import { asKept } from "../redaction.ts";
import { sweepTemporary } from "../../files/temporary-file.ts";
import { createFacts, type Facts } from "../../facts/create-facts.ts";
import { factRecord } from "../../facts/record/fact-record.ts";
import type { FactStore } from "../../storage/ports/fact-store.ts";
import type { Note } from "../../model/note.ts";
import { jsonFields } from "../../text/fields.ts";
import type { FindSaid, SaidMessage } from "../../facts/fresh/said-later.ts";
import { wordsOf } from "../../freshness/names.ts";
import { groundOfBits } from "../../model/message-role.ts";
import { isNear, isPersons, rightBehind } from "../../retrieval/renewing.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { IndexReader, StoredDrawer } from "../../storage/ports/search-index.ts";
import { quantise } from "../../model/vector.ts";
import { isStopWord } from "../../text/words.ts";
import { indexTerms } from "../../text/analyzer.ts";

/** What facts ask of the rest of a project: what people said, notes, secrets, what a model proposes. */
export function saidAndKept(
  opened: () => OpenedProject,
): Required<Pick<FactsDependencies, "said" | "quoted" | "keepNote" | "holdsSecret" | "propose">> {
  const secretIn = async (text: string): Promise<boolean> => await holdsSecret(opened(), text);
  return {
    said: findSaid(opened),
    quoted: (sentence) => harmlessLinks(oneLine(sentence), namesIn(sentence)),
    keepNote: noteKeeper(opened),
    holdsSecret: secretIn,
    propose: async (asked) => await proposer(opened, secretIn)(asked),
  };
}

/** Where notes that were to be remembered stand: in a room of their own. */
const NOTES = { wing: "notes", room: "remembered" } as const;

/** Whether a text holds a secret, by the redaction of chats. */
const holdsSecret = async (opened: Pick<OpenedProject, "facts" | "settings">, text: string): Promise<boolean> =>
  (await asKept(opened, text, { by: "history" })) !== text;

/**
 * Keeps what was to be remembered and is no fact as a pinned drawer, word for word: found by every search, and taken out
 * by forget. What holds a secret isn't kept.
 */
function noteKeeper(project: () => OpenedProject): KeepNote {
  return async ({ text, scope, time }) => {
    const opened = project();
    if (await holdsSecret(opened, text)) return false;
    const { drawerAdder } = await import("../palace/add-drawer.ts");
    const caller: Caller = scope === "admin" || scope === "kb" ? "owner" : (scope as Caller);
    const date = new Date(time).toISOString();
    const pin = caller === "owner";
    await drawerAdder(opened)({ ...NOTES, text, scope, date, pin, force: true }, { caller });
    return true;
  };
}

const NONE = { proposals: [], notes: [] };
const OUTPUT_TOKENS = 300;
/** Longest message that a model is asked about: a longer one is no remark of a person's. */
const LONGEST = 1_500;
const HOW: readonly unknown[] = ["set", "also", "gone"];

/** Asks the project's language model what a message states; nothing where none is configured or `facts.propose` is off. */
function proposer(project: () => OpenedProject, holdsSecret: (text: string) => Promise<boolean>): Propose {
  return async ({ text, scope, known: stored }) => {
    const { settings, languageModel, system } = project();
    if (!settings.facts.propose || text.length > LONGEST) return NONE;
    try {
      const model = await languageModel();
      // A secret leaves the machine with nothing.
      if (model === null || (await holdsSecret(text))) return NONE;
      const known = await stored();
      const nonce = chooseNonce([text, ...known], system.newId);
      const shown = fence(
        [
          { label: "M1", about: "the user's message", text },
          { label: "K1", about: "names in use", text: known.join("\n") },
        ],
        nonce,
      );
      const { text: answer } = await generate(model, {
        system: `${TASK}\n\n${fenceRule(nonce)}`,
        messages: [{ role: "user", text: shown.text }],
        maxOutputTokens: OUTPUT_TOKENS,
        temperature: 0,
        job: "facts",
        caller: scope.startsWith("user:") ? (scope as Caller) : "owner",
      });
      return { proposals: answer.split("\n").flatMap(proposalOf), notes: [] };
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
      const { code, message, hint = "" } = thrown;
      return { proposals: [], notes: [{ code, message: `the model proposed no fact: ${message}`, hint }] };
    }
  };
}

const TASK = [
  "From the user's message M1, note which plain, lasting facts about the user, his people or his project it states: names, " +
    "dates, numbers, places, choices. Leave out feelings, plans, questions, guesses and what others are said to like.",
  'Write one line of JSON a fact: {"of":"my dentist","value":"Dr. Moe","quote":"I go to Dr. Moe now","how":"set"}. "of" is ' +
    'whose and what in a few words: my …, our …, Anna\'s …, my favorite …; a name from K1 where that is meant. "value" is ' +
    'copied from "quote", and "quote" from the message, letter by letter. "how" is "set", "also" for one more beside what is ' +
    'there, "gone" for what no longer holds.',
  "If there is none, write only: NOTHING",
].join("\n\n");

function proposalOf(line: string): readonly Proposal[] {
  const { of, value, quote, how } = jsonFields(line) ?? {};
  const isWhole = [of, value, quote].every((one) => typeof one === "string") && HOW.includes(how);
  return isWhole ? [{ of, value, quote, how } as Proposal] : [];
}

/** What a message of a chat led to beside being kept. */
export type KeptOfMessage = Pick<TellResult, "route" | "reason" | "changed" | "text" | "topic" | "items">;

/** A message that was added, and what was kept of it as facts or notes; null where it was about none. */
export interface ToldMessage extends AddedMessage {
  readonly facts: KeptOfMessage | null;
}

/** Characters of what is said; a longer message is a text that was pasted, of which nothing is a fact. */
const LONGEST_SAID = 20_000;

/** Appends a message to its chat; a user's feeds facts as it was said. */
export async function addAndTell(
  { project, chats }: { readonly project: OpenedProject; readonly chats: LiveChats },
  { chat, message }: { readonly chat: string; readonly message: ChatMessage },
  options: AddMessageOptions = {},
): Promise<ToldMessage> {
  // One time for both: what is said behind a fact is told from it by time.
  const { caller = "owner" } = options;
  const { time = new Date(project.system.clock()).toISOString() } = message;
  const added = await chats.add(chat, { ...message, time }, options);
  const isSaid = message.role === "user" && message.text.length <= LONGEST_SAID;
  if (!isSaid || !added.added || caller === "public") return { ...added, facts: null };
  const { route, reason, changed, text, topic, items } = await project.facts.tell(message.text, {
    chat,
    messageId: added.id,
    scope: scopeOf(caller, added.scope),
    time,
  });
  return { ...added, facts: text === "" ? null : { route, reason, changed, text, topic, items } };
}

/** Facts of a caller are his own; the owner's are those of whom the chat is for. */
const scopeOf = (caller: Caller, chat: Scope): Scope => (caller === "owner" || caller === "public" ? chat : caller);

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
function findSaid(project: () => OpenedProject): FindSaid {
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

/**
 * Opens the facts of a project: their store in the catalog's file, files for people in `facts/`, and the record that gives
 * back what the store has lost. Cost: about 10 ms, most of it the grammar.
 */
export async function openFacts(
  parts: {
    /** Beside the catalog. */
    readonly openStore: () => Promise<FactStore>;
    /** The folder of the files of lists. */
    readonly folder: string;
    /** The record of all changes, beside the catalog's. */
    readonly record: string;
    readonly system: System;
    readonly note: (note: Note) => void;
  } & Required<Pick<FactsDependencies, "days" | "said" | "quoted" | "keepNote" | "holdsSecret" | "propose">>,
): Promise<Facts> {
  const { openStore, folder, system, note, record: path, ...asked } = parts;
  const record = factRecord(path, (fault) =>
    note({
      code: "CATALOG_DAMAGED",
      message: `'${path}' ${fault}, and was written anew from the catalog; a fact is missing only where that was lost, too`,
      hint: "where one is missing, tell it again or put a backup back; 'facts.jsonl.damaged' is the file as it was",
    }),
  );
  const store = await openStore();
  try {
    const { clock, newId } = system;
    sweepTemporary(folder);
    await record.restore(store);
    const facts = createFacts({ ...asked, files: folder, record, clock, newId, store });
    // What can't be taken out now is taken out later; what is asked is answered.
    await facts.finishErasing().catch((thrown) => {
      const { code, message, hint } = asLociError(thrown);
      note({ code, message, hint });
    });
    return facts;
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
