import { isAscii } from "node:buffer";
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { quotedSpans } from "../../conversation/chats/forgotten-in-answer.ts";
import { foldedWords } from "../../text/words.ts";
import { filesBelow } from "../../files/private-folder.ts";
import { filesContaining } from "../../files/raw-bytes.ts";
import { readKept } from "../../ingest/kept/kept-file.ts";
import { isInside } from "../../ingest/source-key.ts";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import type { Forgotten, Probe } from "../../operations/answers/forgotten.ts";
import type { SearchIndex, StoredDrawer } from "../../storage/ports/search-index.ts";
import { chatFile } from "../chats/chat-files.ts";
import { homeAudit } from "../audit.ts";
import type { OpenedProject, Search } from "../opened-project.ts";
import { nameOf, storedProjects } from "../projects/identity.ts";
import type { ErasedDrawer } from "./erase-drawers.ts";
import { drawersContaining, type QuotedIn } from "./quoting-answers.ts";

export interface Proof {
  readonly probes: readonly Probe[];
  /** Drawers that the caller sees and that stay: they say some of the same words. */
  readonly elsewhere: readonly StoredDrawer[];
  readonly copies: Forgotten["copies"];
}

export interface ForgottenContent {
  readonly erased: readonly ErasedDrawer[];
  /** Answers that still quote it. */
  readonly left: readonly QuotedIn[];
  /** Words that were removed from answers, as the answers contained them. */
  readonly removedWords: readonly string[];
}

/** Characters of a drawer that it is searched by. */
const ASKED = 400;
/** Drawers that are named which say the same, and first hits among which none may be: asked for by its own words a drawer is the first. */
const MAX_ELSEWHERE = 20;

/**
 * Tries every way of reading for drawers that are to be gone: by id, by neighbours, by each kind of search, in their file, in the answers that quoted them,
 * and byte for byte in every file of the data folder; what other projects and backups of it hold is said beside. For anybody but
 * the owner only his own files are read: what others keep tells nobody anything.
 */
