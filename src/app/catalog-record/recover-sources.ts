import { globSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { sourceKey, sourceName } from "../../ingest/source-key.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/caller.ts";
import type { SourceKind, SourceOptions } from "../../model/source.ts";
import type { IndexHouse, SearchIndex } from "../../storage/ports/search-index.ts";
import { chatFile, MESSAGES, NOTES, notesName } from "../chats/chat-files.ts";
import { moved, type SourceDefinition } from "./record-file.ts";
import type { ProjectFolder } from "../project-folder.ts";

/** Where sources are looked for. */
export interface RecoverParts {
  readonly folder: ProjectFolder;
  /** See `projectOrigin`. */
  readonly origin: string;
  /** Opens where the index lives, which may still say who may see what. */
  readonly house: () => Promise<Pick<IndexHouse, "state" | "open">>;
  /** ISO 8601. */
  readonly now: string;
}

/** The scope of a source whose scope is lost: the narrowest one. */
const UNKNOWN_SCOPE: Scope = "admin";

/**
 * Recovers sources from the files in a project's own folder: drawers added by hand, piped texts, uploaded documents, live chats. Used when a catalog was
 * lost together with its record. Files of drawers added by hand contain their scopes; for the others the scope comes from the file's folder or the index, and
 * is the owner's if neither knows. Folders elsewhere can't be recovered.
 */
export async function recoverSources(parts: RecoverParts): Promise<readonly SourceDefinition[]> {
  let index: SearchIndex | null = null;
  try {
    const house = await parts.house();
    if ((await house.state()).is === "present") index = await house.open();
    return await sourcesInFolder(parts, index);
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    // Whoever uses it is told what is wrong with the index.
    return await sourcesInFolder(parts, null);
  } finally {
    await index?.close();
  }
}

async function sourcesInFolder(
  { folder, origin, now }: RecoverParts,
  index: SearchIndex | null,
): Promise<readonly SourceDefinition[]> {
  const found: SourceDefinition[] = [];
  const take = async (kind: SourceKind, path: string, options: Partial<SourceOptions>): Promise<void> => {
    const root = moved(path, folder.root, origin);
    const key = sourceKey(kind, root);
    const scope = kind === "hand" ? null : (options.scope ?? (await scopeIn(index, key)) ?? UNKNOWN_SCOPE);
    const name =
      basename(path) === MESSAGES
        ? basename(dirname(path))
        : basename(path) === NOTES
          ? notesName(basename(dirname(path)))
          : sourceName(path);
    found.push({
      key,
      name,
      kind,
      root,
      options: { wing: null, room: null, include: [], exclude: [], format: null, ...options, scope },
      addedAt: now,
    });
  };
  const palace = join(folder.memory, "palace");
  if (files(palace, "*/*.md").length > 0) await take("hand", palace, {});
  for (const path of files(folder.piped, "*.{md,txt}")) await take("stdin", join(folder.piped, path), {});
  for (const path of files(folder.uploads, "*/*")) {
    const [place] = path.split(sep);
    await take("file", join(folder.uploads, path), place === "kb" || place === "admin" ? { scope: place } : {});
  }
  for (const path of files(folder.chats, `{*,users/*/*}/{${MESSAGES},${NOTES}}`)) {
    const owner = path.split(sep).at(-3);
    const scope: Scope | null = owner === undefined ? null : `user:${owner}`;
    // A user id that can't be a folder name is stored under a hash; see `chatFile`.
    const isHis =
      scope !== null &&
      dirname(dirname(chatFile(folder.chats, "x", scope))) === join(folder.chats, "users", owner as string);
    await take("chat", join(folder.chats, path), { format: "jsonl", ...(isHis && { scope }) });
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Relative, sorted. */
function files(folder: string, pattern: string): readonly string[] {
  return globSync(pattern, { cwd: folder })
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

/** The scope that all documents of a source have; null where there are none, or several. */
async function scopeIn(index: SearchIndex | null, key: string): Promise<Scope | null> {
  const scopes = new Set(((await index?.documents(key)) ?? []).map(({ scope }) => scope));
  return scopes.size === 1 ? ([...scopes][0] as Scope) : null;
}
