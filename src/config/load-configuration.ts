import { join } from "node:path";
import type { Note } from "../model/hit.ts";
import type { ConfigEntry, Configuration, TreeFile } from "./configuration.ts";
import { environmentLayer } from "./environment-layer.ts";
import { fileLayer } from "./file-layer.ts";
import { allKeys } from "./find-key.ts";
import { findTreeFile } from "./find-tree-file.ts";
import { flagLayer } from "./flag-layer.ts";
import type { Layer } from "./layer.ts";
import { readConfigFile } from "./read-config-file.ts";
import type { Settings } from "./settings.ts";
import { isTrusted } from "./trust.ts";

/** Where settings may come from. */
export interface ConfigurationSources {
  /** Loci's home folder; it need not exist. */
  readonly home: string;
  /** The folder from which a `.loci.toml` is looked for upwards; null looks for none. */
  readonly folder: string | null;
  /** `process.env` of a surface, or any other variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `section.field=value`, as `--set` has them. */
  readonly flags?: readonly string[];
}

/**
 * Reads all five layers, each over the last: defaults, `<home>/config.toml`, the tree's `.loci.toml`, variables, flags.
 * A tree's file that nobody trusted sets only keys marked `harmless`; what it may not set is left out and said in a note.
 *
 * Cost: one or two small files; the TOML parser is loaded only when one of them exists.
 *
 * @throws LociError `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID`, `CONFIG_UNREADABLE`.
 * @example (await loadConfiguration({ home, folder: "." })).settings.recall.limit // 10
 */
export async function loadConfiguration(sources: ConfigurationSources): Promise<Configuration> {
  const homeFile = join(sources.home, "config.toml");
  const homeText = await readConfigFile(homeFile);
  const tree = sources.folder === null ? null : await treeLayer(sources.home, sources.folder);
  const layers: readonly (Layer | null)[] = [
    homeText === null ? null : await fileLayer("home", homeFile, homeText),
    tree?.layer ?? null,
    environmentLayer(sources.environment ?? {}),
    flagLayer(sources.flags ?? []),
  ];

  const entries = allKeys().map(({ key, definition }): ConfigEntry => {
    const layer = layers.findLast((each) => each?.values.has(key) === true);
    const found = layer?.values.get(key);
    return layer == null || found === undefined
      ? { key, value: definition.default, layer: "default", where: "", definition }
      : { key, value: found.value, layer: layer.name, where: found.where, definition };
  });
  return {
    settings: nest(entries),
    entries,
    homeFile,
    homeFileExists: homeText !== null,
    tree: tree?.file ?? null,
    notes: [...(tree?.notes ?? []), ...plannedNotes(entries)],
  };
}

interface TreeLayer {
  readonly layer: Layer;
  readonly file: TreeFile;
  readonly notes: readonly Note[];
}

async function treeLayer(home: string, folder: string): Promise<TreeLayer | null> {
  const path = await findTreeFile(folder);
  const text = path === null ? null : await readConfigFile(path);
  if (path === null || text === null) return null;

  const all = await fileLayer("tree", path, text);
  const harmless = new Set(allKeys().flatMap((each) => (each.definition.harmless === true ? [each.key] : [])));
  const risky = [...all.values.keys()].filter((key) => !harmless.has(key)).sort();
  const trust = risky.length === 0 ? "never" : await isTrusted(home, path, text);
  if (risky.length === 0 || trust === "trusted") {
    return { layer: all, file: { path, trusted: trust === "trusted", ignored: [] }, notes: [] };
  }
  const why = trust === "changed" ? "has changed since you trusted it" : "is not trusted";
  return {
    layer: { name: "tree", values: new Map([...all.values].filter(([key]) => harmless.has(key))) },
    file: { path, trusted: false, ignored: risky },
    notes: [
      {
        code: "CONFIG_UNTRUSTED",
        message: `${path} ${why}: ${risky.join(", ")} ${risky.length === 1 ? "is" : "are"} left out`,
        hint: "read the file, then run loci config trust",
      },
    ],
  };
}

function plannedNotes(entries: readonly ConfigEntry[]): readonly Note[] {
  const early = entries.filter((entry) => entry.definition.planned === true && entry.layer !== "default");
  return early.map((entry) => ({
    code: "CONFIG_NOT_READ",
    message: `${entry.key} is set (${entry.where}), but nothing in this version reads it`,
    hint: "see docs/config.md for what is in force",
  }));
}

/** The table of keys is the type `Settings`, and every value passed its key's check: this is where the two meet. */
function nest(entries: readonly ConfigEntry[]): Settings {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const { key, value } of entries) {
    const dot = key.indexOf(".");
    (settings[key.slice(0, dot)] ??= {})[key.slice(dot + 1)] = value;
  }
  return settings as unknown as Settings;
}
