import type { ForgetMatch, Forgotten } from "../../operations/answers/forgotten.ts";
import { forgetWords } from "../today/today.ts";
import { recordAudit } from "../audit.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import { example, hintOf, type NextStep, option, step } from "../../model/next-step.ts";
import type { Asked, FORGET, FORGET_DRAWERS } from "../../model/requests/index.ts";
import { type Caller, type VisibleScopes, visibleScopes, type Scope } from "../../model/caller.ts";
import type { Source } from "../../model/source.ts";
import type { Range } from "../../model/section.ts";
import { basename, join, relative } from "node:path";
import { memoryForPrompt, withoutLines } from "../../conversation/chats/memory-file.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { indexTerms } from "../../text/analyzer.ts";
import { foldedWords } from "../../text/words.ts";
import { documentFile } from "../expand/current-text.ts";
import { damagedCatalogs } from "../project-folder.ts";
import { wholeId } from "../expand/expand.ts";
import { changeMemory } from "../chats/capture-chat.ts";
import { chatFiles, memoryText } from "../chats/chat-files.ts";
import type { ChatStore } from "../chats/chat-store.ts";
import { eraseInOwnFiles, eraseKept, eraseManual, goesWhole, isInOwnFile, isKept } from "./erase-drawers.ts";
import { manualParts, manualKey } from "./manual-drawers.ts";
import { finishForgetting, type Forgetting, isForgettingUnfinished, leavingNoTrace } from "./leave-no-trace.ts";
import { probeForgotten } from "./probe-forgotten.ts";
import { type QuotedIn, quotingAnswers } from "./quoting-answers.ts";

const MAX_MATCHES = 10_000;
const LIKELY = 5;
/** The beginning of an id: eight digits of its alphabet, or four with a figure among them, so that "cafe" stays a word. */
const ID = /^(?:[0-9a-f]{8,32}|(?=[a-f]*[0-9])[0-9a-f]{4,7})$/i;
/** Digits of an id as surfaces print it: so many are no accident. */
const SHOWN_ID = 10;

/** What forgetting works with beside the project. */
export interface ForgetTools {
  readonly search: Search;
  readonly chats: ChatStore;
}

/**
 * Forgets drawers: by id, or those that hold the words of a question in a row. Drawers that were added by hand are cut out of their file and
 * the index, messages out of the chat in which they were said, and mined ones out of the sessions that are kept, from which their transcripts
 * don't bring them back; then every way of reading is tried. Those that come from files of the user's stay, since these are his: they are
 * shown with the place where he can delete them.
 * @throws LociError `DRAWER_NOT_FOUND` for an id that fits none
 */
export async function forget(
  project: OpenedProject & { readonly search: Search; readonly chats: () => Promise<ChatStore> },
  { query, caller, yes = false }: Asked<typeof FORGET>,
): Promise<Forgotten> {
  const tools: ForgetTools = { search: project.search, chats: await project.chats() };
  const finished = yes ? await finishInterrupted(project, async () => tools) : [];
  // Repeated after an interruption: it is completed now.
  const same = finished.find(({ removed }) => removed.includes(query.trim().toLowerCase()));
  if (same !== undefined) return same;
  const find = async (index: SearchIndex): Promise<Found> =>
    await findMatches({ ...project, index, store: tools.chats }, query, caller);
  return await forgetNow(project, tools, { query, find, caller, yes });
}

/**
 * The same for drawers that are named by their ids, or the beginnings of them.
 * @throws LociError `DRAWER_NOT_FOUND` for an id that fits none, with all of them as they were
 */
export async function forgetDrawers(
  project: Parameters<typeof forget>[0],
  { ids, caller, yes = false }: Asked<typeof FORGET_DRAWERS>,
): Promise<Forgotten> {
  const tools: ForgetTools = { search: project.search, chats: await project.chats() };
  const finished = yes ? await finishInterrupted(project, async () => tools) : [];
  const gone = finished.flatMap(({ removed }) => removed);
  const left = ids.filter((id) => !gone.some((one) => one.startsWith(id.trim().toLowerCase())));
  const [first] = finished;
  if (left.length === 0 && first !== undefined) return { ...first, query: "", removed: gone };
  return await forgetNow(project, tools, { query: "", find: byIds(left, visibleScopes(caller)), caller, yes });
}

/**
 * Completes a forget that was interrupted by the end of its process.
 * @returns what went now
 * Cost: a row of the catalog where nobody was.
 */
