import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asKept } from "../redaction.ts";
import { writeFault } from "../../model/write-fault.ts";
import { type OpenedProject, projectDays } from "../opened-project.ts";

/** The words of a question, by its hash. */
interface AskedWords {
  readonly hash: string;
  readonly words: string;
}

type Where = Pick<OpenedProject, "folder" | "settings" | "system">;

/** Characters of a question that are kept: enough to know it again. */
const MOST = 2_000;

function fileOf(project: Where): { readonly folder: string; readonly name: string } {
  return { folder: project.folder.today, name: `${projectDays(project).day(project.system.clock())}.jsonl` };
}

/**
 * Keeps the words of the owner's questions for the day on which they were asked, where `page.today` says so: in a file of that day alone, which the
 * first words of the next day, its reading and whatever is forgotten delete.
 *
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function keepWords(
  project: Where & Pick<OpenedProject, "facts">,
  asked: readonly AskedWords[],
): Promise<void> {
  if (!project.settings.page.today || asked.length === 0) return;
  const { folder, name } = fileOf(project);
  const lines: string[] = [];
  for (const { hash, words } of asked)
    lines.push(`${JSON.stringify({ hash, words: (await asKept(project, words)).slice(0, MOST) })}\n`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    deleteOtherDays(folder, name);
    appendFileSync(join(folder, name), lines.join(""), { mode: 0o600 });
  } catch (thrown) {
    throw writeFault(folder, thrown);
  }
}

/** The words of today's questions, by their hashes; none where `page.today` is off. What is left of other days goes. */
export function wordsOfToday(project: Where): ReadonlyMap<string, string> {
  const { folder, name } = fileOf(project);
  deleteOtherDays(folder, project.settings.page.today ? name : "");
  try {
    const lines = readFileSync(join(folder, name), "utf8").split("\n");
    return new Map(lines.flatMap((line) => entryOf(line)));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw writeFault(folder, thrown);
  }
}

/** Deletes the words of all days: they may be of what is forgotten now. */
export function forgetWords({ folder }: Pick<OpenedProject, "folder">): void {
  deleteOtherDays(folder.today, "");
}

function deleteOtherDays(folder: string, kept: string): void {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // Nothing was ever kept.
  }
  for (const name of names) if (name !== kept) rmSync(join(folder, name), { force: true });
}

function entryOf(line: string): readonly (readonly [string, string])[] {
  try {
    const { hash, words } = JSON.parse(line) as AskedWords;
    return [[hash, words]];
  } catch {
    // The end of a line that a crash cut off.
    return [];
  }
}