export async function probeForgotten(
  project: OpenedProject,
  { index, search, caller }: { readonly index: SearchIndex; readonly search: Search; readonly caller: Caller },
  { erased, left, removedWords }: ForgottenContent,
): Promise<Proof> {
  const ids = new Set(erased.map(({ id }) => id));
  const visible = visibleScopes(caller);
  const modes = [
    "lexical",
    ...((await project.provider()) === null ? [] : ["semantic" as const, "hybrid" as const]),
  ] as const;
  const probes: Probe[] = [
    { path: "expand", found: (await index.get([...ids], "all")).length > 0 },
    {
      path: "resolve",
      found: (await Promise.all([...ids].map((id) => index.resolve(id, "all", 1)))).some((found) => found.length > 0),
    },
    { path: "recent", found: (await index.recent(visible, {}, 1_000)).some((id) => ids.has(id)) },
  ];
  // Other drawers that say the same stay, and so do their bytes.
  const elsewhere = new Map<string, StoredDrawer>();
  for (const mode of modes) {
    let found = false;
    for (const { text } of erased) {
      const query = text.slice(0, ASKED).replaceAll(/["-]|\b\w+:/g, " ");
      const { hits } = await search(query, { caller, mode, limit: MAX_ELSEWHERE });
      const near = mode === "lexical" ? hits.flatMap(({ id }) => (ids.has(id) ? [] : [id])) : [];
      for (const one of await index.get(near, visible))
        if (elsewhere.size < MAX_ELSEWHERE && saysSomeOf(one.drawer.text, text)) elsewhere.set(one.drawer.id, one);
      found ||= hits.some(
        ({ id, neighbours }) =>
          ids.has(id) || [neighbours.before, neighbours.after].some((one) => one !== null && ids.has(one)),
      );
    }
    probes.push({ path: `search (${mode})`, found });
  }
  probes.push(...(await probeAnswers(search, left, caller)));
  const existsElsewhere = async (piece: string): Promise<boolean> => {
    const all = foldedWords(piece).split(" ");
    // A piece may end in the middle of a word.
    const sure = (all.length > 2 ? all.slice(0, -1) : all).join(" ");
    const candidates = await drawersContaining({ index, search, caller }, sure, ids);
    const containing = candidates.filter(({ drawer }) => drawer.text.includes(piece));
    for (const one of containing) if (elsewhere.size < MAX_ELSEWHERE) elsewhere.set(one.drawer.id, one);
    return containing.length > 0;
  };
  const texts = [...erased.map(({ text }) => text), ...removedWords];
  const { root, chats } = project.folder;
  const isOwner = caller === "owner";
  const own = isOwner || caller === "public" ? root : dirname(dirname(chatFile(chats, "c", caller)));
  const others = isOwner ? otherPlaces(project) : [];
  const paths = new Set(
    [own, ...(isOwner ? [project.home, ...others.map(({ folder }) => folder)] : [])].flatMap((one) => filesBelow(one)),
  );
  const found = await remainsIn([...paths], texts, existsElsewhere);
  const placeOf = Map.groupBy(found, (path) => others.find(({ folder }) => isInside(path, folder)));
  const nameOf = (path: string): string =>
    relative(isInside(path, root) ? root : project.home, path)
      .split(sep)
      .join("/");
  const remains = (placeOf.get(undefined) ?? []).map(nameOf).sort();
  const away = serversOf(project);
  const beyond = away.length === 0 ? "" : ` here; not looked into: files and logs of ${away.join(" and ")}`;
  const whose = `${isOwner || caller === "public" ? "every file" : "your files"}${beyond}`;
  if (remains.length > 0) probes.push(...remains.map((file) => ({ path: `bytes of ${file}`, found: true })));
  else probes.push({ path: `bytes of ${whose}`, found: false });
  const copies = others.flatMap((place) => {
    const files = placeOf.get(place)?.length ?? 0;
    return files === 0 && existsSync(place.folder)
      ? []
      : [{ project: place.project, backup: place.project === null ? place.folder : null, files }];
  });
  return { probes, elsewhere: [...elsewhere.values()], copies };
}

/** The other projects of the data folder, and where it was copied to: a backup that can't be looked into may hold anything. */
function otherPlaces({ home, folder }: Pick<OpenedProject, "home" | "folder">) {
  const projects = storedProjects(home).map((one) => ({
    project: nameOf(one),
    folder: join(home, "projects", one.key),
  }));
  const backups = [...new Set(homeAudit(home, "data.backup"))].map((to) => ({ project: null, folder: to }));
  return [...projects.filter((one) => one.folder !== folder.root), ...backups];
}

/** Words in common by which one text says some of another, or half of it: a shorter turn of phrase tells nothing of it. */
const TELLING_WORDS = 12;

function saysSomeOf(one: string, text: string): boolean {
  const shared = quotedSpans(one, text).reduce((sum, { quote }) => sum + quote.split(" ").length, 0);
  return shared >= Math.min(TELLING_WORDS, foldedWords(text).split(" ").length / 2);
}

/** Servers that hold a part of the project: what their own files and logs still hold nobody can tell from here. */
const serversOf = ({ settings, storeUri }: Pick<OpenedProject, "settings" | "storeUri">): readonly string[] =>
  [storeUri(), settings.catalog.uri]
    .filter((uri) => uri !== "")
    .map((uri) => `the server at ${URL.parse(uri)?.host ?? "its address"}`);

/** Answers that stay as they are, by each way in which they are found. */
async function probeAnswers(search: Search, left: readonly QuotedIn[], caller: Caller): Promise<readonly Probe[]> {
  if (left.length === 0) return [{ path: "answers of chats", found: false }];
  const probes: Probe[] = [];
  for (const { chat, message, quotes } of left) {
    probes.push({ path: `answer ${message} of the chat '${chat}'`, found: true });
    for (const mode of ["lexical", "hybrid"] as const) {
      const { hits } = await search((quotes[0] ?? "").slice(0, ASKED), { caller, mode, limit: 100 });
      const found = hits.some((hit) => hit.message?.chat === chat && hit.message.ids[0] === message);
      if (found) probes.push({ path: `search (${mode}): answer ${message} of the chat '${chat}'`, found });
    }
  }
  return probes;
}

/** Minimum bytes of a text to look for; shorter pieces may occur anywhere by chance. */
const MIN_BYTES = 12;
const MAX_BYTES = 48;

/**
 * Files in which pieces of texts still stand, byte for byte, wherever in the file: also in pages that a database has freed and in its log. Of
 * compressed files, Loci's own kept sessions are unpacked.
 * @param existsElsewhere whether something that stays holds a piece: such a piece may stand anywhere
 * Cost: as `filesContaining`.
 */
async function remainsIn(
  paths: readonly string[],
  texts: readonly string[],
  existsElsewhere: (piece: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const needles: Buffer[] = [];
  for (const piece of new Set(texts.flatMap(pieces)))
    if (!(await existsElsewhere(piece))) needles.push(...inEachEncoding(piece));
  if (needles.length === 0) return [];
  const unpacked = paths.filter((path) => path.endsWith(".kept") && isKeptIn(path, needles));
  return [...new Set([...unpacked, ...(await filesContaining(paths, needles))])];
}

/** What is looked for of a text: stretches from its beginning, its middle and its end that read the same in JSON and Markdown. */
function pieces(text: string): readonly string[] {
  const plain = text
    .split(/[\n\r\t"\\<>&*_`[\]#|~]/u)
    .map((line) => line.trim())
    .filter((line) => Buffer.byteLength(line) >= MIN_BYTES);
  const chosen = [plain[0], plain[Math.floor(plain.length / 2)], plain.at(-1)];
  return chosen.flatMap((line) => (line === undefined ? [] : [cut(line)]));
}

/**
 * The bytes of a piece in what text files are encoded in: a document that was handed over stays in its own encoding. In UTF-16 ASCII reads the same
 * in both orders of bytes but for one zero at an end; none begins with a zero, of which databases are full: a search stops at each.
 */
function inEachEncoding(piece: string): readonly Buffer[] {
  const [narrow, wide] = [Buffer.from(piece), Buffer.from(piece, "utf16le")];
  if (isAscii(narrow)) return [narrow, wide.subarray(0, -1)];
  const swapped = Buffer.from(wide).swap16();
  return [narrow, wide, swapped[0] === 0 ? swapped.subarray(1) : swapped, Buffer.from(piece, "latin1")];
}

const cut = (line: string): string =>
  new TextDecoder().decode(Buffer.from(line).subarray(0, MAX_BYTES), { stream: true });

function isKeptIn(path: string, needles: readonly Buffer[]): boolean {
  const text = Buffer.from(readKept(path)?.text ?? "");
  return needles.some((needle) => text.includes(needle));
}
