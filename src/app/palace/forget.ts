import type { ForgetMatch, Forgotten } from "../../operations/answers/forgotten.ts";
import { forgetWords } from "../today/today.ts";
import { recordAudit } from "../audit.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import { asLociError, LociError } from "../../model/error.ts";
import { example, hintOf, type NextStep, option, step } from "../../model/next-step.ts";
import type { Asked, FORGET, FORGET_DRAWERS } from "../../model/requests/index.ts";
import { type Caller, visibleScopes, type Scope } from "../../model/caller.ts";
import { messageFor } from "../../model/message-role.ts";
import type { Source } from "../../model/source.ts";
import type { Range } from "../../model/section.ts";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { contentHash } from "../../text/content-hash.ts";
import { documentFile } from "../expand/current-text.ts";
import { damagedCatalogs } from "../project-folder.ts";
import type { ChatStore } from "../chats/chat-store.ts";
import {
  type ErasedDrawer,
  eraseInOwnFiles,
  eraseKept,
  eraseManual,
  isInOwnFile,
  isKept,
  ownFiles,
} from "./erase-drawers.ts";
import { manualParts, manualKey } from "./manual-drawers.ts";
import { byIds, findMatches, type Found, matchingFacts, matchingNotes, mayForget } from "./find-forgotten.ts";
import {
  finishForgetting,
  type Forgetting,
  isBegun,
  isForgettingUnfinished,
  leavingNoTrace,
} from "./leave-no-trace.ts";
import { probeForgotten } from "./probe-forgotten.ts";
import { type ForgottenWords, type QuotedIn, quotingAnswers } from "./quoting-answers.ts";

export interface ForgetTools {
  readonly search: Search;
  readonly chats: ChatStore;
}

/**
 * Forgets drawers: by id, or those that hold the words of a question in a row. Drawers that were added by hand are cut out of their file and the index,
 * messages out of the chat in which they were said, and mined ones out of the sessions that are kept, from which their transcripts don't bring them back; then
 * every way of reading is tried. Those that come from files of the user's stay, since these are his: they are shown with the place where he can delete them.
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

/** Plans what goes, shows it, and with `yes` erases it and tries every way of reading. */
async function forgetNow(
  project: OpenedProject,
  tools: ForgetTools,
  { query, find, caller, yes }: ToForget,
): Promise<Forgotten> {
  return await project.indexHandle.use(async (index) => {
    // Cut-off chat files are restored before anything is planned: otherwise the next run would bring the messages back.
    if (yes) await tools.chats.repairCuts(index, caller);
    if (yes) forgetWords(project);
    const call: Call = { ...tools, project, index, caller };
    const plan = await planned(call, await find(index));
    const { sources, going, phrase, quoted, facts, notes } = plan;
    const answers = quoted.map(({ chat, message, scope, goes, why }) => ({ chat, message, scope, goes, why }));
    const found = { query, matches: await matchesOf(call, plan), answers, facts, notes };
    const rewritten = quoted.filter(({ goes }) => goes);
    if (!yes || going.length + rewritten.length + facts.length + notes.length === 0)
      return { ...found, elsewhere: [], copies: [], removed: [], lists: [], erased: [], proof: null };
    const erased = damagedCatalogs(project.folder).map((path) => basename(path));
    const { removed, lists } = await erase(call, plan, rewritten).catch((thrown) => unfinished(call, plan, thrown));
    const asked = phrase.length > 0 ? [query] : [];
    const removedWords = [...asked, ...rewritten.flatMap((one) => one.queryWords), ...notes.map(({ text }) => text)];
    const left = await quoting(call, { removed: going, phrase });
    const { probes, elsewhere, copies } = await probeForgotten(project, call, { erased: removed, left, removedWords });
    return {
      ...found,
      elsewhere: elsewhere.map(({ drawer: { id }, document: { source, path, scope } }) => ({
        id,
        scope,
        source: { name: sources.get(source)?.name ?? source, path },
      })),
      copies,
      removed: removed.map(({ id }) => id),
      lists,
      erased,
      proof: { clean: probes.every(({ found }) => !found), probes },
    };
  });
}

