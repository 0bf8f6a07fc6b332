import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { chatFile, chatFiles } from "../../src/app/chats/chat-files.ts";
import { sealedText } from "../../src/files/plain-file.ts";
import type { Scope } from "../../src/model/caller.ts";

/** A folder of its own for a test, gone afterwards. */
export function temporaryFolder(t: Pick<TestContext, "after">): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-e2e-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, with their folders; each with a modification time of its own in the past, so that every run can trust it. */
export function writeNotes(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    const before = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.parse("2026-01-01T00:00:00.123Z");
    writeFileSync(file, content);
    utimesSync(file, 0, before / 1000 + 10);
  }
}

const SUBJECTS = [
  "harbour",
  "orchard",
  "lantern",
  "glacier",
  "violin",
  "compass",
  "kettle",
  "meadow",
  "tunnel",
  "falcon",
  "quarry",
  "saddle",
];

/** A note with three sections, unlike every other note and version. */
export function note(number: number, version = 0): string {
  const word = (i: number): string => SUBJECTS[(number * 7 + i * 5 + version * 3) % SUBJECTS.length] as string;
  return `# Note ${number} about the ${word(0)}\n\nIt is version ${version} of note ${number}. The ${word(1)} stands near the ${word(2)}.\n\n## The ${word(3)}\n\nNobody saw the ${word(4)} of number ${number * 13 + version} that year.\n\n## Later\n\nThe ${word(5)} came back in ${1900 + (number % 100)}.\n`;
}

/** Notes in the memory of somebody's chat, as a person writes them there. @param project its folder */
export function writeMemory(project: string, scope: Scope, notes: readonly string[]): void {
  const chats = join(project, "chats");
  const { memory } = chatFiles(chats, chatFile(chats, "c", scope), scope);
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, sealedText(`# Memory\n\n${notes.map((note) => `- ${note}\n`).join("")}`));
}
