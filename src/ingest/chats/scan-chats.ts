import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { wholeLines } from "../../files/plain-file.ts";
import { makePrivateFolder } from "../../files/private-folder.ts";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { LociError, writing } from "../../model/error.ts";
import { option, step } from "../../model/next-step.ts";
import type { Source } from "../../model/source.ts";
import {
  type ReadPosition,
  TRANSCRIPT_FORMATS,
  type TranscriptMessage,
  type TranscriptRead,
} from "../../model/transcript-read.ts";
import { contentHash } from "../../text/content-hash.ts";
import type { IngestDependencies } from "../dependencies.ts";
import { scanFile } from "../resolve-sources.ts";
import { type IncludeRules, compileGlobs, firstBytes } from "../scan/include-rules.ts";
import { type Scan, type ScannedFile, isSingleFile, scanFolder } from "../scan/scan.ts";
import { isInside } from "../source-key.ts";

/** Names of transcripts: by their ending; stores of agents, pages of Telegram and Google, Discord's tables, also with a channel's number. */
const MAY_BE_TRANSCRIPT = [
  /\.(?:jsonl|json|ndjson|zip|txt|md|markdown|mbox|weechatlog)$/i,
  /(?:^|\/)(?:opencode[\w-]*\.db|state\.vscdb|store\.db|messages\d*\.html|messages\.csv|my ?activity\.html)$/i,
  /\[\d{15,20}\][^/]*\.(?:html|csv)$/i,
];

/** What Discord's exporter makes under another name, Google's page of Gemini in any language, logs of IRC: such files are no transcripts else. */
const BY_CONTENT = new RegExp(
  String.raw`^\uFEFF?(?:"?AuthorID"?[,;\t]"?Author"?[,;\t]|\s*<[^]*(?:\bchatlog__message-group\b|` +
    String.raw`<p class="mdl-typography--title">(?:Gemini|Bard))|--- Log opened |\*{4} BEGIN LOGGING |\[?[\d: -]{5,19}\]? (?:<[^>\s]+>|\*{3}|-!-) )`,
  "u",
);

/** Which files of a folder are read as transcripts. Include patterns narrow, exclude patterns leave out. */
export function transcriptRules(include: readonly string[], exclude: readonly string[], root: string): IncludeRules {
  const including = compileGlobs(include);
  const excluding = compileGlobs(exclude);
  return {
    typeOf: (path) =>
      MAY_BE_TRANSCRIPT.some((names) => names.test(path)) ||
      (/\.(?:csv|html?|log)$/i.test(path) && BY_CONTENT.test(firstBytes(join(root, path), 262_144).toString()))
        ? "chat"
        : null,
    admits: (path) => including === null || including.ignores(path),
    excludes: (path) => excluding?.ignores(path) ?? false,
  };
}

export interface ChatScan {
  readonly scan: Scan;
  /** Whether the source is one transcript: a file, an archive, or the folder of an export. */
  readonly single: boolean;
  /** The agent whose sessions hooks recorded here; null for transcripts that were mined. */
  readonly agent: string | null;
  /** Whether a file holds messages of payloads, which goes once they are taken in. */
  readonly isWaiting: (file: ScannedFile) => boolean;
  /**
   * What a scanned file holds, or holds since a position. @throws LociError `PATH_UNREADABLE`, `PATH_NOT_FOUND`, and
   * what readers throw, at once or while it is read
   */
  readonly read: (file: ScannedFile, since: ReadPosition | null) => Promise<TranscriptRead>;
}

/** Whether a source is what hooks recorded of an agent's sessions. */
export const isRecorded = ({ root }: Source, { recorded }: Pick<IngestDependencies, "recorded">): boolean =>
  isInside(root, recorded);

interface ChatScanInput {
  readonly source: Pick<Source, "name" | "root" | "options">;
  readonly deps: Pick<IngestDependencies, "transcripts" | "settings" | "ownFolder">;
  readonly signal: AbortSignal | undefined;
}

const MINED = { agent: null, isWaiting: () => false };
const mined = (scan: Scan, single: boolean, read: ChatScan["read"]): ChatScan => ({ scan, single, read, ...MINED });
/** Bytes of one transcript at most, where the setting is lower: exports of heavy users have hundreds of megabytes, and are read record by record. */
const MAX_TRANSCRIPT = 2_000_000_000;