interface Call extends ForgetTools {
  readonly project: OpenedProject;
  readonly index: SearchIndex;
  readonly caller: Caller;
}

/**
 * Where a drawer stands, and so how it goes: added by `hand`, in a file of the palace; said in a `chat` that goes on; mined, in a session that is `kept`;
 * in another file of Loci's `own`; or in a file of the `user`'s, from which nothing is taken.
 */
type Home = "hand" | "chat" | "kept" | "own" | "user";

function homeOf({ project, chats }: Call, source: Source | undefined, stored: StoredDrawer): Home {
  if (stored.document.source === manualKey(project)) return "hand";
  if (source !== undefined && chats.isLiveChat(source)) return "chat";
  if (isInOwnFile(project, source, stored)) return "own";
  return isKept(project, stored) ? "kept" : "user";
}

/** What is found and what of it goes, before anything does. */
type Plan = Awaited<ReturnType<typeof planned>>;

async function planned(call: Call, { sure: held, likely, phrase }: Found) {
  const { project, index, chats, caller } = call;
  const sources = new Map((await project.catalog.sources.list()).map((source) => [source.key, source]));
  const home = (stored: StoredDrawer): Home => homeOf(call, sources.get(stored.document.source), stored);
  const homes = new Map(held.map((one) => [one, home(one)]));
  const at = (where: Home): readonly StoredDrawer[] => held.filter((one) => homes.get(one) === where);
  // What was too long for one drawer goes with all its parts, so they are shown too.
  const parts = (await manualParts(project, at("hand"))).flatMap((one) => one.parts.map(({ id }) => id));
  const missing = parts.filter((id) => held.every(({ drawer }) => drawer.id !== id));
  const all = [
    ...held.filter((one) => homes.get(one) !== "chat"),
    ...(await chats.wholeMessages(index, at("chat"))),
    ...(await index.get(missing, visibleScopes(caller))),
  ];
  /** What holds that which is to go, each with where it stands. */
  const sure: ReadonlyMap<StoredDrawer, Home> = new Map(all.map((one) => [one, homes.get(one) ?? home(one)]));
  /** Of the sure ones those that go. */
  const going = all.filter((one) => sure.get(one) !== "user" && mayForget(caller, one.document.scope));
  const quoted = await quoting(call, { removed: going, phrase });
  const facts = await matchingFacts(project, phrase, { caller });
  const texts = going.map(({ drawer }) => drawer.text);
  const notes = await matchingNotes(project, chats, { phrase, texts, caller });
  const own = going.filter((one) => sure.get(one) === "own");
  const isFound = quoted.length + facts.length + notes.length > 0;
  return {
    sources,
    sure,
    /** Shown where nothing else was found; they stay. */
    likely: isFound ? [] : likely,
    going,
    phrase,
    quoted,
    facts,
    notes,
    whole: (await ownFiles(project, index, own)).filter(({ left }) => left === null),
  };
}

/** Answers of chats that quote what goes. */
async function quoting(call: Call, words: ForgottenWords): Promise<readonly QuotedIn[]> {
  const { caller } = call;
  const mayBe = (scope: Scope): boolean => mayForget(caller, scope);
  return await quotingAnswers(call, words, { caller, mayForget: mayBe });
}

