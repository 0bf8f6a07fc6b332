import { option, step } from "../model/next-step.ts";
import { chmodSync, readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { createPrivateFile, makePrivateFolder } from "../files/private-folder.ts";
import { LociError, systemHint, writeFault } from "../model/error.ts";
import type { Catalog } from "../storage/ports/catalog.ts";
import { catalogMark } from "./catalog-record/catalog-mark.ts";
import { sealedJson, unsealed, textIfThere } from "../files/plain-file.ts";
import { replaceFile } from "../files/write-file-atomically.ts";
import { projectRoot } from "./projects/identity.ts";

export type ProjectFolder = Readonly<ReturnType<typeof projectFolder>>;

/** Where the parts of a project stand, all absolute; makes nothing. */
export function projectFolder(home: string, project: string) {
  const root = projectRoot(home, project);
  return {
    root,
    /** Says where the folder stood at first; see `projectOrigin`. */
    origin: join(root, "origin"),
    catalog: join(root, "catalog.sqlite"),
    /** What the catalog knows that can't be read from other files; see `restoreRecord`. */
    record: join(root, "catalog.json"),
    index: join(root, "index.sqlite"),
    embeddings: join(root, "embeddings.sqlite"),
    /** Which drawers on a server are true, where the index is on one. */
    manifest: join(root, "manifest.sqlite"),
    /** A cache beside the index; see `keptRooms`. */
    joinedRooms: join(root, "joined-rooms.json"),
    memory: join(root, "memory"),
    chats: join(root, "chats"),
    /** Sessions of other tools that were mined, as they are kept. */
    sessions: join(root, "sessions"),
    facts: join(root, "facts"),
    /** The record that gives facts back where the catalog is lost. */
    factRecord: join(root, "facts.jsonl"),
    /** Sessions of agents as their hooks told them; kept when the agent deletes its own. */
    recorded: join(root, "recorded"),
    /** Texts that came through a pipe, so that the index can be rebuilt from them. */
    piped: join(root, "memory", "piped"),
    /** Documents that were handed over as bytes, for the same reason. */
    uploads: join(root, "uploads"),
    /** The questions that `loci eval add` keeps. */
    questions: join(root, "questions.md"),
    /** What searches showed; see `appendLog`. */
    searches: join(root, "searches.jsonl"),
    /** The words of today's questions, where they are kept; see `keepWords`. */
    today: join(root, "today"),
  };
}

/**
 * Catalogs and records of facts that were damaged and replaced: what could not be read stands in them still, and whatever is forgotten since. Absolute,
 * each with the log that stands beside it.
 */
export const damagedCatalogs = ({ root }: Pick<ProjectFolder, "root">): readonly string[] =>
  readdirSync(root)
    .filter((name) => name.includes(".damaged"))
    .sort()
    .map((name) => join(root, name));

/**
 * Makes a project's folder where it isn't there, for its owner only.
 * @throws LociError `STORAGE_FAILED` when that isn't possible
 */
export function makeProjectFolder(folder: ProjectFolder): void {
  try {
    if (makePrivateFolder(folder.root)) chmodSync(folder.root, 0o700);
  } catch (thrown) {
    throw new LociError(
      "STORAGE_FAILED",
      `the project's folder '${folder.root}' can't be made (${(thrown as NodeJS.ErrnoException).code ?? "unknown"})`,
      {
        hint: step`${systemHint(thrown) ?? "check the permissions of the data folder"}, or give another one with ${option("home")} or LOCI_HOME`,
        cause: thrown,
      },
    );
  }
}

/** The markdown file that keeps the questions by which a project's owner measures it. It need not be there. */
export const questionsFile = (home: string, project: string): string => projectFolder(home, project).questions;

/**
 * Where the project's folder stood when it was made. The catalog goes on knowing what was born in the project (drawers added by hand, piped texts,
 * documents handed over, live chats) by paths and keys from there, so that a folder which is copied or moved keeps all of it, with its ids.
 * The file is sealed, and the catalog holds a copy.
 * @throws LociError `STORAGE_FAILED` also where both are lost, `STORAGE_FULL`
 */
export async function projectOrigin(
  { origin, root }: Pick<ProjectFolder, "origin" | "root">,
  catalog: Pick<Catalog, "cursors" | "readsOnly">,
): Promise<string> {
  const content = textIfThere(origin, writeFault);
  const said = content === null ? null : originIn(content);
  const known = said?.path ?? (await ORIGIN_MARK.read(catalog))?.note ?? null;
  if (known === null && content !== null)
    throw new LociError("STORAGE_FAILED", `'${origin}' has changed since it was written, and nothing else tells it`, {
      hint: "put it back from a backup; where the folder has never been moved or copied, delete it",
    });
  if (catalog.readsOnly === true) return known ?? root;
  try {
    // Made by an older version, damaged or lost: written again as it is known.
    if (content === null) createPrivateFile(origin, spelt(known ?? root));
    else if (said?.sealed !== true) replaceFile(origin, spelt(known ?? root), { durable: true });
    const path = known ?? originIn(textIfThere(origin, writeFault) ?? "")?.path ?? root;
    if ((await ORIGIN_MARK.read(catalog))?.note !== path) await ORIGIN_MARK.write(catalog, { count: 1, note: path });
    return path;
  } catch (thrown) {
    // Reading needs none of it.
    if (known === null || writeFault(origin, thrown).code !== "STORAGE_FULL") throw thrown;
    return known;
  }
}

const ORIGIN_MARK = catalogMark("origin");

const spelt = (origin: string): string => sealedJson(JSON.stringify({ origin }));

/** What a file of an origin says; null for one that is damaged. An older version wrote the path alone. */
function originIn(content: string): { readonly path: string; readonly sealed: boolean } | null {
  const read = content.includes('"sha256"') ? unsealed<{ origin: string }>(content)?.origin : undefined;
  if (typeof read === "string") return { path: read, sealed: true };
  const path = content.endsWith("\n") ? content.slice(0, -1) : "";
  return isAbsolute(path) && !/[\n\0]|"sha256"/u.test(path) ? { path, sealed: false } : null;
}
