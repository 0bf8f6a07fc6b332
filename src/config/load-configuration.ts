import { hash as digest } from "node:crypto";
import { join } from "node:path";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import { LociError } from "../model/error.ts";
import { example, hintOf, option, step } from "../model/next-step.ts";
import type { Note } from "../model/note.ts";
import { allKeys, checkValue, findKey, parseText } from "./check-value.ts";
import { type Layer, type LayerValue, fileLayer, findTreeFile, readConfigFile } from "./config-file.ts";
import {
  type ConfigEntry,
  type Configuration,
  type PartialSettings,
  type Settings,
  type TreeFile,
  settingsInForce,
} from "./configuration.ts";

/** Variables with a meaning of their own, which are no settings. */
const RESERVED: ReadonlySet<string> = new Set(["LOCI_HOME", "LOCI_PROJECT"]);

/**
 * The settings among the variables: `LOCI_SECTION_FIELD`, split at the first underscore after the prefix. An empty
 * variable counts as absent, as shells have no other way to say so.
 *
 * One that is no setting, nor nearly one, is told in a note.
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
 * A tree's file that nobody trusted sets only keys marked `harmless`; what it may not set is left out and said in a note, as is one that is wrong.
 * Cost: one or two small files; the TOML parser is loaded only when one of them exists.
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
    tree: tree?.file ?? null,
    notes: [...(tree?.notes ?? []), ...environment.notes],
  };
}

interface TreeLayer {
  readonly layer: Layer;
  readonly file: TreeFile;
  readonly notes: readonly Note[];
}

/** What is wrong in a file that nobody trusted leaves it out: a repository that somebody else wrote can't take memory away. */
async function treeLayer(home: string, folder: string): Promise<TreeLayer | null> {
  const path = await findTreeFile(folder);
  if (path === null) return null;
  let text: string | null = null;
  try {
    text = await readConfigFile(path);
    return text === null ? null : await treeLayerOf(home, path, text);
  } catch (error) {
    if (!(error instanceof LociError) || (text !== null && (await isTrusted(home, path, text)) === "trusted"))
      throw error;
    const message = `${path} is not trusted, and left out, since something in it is wrong: ${error.message}`;
    return {
      layer: { name: "tree", values: new Map() },
      file: { path, trusted: false, ignored: [] },
      notes: [{ code: "CONFIG_UNTRUSTED", message, hint: error.hint }],
    };
  }
}

async function treeLayerOf(home: string, path: string, text: string): Promise<TreeLayer> {
  const all = await fileLayer("tree", path, text);
  const harmless = new Set(allKeys().flatMap((each) => (each.definition.harmless === true ? [each.key] : [])));
  const risky = [...all.values.keys()].filter((key) => !harmless.has(key)).sort();
  const trust = risky.length === 0 ? "never" : await isTrusted(home, path, text);
  if (risky.length === 0 || trust === "trusted")
    return { layer: all, file: { path, trusted: trust === "trusted", ignored: [] }, notes: [] };
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
 * @throws LociError `USAGE` without `=`, else `CONFIG_UNKNOWN_KEY`, `CONFIG_INVALID`.
 */
function flagLayer(assignments: readonly string[]): Layer {
  const values = new Map<string, LayerValue>();
  for (const assignment of assignments) {
    const equals = assignment.indexOf("=");
    if (equals < 0)
      throw new LociError("USAGE", `--set wants KEY=VALUE, not '${assignment.slice(0, 80)}'`, {
        hint: step`for example ${option("set")} recall.limit=5`,
      });
    const details = { layer: "flag" };
    const found = findKey(assignment.slice(0, equals).trim(), "--set", details);
    const raw = parseText(found.definition, assignment.slice(equals + 1));
    values.set(found.key, { value: checkValue(found, raw, { text: "--set", details }), where: "--set" });
  }
  return { name: "flag", values };
}

interface TrustFile {
  readonly schema: 1;
  /** Real path → SHA-256 of the content that was trusted, hex. */
  readonly files: Readonly<Record<string, string>>;
}

/** Whether the user has trusted a tree's file with exactly this content. A changed file is untrusted again. */
async function isTrusted(home: string, file: string, text: string): Promise<"trusted" | "changed" | "never"> {
  const known = (await readTrust(home)).files;
  if (!Object.hasOwn(known, file)) return "never";
  return known[file] === digest("sha256", text) ? "trusted" : "changed";
}

async function recordTrust(home: string, file: string, text: string): Promise<void> {
  const { files } = await readTrust(home);
  const sorted = Object.entries({ ...files, [file]: digest("sha256", text) }).sort(([a], [b]) => (a < b ? -1 : 1));
  const content: TrustFile = { schema: 1, files: Object.fromEntries(sorted) };
  await writeFileAtomically(trustPath(home), `${JSON.stringify(content, null, 2)}\n`);
}

const trustPath = (home: string): string => join(home, "trusted.json");

async function readTrust(home: string): Promise<TrustFile> {
  const text = await readConfigFile(trustPath(home));
  if (text === null) return { schema: 1, files: {} };
  try {
    const parsed: unknown = JSON.parse(text);
    if (isTrustFile(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new LociError("CONFIG_UNREADABLE", `${trustPath(home)} is damaged`, {
    hint: step`remove it, then run ${example("config trust")} in each tree again`,
    details: { file: trustPath(home) },
  });
}

function isTrustFile(value: unknown): value is TrustFile {
  if (typeof value !== "object" || value === null || !("files" in value)) return false;
  const { files } = value;
  return typeof files === "object" && files !== null && Object.values(files).every((hash) => typeof hash === "string");
}

export interface TrustedTreeFile {
  readonly path: string;
  /** Every key that the file sets, sorted: what the user agreed to. */
  readonly keys: readonly string[];
}

/**
 * Trusts the `.loci.toml` in force for a folder, with its present content. A later change makes it untrusted again.
 * @throws LociError `PATH_NOT_FOUND` when there is none; `CONFIG_…` when it can't be read: nothing wrong is trusted.
 */
export async function trustTreeFile(home: string, folder: string): Promise<TrustedTreeFile> {
  const path = await findTreeFile(folder);
  const text = path === null ? null : await readConfigFile(path);
  if (path === null || text === null)
    throw new LociError("PATH_NOT_FOUND", `there is no .loci.toml in ${folder} or above it`, {
      hint: step`${example("config set", "--local KEY VALUE")} makes one`,
      details: { folder },
    });
  const layer = await fileLayer("tree", path, text);
  await recordTrust(home, path, text);
  return { path, keys: [...layer.values.keys()].sort() };
}