/** What is found, as it is shown: whether it goes, and why it stays. */
async function matchesOf(
  { project, index, caller }: Call,
  { sources, sure, likely, whole }: Plan,
): Promise<readonly ForgetMatch[]> {
  const { names } = await project.palace(index, visibleScopes(caller));
  return [...sure.keys(), ...likely].map((stored): ForgetMatch => {
    const { drawer, document } = stored;
    const source = sources.get(document.source);
    const file = source === undefined || caller !== "owner" ? null : documentFile(source, document);
    const home = sure.get(stored);
    const why =
      home === undefined
        ? "it doesn't hold these words in a row: give its id to forget it"
        : home === "user"
          ? whyItStays({ source, file, lines: drawer.lines }, caller)
          : mayForget(caller, document.scope)
            ? ""
            : "only the owner may forget it";
    const withIt = whole.find(({ going }) => going.some((one) => one.drawer.id === drawer.id));
    return {
      id: drawer.id,
      text: drawer.text,
      ...names.shown({ wing: drawer.placement.wing.value, room: drawer.placement.room.value }),
      scope: document.scope,
      source: { name: source?.name ?? document.source, path: document.path },
      title: document.title,
      message: messageFor(visibleScopes(caller), document.scope, drawer.message),
      file,
      lines: drawer.lines,
      goes: why === "",
      sure: home !== undefined,
      ...reasonOf(
        withIt ? `its file can't be rewritten and goes whole, other passages with it: ${withIt.others}` : why,
      ),
    };
  });
}

/** Takes out what goes, from files first. @param rewritten answers whose quotes go */
async function erase(
  { project, index, chats, caller }: Call,
  { sure, going, phrase }: Plan,
  rewritten: readonly QuotedIn[],
): Promise<{ readonly removed: readonly ErasedDrawer[]; readonly lists: readonly string[] }> {
  const before = await drawersOfAnswers(index, rewritten);
  const texts = [...going, ...before].map(({ drawer }) => drawer.text);
  const work = { ids: going.map(({ drawer }) => drawer.id), caller };
  const at = (home: Home): readonly StoredDrawer[] => going.filter((one) => sure.get(one) === home);
  return await leavingNoTrace(project, { index, begun: { texts, phrase, work } }, async () => {
    const gone = await matchingFacts(project, phrase, { caller, yes: true });
    const entries = gone.map(({ topic }) => ({ caller, action: "fact.forget", object: contentHash(topic) }));
    await recordAudit(project, entries);
    await matchingNotes(project, chats, { phrase, texts: texts.slice(0, going.length), caller, yes: true });
    // Answers are rewritten first: their quotes can be found only while the quoted drawers exist.
    for (const [source, own] of Map.groupBy(rewritten, (one) => one.source))
      await chats.rewrite(index, source, new Map(own.map(({ key, without }) => [key, without])));
    const byHand = at("hand");
    const manually = byHand.length === 0 ? [] : await eraseManual(project, index, { drawers: byHand, caller });
    const { erased: said, lists } = await chats.erase(index, at("chat"), caller);
    const kept = await eraseKept(project, index, { drawers: at("kept"), caller });
    const own = await eraseInOwnFiles(project, index, { drawers: at("own"), caller });
    return { removed: [...manually, ...said, ...kept, ...own], lists };
  });
}

/** @throws what ended a forget halfway, with what is left of it */
async function unfinished({ project, index, caller }: Call, { going }: Plan, thrown: unknown): Promise<never> {
  const { code, message, hint, details } = asLociError(thrown);
  const ids = going.map(({ drawer }) => drawer.id);
  const left = (await index.get(ids, visibleScopes(caller))).length;
  const there = `${left} of ${ids.length} passages are still there`;
  const said = (await isBegun(project, { ids, caller }))
    ? `forgetting ended halfway: ${there}, and the next run goes on`
    : `${left === ids.length ? "nothing was forgotten" : there}; forget it again`;
  throw new LociError(code, `${message} (${said})`, { hint, details: { ...details, left }, cause: thrown });
}

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
  if (!existsSync(source.root))
    return step`it stood in ${place}, and '${source.root}' is gone: ${whole} takes all of it out`;
  if (file !== null && !existsSync(file)) return step`it stood in ${place}, which is gone: ${index} takes it out`;
  if (source.kind === "chat")
    return step`it is a message of the chat in ${place}: delete it there, then ${index}; or forget the whole source: ${whole}`;
  return step`it stands in ${place}, which is yours: delete it there, then ${index}; or leave the file out with ${option("exclude")}`;
}