export async function finishInterrupted(
  project: OpenedProject,
  tools: () => Promise<ForgetTools>,
): Promise<readonly Forgotten[]> {
  if (!(await isForgettingUnfinished(project))) return [];
  const done: Forgotten[] = [];
  const again = async ({ ids, caller }: Forgetting): Promise<void> => {
    for (const id of ids) {
      const left = await project.indexHandle.use((index) => index.get([id], visibleScopes(caller)));
      // With the first of a message go the others.
      const find = byIds([id], visibleScopes(caller));
      if (left.length > 0) done.push(await forgetNow(project, await tools(), { query: id, find, caller, yes: true }));
    }
  };
  await project.indexHandle.use((index) => finishForgetting(project, index, again));
  return done;
}

/** What is to be forgotten, and whether it is only to be shown. */
interface ToForget {
  readonly query: string;
  readonly find: (index: SearchIndex) => Promise<Found>;
  readonly caller: Caller;
  readonly yes: boolean;
}

async function forgetNow(
  project: OpenedProject,
  { search, chats }: ForgetTools,
  { query, find, caller, yes }: ToForget,
): Promise<Forgotten> {
  const visible = visibleScopes(caller);
  return await project.indexHandle.use(async (index) => {
    const sources = new Map((await project.catalog.sources.list()).map((source) => [source.key, source]));
    // Cut-off chat files are restored before anything is planned: otherwise the next run would bring the messages back.
    if (yes) await chats.repairCuts(index, caller);
    if (yes) forgetWords(project);
    const { sure: held, likely: near, phrase } = await find(index);
    const { names } = await project.palace(index, visible);
    const manual = manualKey(project);
    // A drawer that was too long for one goes with all its parts, so they are shown too.
    const ofHand = held.filter(({ document }) => document.source === manual);
    const parts = (await manualParts(project, ofHand)).flatMap((one) => one.parts.map(({ id }) => id));
    const missing = parts.filter((id) => held.every(({ drawer }) => drawer.id !== id));
    const more = await index.get(missing, visible);
    const isChat = ({ document }: StoredDrawer): boolean => {
      const source = sources.get(document.source);
      return source !== undefined && chats.isLiveChat(source);
    };
    const isOwn = (stored: StoredDrawer): boolean =>
      stored.document.source !== manual && isInOwnFile(project, sources.get(stored.document.source), stored);
    const wholeMessages = await chats.wholeMessages(index, held.filter(isChat));
    const sure = [...held.filter((one) => !isChat(one)), ...wholeMessages, ...more];
    const isLocis = (stored: StoredDrawer): boolean =>
      stored.document.source === manual || isChat(stored) || isKept(project, stored) || isOwn(stored);
    const removable = sure.filter((stored) => isLocis(stored) && mayForget(caller, stored.document.scope));
    const quoting = (): Promise<readonly QuotedIn[]> =>
      quotingAnswers(
        { index, search, chats },
        { removed: removable, phrase },
        { caller, mayForget: (scope) => mayForget(caller, scope) },
      );
    const quoted = await quoting();
    const facts = await matchingFacts(project, phrase, { caller });
    const notes = await matchingNotes(project, chats, { phrase, caller });
    const likely = quoted.length + facts.length + notes.length === 0 ? near : [];
    const matches = [...sure, ...likely].map((stored): ForgetMatch => {
      const { drawer, document } = stored;
      const source = sources.get(document.source);
      const file = source === undefined || caller !== "owner" ? null : documentFile(source, document);
      const why = likely.includes(stored)
        ? "it doesn't hold these words in a row: give its id to forget it"
        : !isLocis(stored)
          ? whyItStays({ source, file, lines: drawer.lines }, caller)
          : mayForget(caller, document.scope)
            ? ""
            : "only the owner may forget it";
      const goesWithAll = isOwn(stored) && goesWhole(stored);
      return {
        id: drawer.id,
        text: drawer.text,
        ...names.shown({ wing: drawer.placement.wing.value, room: drawer.placement.room.value }),
        scope: document.scope,
        source: { name: source?.name ?? document.source, path: document.path },
        file,
        lines: drawer.lines,
        goes: why === "",
        ...reasonOf(why === "" && goesWithAll ? "what isn't text can't be rewritten: the whole file goes" : why),
      };
    });
    const answers = quoted.map(({ chat, message, scope, goes, why }) => ({ chat, message, scope, goes, why }));
    const found = { query, matches, answers, facts, notes };
    const nothing = { ...found, elsewhere: [], removed: [], lists: [], erased: [], proof: null };
    const rewritten = quoted.filter(({ goes }) => goes);
    if (!yes || removable.length + rewritten.length + facts.length + notes.length === 0) return nothing;
    const erased = damagedCatalogs(project.folder).map((path) => basename(path));
    const byHand = removable.filter(({ document }) => document.source === manual);
    const others = removable.filter(({ document }) => document.source !== manual);
    const mined = others.filter((stored) => !isChat(stored));
    const before = await drawersOfAnswers(index, rewritten);
    const texts = [...removable, ...before].map(({ drawer }) => drawer.text);
    let lists: readonly string[] = [];
    const work = { ids: removable.map(({ drawer }) => drawer.id), caller };
    const erase = async () => {
      const gone = await matchingFacts(project, phrase, { caller, yes });
      const entries = gone.map(({ topic }) => ({ caller, action: "fact.forget", object: contentHash(topic) }));
      await recordAudit(project, entries);
      await matchingNotes(project, chats, { phrase, caller, yes });
      // Answers are rewritten first: their quotes can be found only while the quoted drawers exist.
      for (const [source, own] of Map.groupBy(rewritten, (one) => one.source))
        await chats.rewrite(index, source, new Map(own.map(({ key, without }) => [key, without])));
      const manually = byHand.length === 0 ? [] : await eraseManual(project, index, { drawers: byHand, caller });
      const said = await chats.erase(index, others.filter(isChat), caller);
      ({ lists } = said);
      return [
        ...manually,
        ...said.erased,
        ...(await eraseKept(project, index, { drawers: mined.filter((stored) => !isOwn(stored)), caller })),
        ...(await eraseInOwnFiles(project, index, { drawers: mined.filter(isOwn), caller })),
      ];
    };
    const removed = await leavingNoTrace(project, { index, begun: { texts, work } }, erase);
    const removedWords = [...rewritten.flatMap(({ queryWords }) => queryWords), ...notes.map(({ text }) => text)];
    const { probes, elsewhere } = await probeForgotten(
      project,
      { index, search, caller },
      { erased: removed, left: await quoting(), removedWords },
    );
    return {
      ...found,
      elsewhere: elsewhere.map(({ drawer: { id }, document: { source, path, scope } }) => ({
        id,
        scope,
        source: { name: sources.get(source)?.name ?? source, path },
      })),
      removed: removed.map(({ id }) => id),
      lists,
      erased,
      proof: { clean: probes.every(({ found }) => !found), probes },
    };
  });
}

