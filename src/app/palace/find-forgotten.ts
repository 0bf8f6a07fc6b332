import { basename, join, relative } from "node:path";
import { textIfThere } from "../../files/plain-file.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { memoryForPrompt, withoutLines } from "../../conversation/chats/memory-file.ts";
import { type Caller, type Scope, type VisibleScopes, visibleScopes } from "../../model/caller.ts";
import type { Forgotten } from "../../operations/answers/forgotten.ts";
import { PLAIN_QUERY, plainTerms } from "../../storage/ports/candidates.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { indexTerms, tellingTerms } from "../../text/analyzer.ts";
import { foldedWords } from "../../text/words.ts";
import { changeMemory } from "../chats/capture-chat.ts";
import { chatFiles, memoryText } from "../chats/chat-files.ts";
import type { ChatStore } from "../chats/chat-store.ts";
import { wholeId } from "../expand/expand.ts";
import type { OpenedProject, Search } from "../opened-project.ts";

const MAX_MATCHES = 10_000;
const LIKELY = 5;
/** Passages with the same words that are looked into. */
const AMONG = 200;
/** The beginning of an id: eight digits of its alphabet, or four with a figure among them, so that "cafe" stays a word. */
const ID = /^(?:[0-9a-f]{8,32}|(?=[a-f]*[0-9])[0-9a-f]{4,7})$/i;
/** Digits of an id as surfaces print it: so many are no accident. */
const SHOWN_ID = 10;

/** Whether a text holds words in a row. @param phrase folded */
function saying(phrase: readonly string[]): (text: string) => boolean {
  const words = ` ${phrase.join(" ")} `;
  return (text) =>
    phrase.length > 0 && [text, text.replaceAll(UNREAD, " ")].some((one) => sequence(one).includes(words));
}

/** Of links, tags and signs by name a reader sees the words alone. */
const UNREAD = /(?<=\])\((?:[^()\s]|\([^()\s]*\))+(?:\s+"[^"\n]*")?\)|<\/?[a-z][^<>\n]*>|&#?\w{2,8};/giu;

/** Characters of words in a row by which a line repeats another text: fewer may stand anywhere by chance. */
const REPEATED = 12;

/** Whether a line of notes or questions repeats one of some texts: it holds all of it, or says nothing that doesn't stand there. */
function repeating(texts: readonly string[]): (line: string) => boolean {
  const all = texts.map(sequence).filter((words) => words !== "");
  const holds = (text: string, words: string): boolean => words.length > REPEATED && text.includes(words);
  return (line) => {
    const said = sequence(/^<!-- expect: (.*)→/u.exec(line)?.[1] ?? memoryForPrompt(line));
    return all.some((words) => words === said || holds(said, words) || holds(words, said));
  };
}

/** The facts of a caller's that hold words, which go with them: shown, or with `yes` forgotten. */
export async function matchingFacts(
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

/**
 * The lines of the `memory.md` of a caller's chats, and the owner's questions, that hold words or repeat a text that goes: shown, or with `yes` forgotten.
 * @param texts those of the drawers that go
 */
export async function matchingNotes(
  project: OpenedProject,
  chats: ChatStore,
  given: {
    readonly phrase: readonly string[];
    readonly texts?: readonly string[];
    readonly caller: Caller;
    readonly yes?: boolean;
  },
): Promise<Forgotten["notes"]> {
  const { phrase, texts = [], caller, yes = false } = given;
  if (phrase.length + texts.length === 0 || caller === "public") return [];
  const [holds, repeats] = [saying(phrase), repeating(texts)];
  const says = (line: string): boolean => holds(line) || repeats(line);
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
  const { questions } = project.folder;
  const asked = caller === "owner" ? (textIfThere(questions) ?? "").split("\n") : [];
  const gone = asked.filter(says);
  if (yes && gone.length > 0)
    replaceFile(questions, asked.filter((line) => !gone.includes(line)).join("\n"), { durable: true });
  return [
    ...found,
    ...gone.map((text): (typeof found)[number] => ({ file: basename(questions), scope: "admin", text })),
  ];
}

/** Ids of the drawers that hold words in a row: of copies, which a search folds into one, each. */
async function holding(index: SearchIndex, words: string, visible: VisibleScopes): Promise<readonly string[]> {
  const terms = indexTerms(words);
  if (terms.length === 0) return [];
  const asked = {
    ...PLAIN_QUERY,
    visible,
    terms: plainTerms(terms),
    fieldWeights: { heading: 1, content: 1, breadcrumb: 1 },
  };
  // Where a link stands among the words they aren't in a row; of those that have them all there are few.
  const found = await Promise.all([
    index.candidates({ ...asked, phrases: [terms], pool: { lexical: MAX_MATCHES, dense: 0 } }),
    index.candidates({ ...asked, pool: { lexical: AMONG, dense: 0 } }),
  ]);
  return [...new Set(found.flatMap(({ candidates }) => candidates.map(({ id }) => id)))].sort();
}

/** A user may forget only what belongs to the user, not everything that is visible. */
export const mayForget = (caller: Caller, scope: Scope): boolean => caller === "owner" || caller === scope;

/** Drawers that match for certain; if there are none, likely matches. */
export interface Found {
  readonly sure: readonly StoredDrawer[];
  readonly likely: readonly StoredDrawer[];
  /** The words that were given, folded; none for an id. */
  readonly phrase: readonly string[];
}

/** Finds the drawers that have these ids, or begin with them. */
export function byIds(ids: readonly string[], visible: VisibleScopes): (index: SearchIndex) => Promise<Found> {
  return async (index) => {
    const whole = new Set(await Promise.all(ids.map((id) => wholeId(index, id.trim(), visible))));
    return { sure: await index.get([...whole], visible), likely: [], phrase: [] };
  };
}

export async function findMatches(
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
  const says = saying(phrase);
  const containing = (await index.get(await holding(index, query, visible), visible)).filter(({ drawer }) =>
    says(drawer.text),
  );
  const isTold = async (): Promise<boolean> =>
    (await matchingFacts(project, phrase, { caller })).length > 0 ||
    (await matchingNotes(project, store, { phrase, caller })).length > 0;
  if (containing.length > 0 || (ID.test(id) && (await isTold()))) return { sure: containing, likely: [], phrase };
  if (ID.test(id)) return await byIds([query], visible)(index);
  const { hits } = await project.search(query.replaceAll('"', " "), { caller, limit: LIKELY });
  // Whoever forgets knows words of it: what is only about the same is a stranger.
  const asked = new Set(tellingTerms(query));
  const shared = (text: string): number => asked.intersection(new Set(indexTerms(text))).size;
  const likely = hits.filter(({ text }) => shared(text) > 0 && 2 * shared(text) >= asked.size).map(({ id }) => id);
  return { sure: [], phrase, likely: await index.get(likely, visible) };
}

/** Folded words, a blank before, between and after them; empty when there is none. */
function sequence(text: string): string {
  const folded = foldedWords(text);
  return folded === "" ? "" : ` ${folded} `;
}
