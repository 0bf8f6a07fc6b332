import { LociError } from "../../model/error.ts";
import type { Source } from "../../model/source.ts";
import type { ReadPosition, TranscriptRead } from "../../model/transcript-read.ts";
import { readDocument } from "../read-document.ts";
import { isSingleFile } from "../scan/is-single-file.ts";
import { scanFile } from "../scan/scan-file.ts";
import { type Scan, scanFolder, type ScannedFile } from "../scan/scan.ts";
import type { SourceRun } from "../source-run.ts";
import { transcriptRules } from "./transcript-rules.ts";

/** The transcripts of a source. */
export interface ChatScan {
  readonly scan: Scan;
  /** Whether the source is one transcript: a file, an archive, or the folder of an export. */
  readonly single: boolean;
  /** What a scanned file holds, or holds since a position. @throws LociError `PATH_UNREADABLE`, `PATH_NOT_FOUND`, and what readers throw, at once or while it is read */
  readonly read: (file: ScannedFile, since: ReadPosition | null) => Promise<TranscriptRead>;
}

/**
 * Lists the transcripts of a chat source. The folder of an unpacked export counts as one file, since its files are read together.
 *
 * @throws LociError `TRANSCRIPT_UNRECOGNISED` for a format that there isn't; `PATH_NOT_FOUND`, `PATH_UNREADABLE` for the root
 */
export async function scanChats(run: SourceRun): Promise<ChatScan> {
  const { source, deps } = run;
  const { transcripts } = deps;
  const format = source.options.format ?? "auto";
  const reader = await transcripts.reader(format);
  if (reader === null) {
    throw new LociError("TRANSCRIPT_UNRECOGNISED", `there is no transcript format '${format}'`, { hint: "use --format auto, jsonl, or the name of a tool: claude-code, codex, gemini, chatgpt, claude, slack, text" });
  }
  const read: ChatScan["read"] = async (file, since) => await reader(file.path, readOrThrow(file), since);
  if (isSingleFile(source.root)) return { scan: scanFile(source.root, { maxFileBytes: deps.settings.maxFileBytes, documentType: "chat" }), single: true, read };
  const scan = await scanTree(run);
  if (!(await transcripts.isExport(scan.files.map(({ path }) => path)))) return { scan, single: false, read };
  const readExport: ChatScan["read"] = async () => ({ content: transcripts.readExport(source.root, format), continued: false, rewritten: false, position: () => null });
  return { scan: asOneFile(scan, source), single: true, read: readExport };
}

async function scanTree({ deps, source, signal }: SourceRun): Promise<Scan> {
  const { maxFileBytes, exclude } = deps.settings;
  const rules = await transcriptRules(source.options.include, [...exclude, ...source.options.exclude]);
  return await scanFolder(source.root, { rules, maxFileBytes, ownFolder: deps.ownFolder, signal });
}

/** The files of an export as if they were one: as large as all of them, as new as the newest. */
function asOneFile({ files, ...scan }: Scan, { name, root }: Source): Scan {
  const latest = (time: (file: ScannedFile) => number): number => Math.max(...files.map(time));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { ...scan, files: [{ path: name, absolute: root, documentType: "chat", bytes, modifiedAt: latest((file) => file.modifiedAt), changedAt: latest((file) => file.changedAt) }] };
}

function readOrThrow({ absolute, path }: ScannedFile): Uint8Array {
  const read = readDocument(absolute);
  if (read.kind === "failed") throw new LociError(read.code, `'${path}' ${read.message}`, { hint: "check it and its permissions" });
  return read.bytes;
}