/** Whether a text holds words in a row. @param phrase folded */
function saying(phrase: readonly string[]): (text: string) => boolean {
  return (text) => sequence(text).includes(` ${phrase.join(" ")} `);
}

/** The facts of a caller's that hold words, which go with them: shown, or with `yes` forgotten. */
async function matchingFacts(
  { facts }: Pick<OpenedProject, "facts">,
  phrase: readonly string[],
  { caller, yes = false }: { readonly caller: Caller; readonly yes?: boolean },
): Promise<Forgotten["facts"]> {
  if (phrase.length === 0 || caller === "public") return [];
  const found = await facts.forgetWords(saying(phrase), { scope: caller === "owner" ? null : caller, yes });
  return found.map(({ topic, scope, isWhole, sentences }) => ({
    topic,
    scope,
    why: isWhole
      ? "with its history"
      : `what was said in ${sentences.map((one) => `“${one}”`).join(", ")}; what stood there before stands again`,
  }));
}

/** The lines of the `memory.md` of a caller's chats that hold words: shown, or with `yes` forgotten. */
async function matchingNotes(
  project: OpenedProject,
  chats: ChatStore,
  { phrase, caller, yes = false }: { phrase: readonly string[]; caller: Caller; yes?: boolean },
): Promise<Forgotten["notes"]> {
  if (phrase.length === 0 || caller === "public") return [];
  const says = saying(phrase);
  const files = new Map<string, Scope>(caller === "owner" ? [[join(project.folder.chats, "memory.md"), "admin"]] : []);
  for (const { source, scope } of await chats.visible(caller))
    if (mayForget(caller, scope)) files.set(chatFiles(project.folder.chats, source.root, scope).memory, scope);
  const found: Forgotten["notes"][number][] = [];
  for (const [path, scope] of files) {
    const lines = memoryText(path).split("\n").filter(says);
    const file = relative(project.folder.chats, path);
    found.push(...lines.map((line) => ({ file, scope, text: memoryForPrompt(line).replace(/^[-*+] /u, "") })));
    if (yes && lines.length > 0) await changeMemory(project, path, (text) => withoutLines(text, says));
  }
  return found;
}