/**
 * Lists the transcripts of a chat source. The folder of an unpacked export, the source's own or one inside, counts as one file, since its
 * files are read together.
 * @throws LociError `TRANSCRIPT_UNRECOGNISED` for a format that there isn't; `PATH_NOT_FOUND`, `PATH_UNREADABLE` for the root
 */
export async function scanChats({ source, deps, signal }: ChatScanInput): Promise<ChatScan> {
  const { transcripts, settings, ownFolder } = deps;
  const format = source.options.format ?? "auto";
  const reader = await transcripts.reader(format);
  if (reader === null)
    throw new LociError("TRANSCRIPT_UNRECOGNISED", `there is no transcript format '${format}'`, {
      hint: step`use ${option("format")} auto, or one of ${TRANSCRIPT_FORMATS.join(", ")}`,
    });
  const maxFileBytes = Math.max(settings.maxFileBytes, MAX_TRANSCRIPT);
  if (isSingleFile(source.root)) {
    const scan = scanFile(source.root, { maxFileBytes, documentType: "chat" });
    // Whoever names a log and a project has it there; nothing else says where its prompts belong.
    const own = (source.options.route ?? null) === null ? scan : withoutCompanions(scan);
    return mined(own, true, async ({ path, absolute }, since) => await reader(path, absolute, since));
  }
  const rules = transcriptRules(source.options.include, [...settings.exclude, ...source.options.exclude], source.root);
  const limits = { rules, maxFileBytes, ownFolder, git: settings.git, signal, histories: true };
  const scan = withoutCompanions(await scanFolder(source.root, limits));
  const logReader = (await transcripts.reader("qwen")) ?? reader;
  const readFile: ChatScan["read"] = async (file, since) =>
    await (isOfSessions(file, scan.files) ? logReader : reader)(file.path, file.absolute, since);
  const roots = await transcripts.exportRoots(scan.files.map(({ path }) => path));
  if (roots.length === 0) return mined(scan, false, readFile);
  const read: ChatScan["read"] = async (file, since) =>
    !roots.includes(file.path) && file.absolute !== source.root
      ? await readFile(file, since)
      : await transcripts.readExport(file.absolute, format);
  if (roots[0] === "")
    return mined({ ...scan, files: [exportAsFile(source.name, source.root, scan.files)] }, true, read);
  const inside = (path: string): boolean => roots.some((root) => path.startsWith(root));
  const exports = roots.map((root) =>
    exportAsFile(
      root,
      join(source.root, root),
      scan.files.filter(({ path }) => path.startsWith(root)),
    ),
  );
  const files = [...scan.files.filter(({ path }) => !inside(path)), ...exports];
  return mined({ ...scan, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) }, false, read);
}

/** A scan without what no session of its own is in, each with why. */
function withoutCompanions(scan: Scan): Scan {
  const there = new Set(scan.files.map(({ path }) => path));
  const apart = new Map<ScannedFile, string>();
  for (const file of scan.files) {
    const folder = file.path.slice(0, -basename(file.path).length);
    const timed = TOLD_MORE.get(basename(file.path));
    const about = file.path.replace(/\.meta\.json$/u, ".jsonl");
    if (timed !== undefined && there.has(folder + timed))
      apart.set(file, `read with '${timed}', of which it says more`);
    else if (about !== file.path && there.has(about)) apart.set(file, `says how '${basename(about)}' was started`);
    else if (/(?:^|[\W_])history[^/]*\.jsonl$/iu.test(file.path) && PROMPT_LOG.test(String(firstBytes(file.absolute))))
      apart.set(file, "a log of the prompts of all projects, without answers; the sessions hold both");
  }
  if (apart.size === 0) return scan;
  return {
    ...scan,
    files: scan.files.filter((file) => !apart.has(file)),
    skipped: [...scan.skipped, ...[...apart].map(([{ path }, reason]) => ({ path, reason }))],
  };
}

