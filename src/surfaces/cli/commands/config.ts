import { join } from "node:path";
import { type ConfigEntry, type Configuration, type ConfigValue, shownValue } from "../../../index.ts";
import type { CommandModule } from "../command.ts";
import type { Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";

interface FileFlags {
  readonly local?: boolean;
}

/** `loci config get|set|unset|list|path|trust` */
export const command: CommandModule = {
  examples: [
    ["loci config list", "every setting in force, and which layer it comes from"],
    ["loci config set recall.limit 5", "for you, in the home's config.toml"],
    ["loci config set --local ingest.exclude 'drafts/**,*.tmp'", "for this tree, in its .loci.toml"],
    ["loci config trust", "let this tree's .loci.toml set more than harmless keys"],
  ],
  define(command, session) {
    command.description(
      "Show and change settings. Five layers, each over the last: defaults, the home's config.toml, the " +
        "tree's .loci.toml, LOCI_SECTION_FIELD variables, --set.",
    );
    command
      .command("get")
      .description("Show one setting, and which layer it comes from.")
      .argument("<key>", "section.field")
      .action((key: string) => get(session, key));
    command
      .command("set")
      .description(
        "Change a setting in a file; everything else in it stays as it is. Lists: separated by commas, or JSON.",
      )
      .argument("<key>", "section.field")
      .argument("<value>", "the value")
      .option("--local", "in the tree's .loci.toml instead of the home's config.toml")
      .action((key: string, value: string, flags: FileFlags) => change(session, key, value, flags));
    command
      .command("unset")
      .description("Take a setting out of a file.")
      .argument("<key>", "section.field")
      .option("--local", "from the tree's .loci.toml instead of the home's config.toml")
      .action((key: string, flags: FileFlags) => change(session, key, null, flags));
    command
      .command("list", { isDefault: true })
      .description("Show every setting in force.")
      .option("--changed", "only those that are not the default")
      .action(({ changed }: { readonly changed?: boolean }) => list(session, changed === true));
    command
      .command("path")
      .description("Show which files are read.")
      .action(() => path(session));
    command
      .command("trust")
      .description("Trust the .loci.toml above the current folder, as it is now.")
      .action(() => trust(session));
  },
};

async function get(session: Session, key: string): Promise<void> {
  const { findKey } = await import("../../../index.ts");
  findKey(key);
  const { entries } = await session.configuration();
  const entry = entries.find((each) => each.key === key) as ConfigEntry;
  await session.answer(shape(entry), () => `${text(shape(entry).value)}  ${session.style.dim(origin(entry))}`);
}

async function change(session: Session, key: string, value: string | null, { local }: FileFlags): Promise<void> {
  requireOwner(session);
  const { changeSetting, findKey, treeRootOf, TREE_FILE_NAME } = await import("../../../index.ts");
  const { home } = session.options();
  findKey(key);
  // Read first: errors in the present settings are reported before anything is written, and a .loci.toml nearer than the root's takes precedence.
  const before = await session.readConfiguration();
  const tree = local === true ? (before.tree?.path ?? join(await treeRootOf(session.io.cwd), TREE_FILE_NAME)) : null;
  const changed = await changeSetting(tree ?? join(home, "config.toml"), key, value);
  const after = await session.configuration();
  const entry = after.entries.find((each) => each.key === key) as ConfigEntry;
  await session.answer({ ...changed, inForce: shape(entry) }, () => {
    const what =
      value === null
        ? changed.changed
          ? `took ${key} out of`
          : `${key} was not in`
        : `${key} = ${text(changed.value ?? "")} in`;
    const over =
      value !== null && text(entry.value) !== text(changed.value ?? "")
        ? `\nbut ${text(shape(entry).value)} is in force: ${origin(entry)}`
        : "";
    return `${what} ${changed.file}${over}`;
  });
}

async function list(session: Session, changed: boolean): Promise<void> {
  const { entries } = await session.configuration();
  const shown = changed ? entries.filter(({ layer }) => layer !== "default") : entries;
  await session.answer({ settings: shown.map(shape) }, () => render(shown, session.style));
}

async function path(session: Session): Promise<void> {
  const configuration = await session.configuration();
  const { homeFile, homeFileExists, tree } = configuration;
  await session.answer({ home: { path: homeFile, exists: homeFileExists }, tree }, () => pathText(configuration));
}

async function trust(session: Session): Promise<void> {
  requireOwner(session);
  const { trustTreeFile } = await import("../../../index.ts");
  const trusted = await trustTreeFile(session.options().home, session.io.cwd);
  await session.answer(
    { trusted },
    () => `trusted as it is now: ${trusted.path}\nit sets ${trusted.keys.join(", ") || "nothing"}`,
  );
}

function shape({ key, value, layer, where, definition }: ConfigEntry): {
  readonly key: string;
  readonly value: ConfigValue;
  readonly layer: string;
  readonly where: string;
} {
  return { key, value: shownValue(definition, value), layer, where };
}

function pathText({ homeFile, homeFileExists, tree }: Configuration): string {
  const trusted =
    tree === null
      ? ""
      : tree.trusted
        ? ", trusted"
        : tree.ignored.length > 0
          ? `, not trusted: ${tree.ignored.join(", ")} left out`
          : "";
  return [
    `home  ${homeFile}${homeFileExists ? "" : "  (not there yet)"}`,
    `tree  ${tree === null ? "none (.loci.toml)" : `${tree.path}${trusted}`}`,
  ].join("\n");
}

function render(entries: readonly ConfigEntry[], style: Style): string {
  if (entries.length === 0) return "every setting is the default";
  return table(
    ["key", "value", "from"],
    entries.map((entry) => [entry.key, cut(text(shape(entry).value)), origin(entry)]),
    style,
  );
}

/** A long value in a list: `config get` shows all of it. */
function cut(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;
}
const LONGEST_VALUE = 48;

function origin({ layer, where }: ConfigEntry): string {
  return layer === "default" ? "default" : `${layer}: ${where}`;
}

function text(value: ConfigValue): string {
  return typeof value === "string" ? value || '""' : JSON.stringify(value);
}