/** The drawers that answers have as they are. */
async function drawersOfAnswers(index: SearchIndex, answers: readonly QuotedIn[]): Promise<readonly StoredDrawer[]> {
  const drawers = await Promise.all(
    answers.map(async ({ source, key, message }) => {
      const session = key.slice(0, key.indexOf("\0"));
      const all = await index.documentDrawers({ source: source.key, path: session }, "all");
      return all.filter(({ drawer }) => drawer.message?.ids[0] === message);
    }),
  );
  return drawers.flat();
}

/** Ids of the drawers that hold words in a row: of copies, which a search folds into one, each. */
async function holding(index: SearchIndex, words: string, visible: VisibleScopes): Promise<readonly string[]> {
  const terms = indexTerms(words);
  if (terms.length === 0) return [];
  const { candidates } = await index.candidates({
    ...PLAIN_QUERY,
    visible,
    terms: plainTerms(terms),
    phrases: [terms],
    fieldWeights: { heading: 1, content: 1, breadcrumb: 1 },
    pool: { lexical: MAX_MATCHES, dense: 0 },
  });
  return candidates.map(({ id }) => id).sort();
}

/** A user may forget only what belongs to the user, not everything that is visible. */
function mayForget(caller: Caller, scope: Scope): boolean {
  return caller === "owner" || caller === scope;
}

/** Drawers that match for certain; if there are none, likely matches. */
interface Found {
  readonly sure: readonly StoredDrawer[];
  readonly likely: readonly StoredDrawer[];
  /** The words that were given, folded; none for an id. */
  readonly phrase: readonly string[];
}

/** Finds the drawers that have these ids, or begin with them. */
function byIds(ids: readonly string[], visible: VisibleScopes): (index: SearchIndex) => Promise<Found> {
  return async (index) => {
    const whole = new Set(await Promise.all(ids.map((id) => wholeId(index, id.trim(), visible))));
    return { sure: await index.get([...whole], visible), likely: [], phrase: [] };
  };
}

async function findMatches(
  project: OpenedProject & { readonly index: SearchIndex; readonly search: Search; readonly store: ChatStore },
  query: string,
  caller: Caller,
): Promise<Found> {
  const { index, store } = project;
  const visible = visibleScopes(caller);
  const id = query.trim().toLowerCase();
  // A PIN or a year may begin an id by chance: as words it is meant first.
  if (ID.test(id) && id.length >= SHOWN_ID && (await index.resolve(id, visible, 1)).length > 0)
    return await byIds([query], visible)(index);
  const words = sequence(query);
  if (words === "") return { sure: [], likely: [], phrase: [] };
  const phrase = words.trim().split(" ");
  const containing = (await index.get(await holding(index, query, visible), visible)).filter(({ drawer }) =>
    sequence(drawer.text).includes(words),
  );
  const isTold = async (): Promise<boolean> =>
    (await matchingFacts(project, phrase, { caller })).length > 0 ||
    (await matchingNotes(project, store, { phrase, caller })).length > 0;
  if (containing.length > 0 || (ID.test(id) && (await isTold()))) return { sure: containing, likely: [], phrase };
  if (ID.test(id)) return await byIds([query], visible)(index);
  const { hits, weaker } = await project.search(query.replaceAll('"', " "), { caller, limit: LIKELY });
  // What matters to nobody isn't what was meant: an id that fits no passage would list strangers.
  const likely = hits.slice(0, weaker).map(({ id }) => id);
  return { sure: [], phrase, likely: await index.get(likely, visible) };
}

/** Folded words, a blank before, between and after them; empty when there is none. */
function sequence(text: string): string {
  const folded = foldedWords(text);
  return folded === "" ? "" : ` ${folded} `;
}

/** Why a match is not removed, as text for the command line and as data. */
function reasonOf(why: string | NextStep): Pick<ForgetMatch, "why" | "step"> {
  const { hint, step } = hintOf(why);
  return typeof why === "string" ? { why } : { why: hint, step };
}

function whyItStays(
  { source, file, lines }: { source: Source | undefined; file: string | null; lines: Range | null },
  caller: Caller,
): string | NextStep {
  // The next step is the owner's alone, and so are his paths and keys.
  if (caller !== "owner") return "it stands in a file of the owner's: only the owner can take it out";
  if (source === undefined)
    return step`its source is not there any more: ${example("index")} brings the index up to date`;
  const place = file === null ? "a file" : `${file}${lines === null ? "" : `:${lines.start}`}`;
  const index = example("index");
  const whole = example("sources rm", source.key);
  if (source.kind === "chat")
    return step`it is a message of the chat in ${place}: delete it there, then ${index}; or forget the whole source: ${whole}`;
  return step`it stands in ${place}, which is yours: delete it there, then ${index}; or leave the file out with ${option("exclude")}`;
}
