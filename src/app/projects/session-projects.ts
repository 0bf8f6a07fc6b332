import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { storedProjects, sourceRoots } from "./identity.ts";
import { keeping } from "../../caches/bounded-cache.ts";
import { claimProjectOf, folderOfHook } from "./project-of-folder.ts";
import { type FolderSurroundings, keptIn, look, realFolder, repositoryAround, textOf } from "./repository.ts";
import { type FoundFolders, sessionFolders } from "./session-folder.ts";

const MAX_KNOWN = 20_000;
/** Counted up where folders are found by other rules, so that what was remembered is found anew. */
const READING = 2;

/** Finds out which projects transcripts belong to. One a run: what it has found of a folder holds until it is dropped. */
export class SessionProjects {
  readonly #where: FolderSurroundings;
  readonly #file: string;
  readonly #known: Map<string, FoundFolders & { readonly stamp: string }>;
  readonly #run = randomUUID();
  #changed = false;

  constructor(where: FolderSurroundings) {
    this.#where = where;
    this.#file = join(where.home, "session-folders.json");
    this.#known = new Map(Object.entries(keptIn<FoundFolders & { readonly stamp: string }>(this.#file)));
  }

  /** The project of a folder, made where it isn't there. */
  readonly ofFolder = keeping(async (folder: string) => (await claimProjectOf(folder, this.#where)).name);

  /**
   * The projects in whose folders the tool of a transcript worked, in the order in which it came to them. Of one that says no folder: the
   * one to which all others in its folder went, else that of the repository in which it lies. None where that says nothing either.
   */
  async ofTranscript(file: string): Promise<readonly string[]> {
    const root = geminiRoot(file, this.#where.home);
    const own = await this.#ofFolders(root === null ? await this.folders(file) : [root]);
    if (own.length > 0) return own;
    const neighbours = await this.#ofNeighbours(file);
    if (neighbours.length > 0) return neighbours;
    const place = repositoryAround(realFolder(dirname(file)), this.#where.userHome);
    return place === null ? [] : [await this.ofFolder(place.tree)];
  }

  /** The folders of a transcript: what its lines say, else what its reader tells of an agent's store or export. */
  async folders(file: string): Promise<readonly string[]> {
    const stat = look(file);
    if (stat === undefined) return [];
    // Of a folder nothing tells cheaply whether files in it have changed: it is read once a run.
    const stamp = `${READING}:${stat.ino}:${stat.isFile() ? `${stat.size}:${stat.mtimeMs}` : this.#run}`;
    const known = this.#known.get(file);
    if (known?.stamp === stamp) return known.folders;
    const grown = known?.stamp.startsWith(`${READING}:${stat.ino}:`) === true ? known : null;
    const lines = sessionFolders(file, grown);
    const found = lines.folders.length > 0 ? lines : { ...lines, folders: await readFolders(file) };
    this.#known.delete(file);
    this.#known.set(file, { ...found, stamp });
    this.#changed = true;
    return found.folders;
  }

  /** Keeps what was found, so that the next run reads only what is new. */
  save(): void {
    if (!this.#changed) return;
    this.#changed = false;
    const entries = [...this.#known].slice(-MAX_KNOWN);
    try {
      replaceFile(this.#file, `${JSON.stringify(Object.fromEntries(entries))}\n`, { durable: false });
    } catch {
      // A folder that can't be written to: transcripts are read again the next time.
    }
  }

  async #ofFolders(folders: readonly string[]): Promise<readonly string[]> {
    // The outermost first: what lies in a folder that is gone too is then known to be its part.
    for (const folder of [...folders].sort((a, b) => a.length - b.length)) await this.ofFolder(folder);
    return [...new Set(await Promise.all(folders.map((folder) => this.ofFolder(folder))))];
  }

  async #ofNeighbours(file: string): Promise<readonly string[]> {
    if (!existsSync(dirname(file))) return [];
    const neighbours = new Set<string>();
    for (const name of readdirSync(dirname(file)).filter((one) => /\.jsonl?$/iu.test(one)))
      for (const folder of await this.folders(join(dirname(file), name))) neighbours.add(folder);
    const projects = await this.#ofFolders([...neighbours]);
    return projects.length === 1 ? projects : [];
  }
}

/** The folders that the reader of an agent's transcript tells of: of the sessions in a store, of one that is no lines. Cost: reads it. */
async function readFolders(file: string): Promise<readonly string[]> {
  const { isAgents } = await import("../../conversation/provenance/own-words.ts");
  const { pathBundle } = await import("../../conversation/transcripts/bundles.ts");
  const { readTranscript } = await import("../../conversation/transcripts/read-transcript.ts");
  const folders = new Set<string>();
  try {
    const { format, messages } = await readTranscript(await pathBundle(file));
    if (isAgents(format))
      for await (const { workspace } of messages) if (workspace !== undefined) folders.add(workspace);
  } catch {
    // What can't be read: whoever takes it in tells why.
  }
  return [...folders];
}

/** The folder that a session of Gemini belongs to: its own folder below `tmp` is called by the hash of that path, or says it in a file. */
function geminiRoot(file: string, home: string): string | null {
  const [, folder, name] = /^(.*[\\/]tmp[\\/]([^\\/]+))[\\/]/u.exec(file) ?? [];
  if (folder === undefined) return null;
  const said = textOf(join(folder, ".project_root"))?.trim();
  if (said !== undefined && isAbsolute(said)) return said;
  if (!/^[\da-f]{64}$/u.test(name as string)) return null;
  const roots = storedProjects(home).flatMap(({ key, identity }) => [
    ...(identity?.repositories ?? []).flatMap(({ roots }) => roots),
    ...sourceRoots(home, key),
  ]);
  return roots.find((root) => createHash("sha256").update(root).digest("hex") === name) ?? null;
}

/**
 * The projects that a session of an agent is recorded in, all made: that of the folder where it works now, if it is one, and those where its transcript
 * says that it worked.
 */
export async function sessionProjects(
  transcript: string | null,
  cwd: string,
  where: FolderSurroundings,
): Promise<readonly string[]> {
  const folder = await folderOfHook(cwd, where);
  const projects = new SessionProjects(where);
  const found = transcript === null ? [] : await projects.ofTranscript(transcript);
  projects.save();
  if (folder !== cwd && found.length > 0) return found;
  return [...new Set([await projects.ofFolder(folder), ...found])];
}
