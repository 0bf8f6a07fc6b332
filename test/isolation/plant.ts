import { operation, step } from "../../src/model/next-step.ts";
import { randomInt } from "node:crypto";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Caller, canSee, visibleScopes, type Scope } from "../../src/model/caller.ts";
import { LociError } from "../../src/model/error.ts";
import type { Loci, Project } from "../../src/index.ts";

/** Something planted that only some may see. Each stands in every kind of place at once: file, heading, names, chat, upload, list. */
export interface Canary {
  readonly project: string;
  readonly scope: Scope;
  /** Stands in questions. */
  readonly bait: string;
  /** Name of its wing, room, source and chat. */
  readonly name: string;
  /** Topic of its list. */
  readonly topic: string;
  /** Must never come out. */
  readonly secret: string;
}

/** A canary of words that stand nowhere else. */
export function newCanary(project: string, scope: Canary["scope"]): Canary {
  return { project, scope, bait: word(), name: word(), topic: `${word()}s`, secret: word() };
}

/** Whether a canary exists for a caller of a project. */
export function isVisible({ project, scope }: Canary, readProject: string, caller: Caller): boolean {
  return project === readProject && canSee(visibleScopes(caller), scope);
}

/** A fixed time, so that dates from files are the same whenever they are planted. */
const PLANTED = new Date("2026-01-15T12:00:00Z");

/** Who says what is of a scope. */
function speaker(scope: Scope): Caller {
  return scope === "kb" || scope === "admin" ? "owner" : scope;
}

/**
 * Brings the projects from one set of canaries to another: takes away files, messages, documents and lists of those that are no longer
 * wanted, plants those that are new, and leaves the rest as they are.
 *
 * @param folder that the sources stand in
 */
export async function plant(
  loci: Loci,
  folder: string,
  before: readonly Canary[],
  wanted: readonly Canary[],
): Promise<void> {
  const removed = before.filter((canary) => !wanted.includes(canary));
  const added = wanted.filter((canary) => !before.includes(canary));
  for (const name of new Set([...removed, ...added].map(({ project }) => project))) {
    const project = await loci.project(name);
    for (const canary of removed) if (canary.project === name) await take(project, folder, canary);
    for (const canary of added) if (canary.project === name) await put(project, folder, canary);
    const job = await project.index([mixedFolder(folder, name)], { scope: "kb" });
    if (job.status !== "done")
      throw new LociError("INTERNAL", "the canaries could not be planted", {
        hint: step`run ${operation("doctor")} first`,
      });
  }
}

function mixedFolder(folder: string, project: string): string {
  return join(folder, project, "mixed");
}

function filesOf(folder: string, { project, scope, bait, name, secret }: Canary): Readonly<Record<string, string>> {
  const text =
    `# Vault ${secret}\n\nThe vault code ${bait} is ${secret}` +
    `. Everybody talks about vaults and codes.\n\n## Notes about ${name}\n\nMore of ${secret}` +
    ` and the code ${bait}.\n`;
  return {
    // One folder with documents of every scope, each saying its own …
    [join(mixedFolder(folder, project), `${name}.md`)]:
      `---\nscope: ${scope}\nwing: ${name}\nroom: ${name}\n---\n${text}`,
    // … and a source of its own.
    [join(folder, project, name, "note.md")]: text,
  };
}

async function put(project: Project, folder: string, canary: Canary): Promise<void> {
  const { scope, bait, name, topic, secret } = canary;
  for (const [file, text] of Object.entries(filesOf(folder, canary))) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, PLANTED, PLANTED);
  }
  await project.index([join(folder, project.name, name)], { scope, wing: name });
  const caller = speaker(scope);
  const text = `The vault code ${bait} of this chat is ${secret}.`;
  await project.addMessage(name, { id: "canary", role: "user", text, time: PLANTED.toISOString() }, { caller, scope });
  await project.addDocument(
    {
      name: `${name}.md`,
      bytes: new TextEncoder().encode(`# Upload ${secret}\n\nThe vault code ${bait} of this upload is ${secret}.\n`),
    },
    { scope },
  );
  await project.addDrawer(
    { wing: name, room: name, scope, text: `By hand: the vault code ${bait} is ${secret}.`, force: true },
    { caller },
  );
  // Lists are the project's own or a user's.
  if (scope !== "admin")
    await project.changeFacts({
      op: "replace",
      topic,
      values: [secret, `${secret} second`],
      scope,
      chat: name,
      messageId: "canary",
      time: PLANTED.toISOString(),
    });
}

async function take(project: Project, folder: string, canary: Canary): Promise<void> {
  const { name, secret } = canary;
  // Removes the message too, and its effects on lists.
  await project.forget(secret, { yes: true });
  for (const file of Object.keys(filesOf(folder, canary))) rmSync(file, { force: true });
  for (const { key, root, name: source } of await project.sources()) {
    if (source === name || source === `${name}.md` || root === join(folder, project.name, name))
      await project.removeSource(key);
  }
  rmSync(join(folder, project.name, name), { recursive: true, force: true });
}

/** Ids of drawers of each canary, the first so many. */
export async function drawersOf(loci: Loci, canaries: readonly Canary[], most: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { project, secret } of canaries) {
    const { hits } = await (await loci.project(project)).search(`"${secret}"`, { mode: "lexical", limit: 20 });
    const own = hits.map(({ id }) => id).sort();
    ids.push(...own.slice(0, most));
  }
  return ids;
}

/** A word that stands nowhere else: twelve random letters. */
export function word(): string {
  return Array.from(
    { length: 12 },
    (_, i) => (i % 2 === 0 ? "bdfgklmnprtvz" : "aeiou")[randomInt(i % 2 === 0 ? 13 : 5)],
  ).join("");
}
