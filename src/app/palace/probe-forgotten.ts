import type { OpenedProject, Search } from "../opened-project.ts";
import { existsSync, readFileSync } from "node:fs";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import { readKept } from "../../ingest/kept/kept-file.ts";
import { escapeText } from "../../palace/drawer-file/format.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { ErasedDrawer } from "./erase-hand.ts";
import { rawRemains } from "./raw-remains.ts";

/** One way of reading that was tried. */
export interface Probe {
  readonly path: string;
  /** True: it still found something that should be gone. */
  readonly found: boolean;
}

/** Characters of a drawer that it is searched by. */
const ASKED = 400;

/**
 * Tries every way of reading for drawers that are to be gone: by id, by neighbours, by each kind of search, in their file, and byte for byte in every file
 * of the project.
 */
export async function probeForgotten(
  project: OpenedProject,
  index: SearchIndex,
  search: Search,
  erased: readonly ErasedDrawer[],
  caller: Caller,
): Promise<readonly Probe[]> {
  const ids = new Set(erased.map(({ id }) => id));
  const visible = visibleScopes(caller);
  const modes = [
    "lexical",
    ...((await project.provider()) === null ? [] : ["semantic" as const, "hybrid" as const]),
  ] as const;
  const probes: Probe[] = [
    { path: "expand", found: (await index.get([...ids], "all")).length > 0 },
    {
      path: "resolve",
      found: (await Promise.all([...ids].map((id) => index.resolve(id, "all", 1)))).some((found) => found.length > 0),
    },
    { path: "recent", found: (await index.recent(visible, {}, 1_000)).some((id) => ids.has(id)) },
  ];
  for (const mode of modes) {
    let found = false;
    for (const { text } of erased) {
      const { hits } = await search(text.slice(0, ASKED).replaceAll(/["-]|\b\w+:/g, " "), { caller, mode, limit: 100 });
      found ||= hits.some(
        ({ id, neighbours }) =>
          ids.has(id) || [neighbours.before, neighbours.after].some((one) => one !== null && ids.has(one)),
      );
    }
    probes.push({ path: `search (${mode})`, found });
  }
  // Where the same words were added twice, the other one stays in the file.
  const files = new Set(erased.map(({ file }) => file));
  const kept = [...files].some(
    (file) => existsSync(file) && erased.some((one) => one.file === file && holds(file, one)),
  );
  const copies = await Promise.all(
    erased.map(({ text }) =>
      search(`"${text.slice(0, 200).replaceAll('"', " ")}"`, { caller, mode: "lexical", limit: 20 }),
    ),
  );
  const twin = copies.some(({ hits }) => hits.some((hit) => erased.some(({ text }) => hit.text === text)));
  probes.push({ path: "file", found: kept && !twin });
  // Other drawers that say the same may stay, and so may their bytes.
  const remains = twin
    ? []
    : rawRemains(
        project.folder.root,
        erased.map(({ text }) => text),
      );
  if (remains.length === 0) probes.push({ path: "bytes of every file", found: false });
  else probes.push(...remains.map((file) => ({ path: `bytes of ${file}`, found: true })));
  return probes;
}

function holds(file: string, one: ErasedDrawer): boolean {
  const session = file.endsWith(".kept") ? (readKept(file)?.text ?? "") : null;
  if (session === null) return occurrences(readFileSync(file, "utf8"), one) > 0;
  return one.text.trim() !== "" && session.includes(JSON.stringify(one.text).slice(1, -1));
}

function occurrences(file: string, { text }: ErasedDrawer): number {
  return text.trim() === "" ? 0 : file.split(`-->\n${escapeText(text)}\n<!--`).length - 1;
}
