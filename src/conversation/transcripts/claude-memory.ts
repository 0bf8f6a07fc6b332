import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TranscriptEntry } from "../../model/transcript-read.ts";
import { textOf } from "./fields.ts";
import { type ReaderInput, wholeText } from "./format-reader.ts";
import { jsonLines } from "./json-lines.ts";

/** Records of a session that are looked through for the folder that it worked in. */
const LOOKED = 50;

/** Whether a file is what Claude Code remembers of a project: `projects/NAME/memory/TOPIC.md`. */
export function isClaudeMemory(file: string): boolean {
  return /[\\/]projects[\\/][^\\/]+[\\/]memory[\\/](?:[^\\/]+[\\/])?[^\\/]+\.md$/u.test(file);
}

/** What Claude Code wrote down to remember, a file a session, as its own words; it belongs to the folder of the sessions beside it. */
export async function* readClaudeMemory({ bundle, name, report }: ReaderInput): AsyncIterable<TranscriptEntry> {
  const text = await wholeText(bundle, name, report);
  const { file } = bundle;
  if (text === null || text.trim() === "" || file === undefined) return;
  const folder = /^(.*[\\/]projects[\\/][^\\/]+)[\\/]memory[\\/](.*)\.md$/u.exec(file);
  const workspace = folder === null ? null : await workspaceOf(folder[1] as string);
  const title = folder?.[2] ?? name;
  yield {
    session: `${folder === null ? dirname(file) : (folder[1] as string).split(/[\\/]/u).at(-1)}/memory/${title}`,
    id: "memory",
    role: "assistant",
    author: null,
    time: (await stat(file)).mtime.toISOString(),
    text: text.trim(),
    caption: null,
    kind: "message",
    title,
    ...(workspace !== null && { workspace }),
  };
}

/** The folder that a project's sessions worked in: the name of the project's own folder doesn't tell it apart from others. */
async function workspaceOf(folder: string): Promise<string | null> {
  const sessions = await readdir(folder).catch((): string[] => []);
  for (const name of sessions.filter((one) => one.endsWith(".jsonl")).sort()) {
    let seen = 0;
    for await (const { value } of jsonLines(createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>, null)) {
      const workspace = textOf(value["cwd"]);
      if (workspace !== null) return workspace;
      if (++seen >= LOOKED) break;
    }
  }
  return null;
}
