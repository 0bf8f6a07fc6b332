import { example, option, hintOf, step } from "../model/next-step.ts";
import { join } from "node:path";
import type { Note } from "../model/note.ts";
import type { ConfigEntry, Configuration, PartialSettings, Settings, TreeFile } from "./configuration.ts";
import { settingsInForce } from "./configuration.ts";
import { fileLayer, findTreeFile, type Layer, type LayerValue, readConfigFile } from "./config-file.ts";
import { allKeys, findKey } from "./find-key.ts";
import { isTrusted } from "./trust.ts";
import { LociError } from "../model/error.ts";
import { checkValue, parseText } from "./check-value.ts";

/** Variables with a meaning of their own, which are no settings. */
const RESERVED: ReadonlySet<string> = new Set(["LOCI_HOME", "LOCI_PROJECT"]);

/**
 * The settings among the variables: `LOCI_SECTION_FIELD`, split at the first underscore after the prefix. An empty
 * variable counts as absent, as shells have no other way to say so.
 *
 * One that is no setting, nor nearly one, is told in a note.
 *
 * @throws LociError `CONFIG_UNKNOWN_KEY` for a misspelt one, `CONFIG_INVALID`, naming the variable.
 * @example environmentLayer({ LOCI_CHUNKING_MAX_CHUNK_SIZE: "900" }) // chunking.max_chunk_size = 900
 */
function environmentLayer(environment: Readonly<Record<string, string | undefined>>): EnvironmentLayer {
  const notes: Note[] = [];
  const values = new Map<string, LayerValue>();
  for (const variable of Object.keys(environment).sort()) {
    const text = environment[variable];
    if (!variable.startsWith("LOCI_") || RESERVED.has(variable) || text === undefined || text === "") continue;
    const details = { variable, layer: "environment" };
    let found: ReturnType<typeof findKey>;
    try {
      found = findKey(keyOfVariable(variable), variable, details);
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code !== "CONFIG_UNKNOWN_KEY") throw thrown;
      // A name close to a setting is a typo. Other names may be another program's variables, and are no reason to stop.
      if (typeof thrown.details["suggestion"] === "string") throw thrown;
      notes.push({
        code: "VARIABLE_IGNORED",
        message: `the variable ${variable} is no setting of Loci and was passed over`,
        hint: thrown.hint,
      });
      continue;
    }
    values.set(found.key, {
      value: checkValue(found, parseText(found.definition, text), { text: variable, details }),
      where: variable,
    });
  }
  return { name: "environment", values, notes };
}

interface EnvironmentLayer extends Layer {
  readonly notes: readonly Note[];
}

function keyOfVariable(variable: string): string {
  const name = variable.slice("LOCI_".length).toLowerCase();
  const split = name.indexOf("_");
  return split < 0 ? name : `${name.slice(0, split)}.${name.slice(split + 1)}`;
}

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
  const environment = environmentLayer(sources.environment ?? {});
  const layers: readonly (Layer | null)[] = [
    homeText === null ? null : await fileLayer("home", homeFile, homeText),
    tree?.layer ?? null,
    environment,
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
    notes: [...(tree?.notes ?? []), ...environment.notes],
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
        ...hintOf(step`read the file, then run ${example("config trust")}`),
      },
    ],
  };
}

/** The type `Settings` follows from the table of keys, and every value passed its key's check, so the cast is safe. */
function nest(entries: readonly ConfigEntry[]): Settings {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const { key, value } of entries) {
    const dot = key.indexOf(".");
    (settings[key.slice(0, dot)] ??= {})[key.slice(dot + 1)] = value;
  }
  return settingsInForce(settings as PartialSettings);
}

/**
 * The settings of `--set section.field=value`; a later one wins.
 *
 * @throws LociError `USAGE` without `=`, else `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID`.
 */
function flagLayer(assignments: readonly string[]): Layer {
  const values = new Map<string, LayerValue>();
  for (const assignment of assignments) {
    const equals = assignment.indexOf("=");
    if (equals < 0) {
      throw new LociError("USAGE", `--set wants KEY=VALUE, not '${assignment.slice(0, 80)}'`, {
        hint: step`for example ${option("set")} recall.limit=5`,
      });
    }
    const details = { layer: "flag" };
    const found = findKey(assignment.slice(0, equals).trim(), "--set", details);
    const raw = parseText(found.definition, assignment.slice(equals + 1));
    values.set(found.key, { value: checkValue(found, raw, { text: "--set", details }), where: "--set" });
  }
  return { name: "flag", values };
}