/** Whether each session that a log of prompts is of has a file of its own, as Qwen Code keeps them: then only `/btw` questions stand in it alone. */
function isOfSessions({ path, absolute, bytes }: ScannedFile, files: readonly ScannedFile[]): boolean {
  if (basename(path) !== "logs.json") return false;
  const log = firstBytes(absolute, Math.min(bytes, 16_000_000)).toString();
  const ids = Array.from(log.matchAll(/"sessionId"\s*:\s*"([^"]+)"/gu), ([, id]) => id);
  const names = new Set(files.map((file) => basename(file.path)));
  return ids.length > 0 && ids.every((id) => names.has(`${id}.jsonl`));
}

/** Files that say more of another, and are read with it, by that one's name: times of Kimi's and Cline's, names of Google's chats. */
const TOLD_MORE: ReadonlyMap<string, string> = new Map([
  ["wire.jsonl", "context.jsonl"],
  ["ui_messages.json", "api_conversation_history.json"],
  ["group_info.json", "messages.json"],
]);
/** Lines of Codex. Claude Code's are read, for `/btw` questions, which stand in no session. */
const PROMPT_LOG = /^\s*\{\s*"session_id"\s*:\s*"[^"]*"\s*,\s*"ts"\s*:/u;

/** The files of an export as if they were one: as large as all of them, as new as the newest. */
function exportAsFile(path: string, absolute: string, files: readonly ScannedFile[]): ScannedFile {
  const latest = (time: (file: ScannedFile) => number): number =>
    files.reduce((most, file) => Math.max(most, time(file)), 0);
  return {
    path,
    absolute,
    documentType: "chat",
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    modifiedAt: latest((file) => file.modifiedAt),
    changedAt: latest((file) => file.changedAt),
  };
}

/**
 * What hooks report of an agent's sessions, in a folder of its own: the transcripts that they named, and the messages of payloads, which wait
 * in files of JSON lines until they are taken into the kept sessions.
 */
const NAMED = "transcripts";
const WAITING = ".jsonl";
/** Transcripts that are looked at again, the last that were named. */
const MAX_NAMED = 500;
/** Agents whose transcripts can be read; others send their messages in the payload. */
const READABLE: ReadonlySet<string> = new Set(["claude-code", "codex", "gemini"]);

/** Whether an agent's transcripts can be read. */
export const hasTranscripts = (agent: string): boolean => READABLE.has(agent);

/** Has a transcript looked at from the next run on. @param folder absolute, of one agent; made where it isn't there */
export function nameTranscript(folder: string, transcript: string): void {
  const others = named(folder).filter((one) => one !== transcript);
  makePrivateFolder(folder);
  replaceFile(join(folder, NAMED), `${[...others, transcript].slice(-MAX_NAMED).join("\n")}\n`, { durable: true });
}

/** Has messages of a payload wait for the next run. @param time names the file: the order in which it is read */
export function leaveWaiting(folder: string, messages: readonly TranscriptMessage[], time: number): void {
  makePrivateFolder(folder);
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const name = `${String(time).padStart(15, "0")}-${contentHash(lines).slice(0, 12)}${WAITING}`;
  writing(join(folder, name), () => replaceFile(join(folder, name), lines, { durable: true }));
}

export function scanRecorded(root: string, { transcripts }: Pick<IngestDependencies, "transcripts">): ChatScan {
  const agent = basename(root);
  const waiting = (existsSync(root) ? readdirSync(root) : []).filter((name) => name.endsWith(WAITING));
  const files = [...waiting.sort().map((name) => join(root, name)), ...named(root)].flatMap(scanned);
  return {
    scan: { files, skipped: [], failed: [], unreadable: [] },
    single: true,
    agent,
    isWaiting: ({ absolute }) => isInside(absolute, root),
    read: async ({ path, absolute }, since) => {
      const reader = await transcripts.reader(isInside(absolute, root) ? "jsonl" : agent);
      if (reader === null) throw new Error(`no reader for '${agent}'`);
      return await reader(path, absolute, since);
    },
  };
}

function scanned(absolute: string): readonly ScannedFile[] {
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return [];
  const { size: bytes, mtimeMs: modifiedAt, ctimeMs: changedAt } = stat;
  return bytes === 0 ? [] : [{ path: absolute, absolute, documentType: "chat", bytes, modifiedAt, changedAt }];
}

const named = (folder: string): readonly string[] => wholeLines(join(folder, NAMED));
