import { join } from "node:path";
import type { ChangedSetting, ConfigEntry, Configuration, ConfigValue } from "../../../index.ts";
import { LociError, shownValue } from "../../../index.ts";
import { flag } from "../../../model/requests/index.ts";
import { table } from "../output/style.ts";
import { withParts, ownCommand } from "../project-command.ts";
import type { Session } from "../session.ts";

const set = ownCommand({
  description:
    "Change a setting in a file, or with --unset take it out of one; everything else in it stays as it is. Lists: separated by " +
    "commas, or JSON.",
  takes: [
    ["<key>", "section.field"],
    ["[value]", "the value"],
  ],
  flags: {
    local: flag("In the tree's .loci.toml instead of the home's config.toml"),
    unset: flag("Take the setting out of the file"),
  },
  ask(session, { local, unset = false }, [key, value]: readonly [string, string?]) {
    if (unset === (value !== undefined))
      throw new LociError("USAGE", unset ? "--unset takes no value" : `no value is given for ${key}`, {
        hint: `loci config set ${key} VALUE, or loci config set ${key} --unset`,
      });
    return change(session, { key, value: value ?? null, local });
  },
  text({ inForce, value, changed, file }, _style, [key]: readonly [string, string?]) {
    if (value === null) return `${changed ? `took ${key} out of` : `${key} was not in`} ${file}`;
    const set = text(value);
    const over = text(inForce.value) === set ? "" : `\nbut ${text(inForce.value)} is in force: ${origin(inForce)}`;
    return `${key} = ${set} in ${file}${over}`;
  },
});

const show = ownCommand({
  description:
    "Show all settings or one, and change them. Five layers, each over the last: defaults, the home's config.toml, the " +
    "tree's .loci.toml, LOCI_SECTION_FIELD variables, --set.",
  examples: [
    ["loci config", "every setting in force, and which layer it comes from"],
    ["loci config recall.limit", "one of them"],
    ["loci config set recall.limit 5", "for you, in the home's config.toml"],
    ["loci config set --local ingest.exclude 'drafts/**,*.tmp'", "for this tree, in its .loci.toml"],
    ["loci config trust", "let this tree's .loci.toml set more than harmless keys"],
  ],
  takes: [["[key]", "section.field"]],
  flags: { changed: flag("Only those that are not the default") },
  forAnybody: true,
  async ask(session, { changed }, [key]: readonly [string?]) {
    if (key !== undefined) {
      if (changed === true)
        throw new LociError("USAGE", "--changed is for all settings", { hint: `loci config ${key}` });
      (await import("../../../index.ts")).findKey(key);
      return shape(entryOf(await session.configuration(), key));
    }
    const { entries } = await session.configuration();
    return { settings: entries.filter(({ layer }) => changed !== true || layer !== "default").map(shape) };
  },
  text(answer, style) {
    if ("key" in answer) return `${text(answer.value)}  ${style.dim(origin(answer))}`;
    if (answer.settings.length === 0) return "every setting is the default";
    const rows = answer.settings.map((shown) => [shown.key, cut(text(shown.value)), origin(shown)]);
    return table(["key", "value", "from"], rows, style);
  },
});

const trust = ownCommand({
  description: "Trust the .loci.toml above the current folder, as it is now.",
  async ask(session) {
    const { recordHomeAudit, trustTreeFile } = await import("../../../index.ts");
    const { home } = session.options();
    const trusted = await trustTreeFile(home, session.io.cwd);
    recordHomeAudit(home, { action: "setting.trust", object: trusted.path, details: { client: "cli" } });
    return { trusted };
  },
  text: ({ trusted }) => `trusted as it is now: ${trusted.path}\nit sets ${trusted.keys.join(", ") || "nothing"}`,
});

/** `loci config [KEY]`, `loci config set|trust` */
export const command = withParts(show, { set, trust });

/** Writes a setting, or with null takes it out. */
async function change(
  session: Session,
  { key, value, local }: { readonly key: string; readonly value: string | null; readonly local: boolean | undefined },
): Promise<ChangedSetting & { readonly inForce: Shown }> {
  const { changeSetting, findKey, recordHomeAudit, treeRootOf, TREE_FILE_NAME } = await import("../../../index.ts");
  findKey(key);
  // Read first: errors in the present settings are reported before anything is written, and a .loci.toml nearer than the root's takes precedence.
  const before = await session.readConfiguration();
  const tree = local === true ? (before.tree?.path ?? join(await treeRootOf(session.io.cwd), TREE_FILE_NAME)) : null;
  const { home } = session.options();
  const changed = await changeSetting(tree ?? join(home, "config.toml"), key, value);
  if (changed.changed)
    recordHomeAudit(home, { action: "setting.change", object: key, details: { file: changed.file, client: "cli" } });
  return { ...changed, inForce: shape(entryOf(await session.configuration(), key)) };
}

const entryOf = ({ entries }: Configuration, key: string): ConfigEntry =>
  entries.find((each) => each.key === key) as ConfigEntry;

/** A setting as it is shown: secrets masked. */
type Shown = Omit<ConfigEntry, "definition">;

function shape({ key, value, layer, where, definition }: ConfigEntry): Shown {
  return { key, value: shownValue(definition, value), layer, where };
}

/** A long value in a list: `config KEY` shows all of it. */
const cut = (value: string): string => (value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value);
const LONGEST_VALUE = 48;

const origin = ({ layer, where }: Shown): string => (layer === "default" ? "default" : `${layer}: ${where}`);

const text = (value: ConfigValue): string => (typeof value === "string" ? value || '""' : JSON.stringify(value));
