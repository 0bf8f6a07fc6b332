import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config/configuration.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { isIntact, sealedJson } from "../../files/plain-file.ts";
import { LociError } from "../../model/error.ts";
import type { IndexHouse } from "../../storage/ports/index-house.ts";

const fileOf = (root: string): string => join(root, "store.json");

/**
 * Where a project's index lives: where it was moved to, else where the configuration says.
 *
 * @param root the project's folder
 * @throws LociError `CONFIG_INVALID` for a file that is no such thing
 */
export function storeOf(root: string, settings: Settings): Settings {
  let text: string;
  try {
    text = readFileSync(fileOf(root), "utf8");
  } catch {
    return settings;
  }
  let uri: unknown;
  try {
    const kept = JSON.parse(text) as { uri?: unknown };
    if (isIntact(kept)) uri = kept.uri;
  } catch {
    // Said below.
  }
  if (typeof uri !== "string")
    throw new LociError(
      "CONFIG_INVALID",
      `'${fileOf(root)}' does not say where the project's index is, or has changed since it was written`,
      {
        hint: 'write { "uri": "" } for its folder, or the address of the server that it was moved to',
      },
    );
  return { ...settings, store: { ...settings.store, uri } };
}

/** Sets where the index is stored. @param uri empty: in the project's folder */
export async function keepStore(root: string, uri: string): Promise<void> {
  await writeFileAtomically(fileOf(root), sealedJson(JSON.stringify({ uri })));
}

/** An index house that follows the project when another process moves it. */
export function movableHouse(root: string, open: () => Promise<IndexHouse>): IndexHouse {
  let stamp: string | null = null;
  let opened: Promise<IndexHouse> | null = null;
  const now = (): string => {
    const stat = statSync(fileOf(root), { throwIfNoEntry: false });
    return stat === undefined ? "" : `${stat.ino}:${stat.mtimeMs}`;
  };
  const current = async (): Promise<IndexHouse> => {
    const seen = now();
    if (opened === null || seen !== stamp) {
      const before = opened;
      stamp = seen;
      opened = open().catch((thrown: unknown) => {
        opened = null;
        throw thrown;
      });
      await (await before)?.close();
    }
    return await opened;
  };
  return {
    async identity() {
      const identity = await (await current()).identity();
      return identity === null ? null : `${stamp} ${identity}`;
    },
    state: async () => (await current()).state(),
    open: async () => (await current()).open(),
    lost: async (index) => (await current()).lost(index),
    reset: async () => (await current()).reset(),
    bytes: async () => (await current()).bytes(),
    close: async () => (await opened)?.close(),
  };
}
