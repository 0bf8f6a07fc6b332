import { allKeys, describeAllowed, type FoundKey } from "../../src/config/check-value.ts";
import { variableOfKey } from "../../src/config/key-definition.ts";
import { cell } from "./cell.ts";

/** Every setting, from the table of keys. */
export function configReference(): string {
  const sections = Map.groupBy(allKeys(), ({ section }) => section);
  return [
    "# Configuration",
    "",
    "Made from the table of keys by `npm run docs`; don't edit. Five layers, each over the last:",
    "",
    "1. defaults, as below",
    "2. `config.toml` in the data folder (`~/.loci`, or `LOCI_HOME`, or `--home`)",
    "3. the nearest `.loci.toml` from the current folder (for `loci index PATH`, from PATH) up to the root of its tree, that is the first folder with a `.git`, else your home folder",
    "4. variables: `LOCI_SECTION_FIELD`, split at the first underscore after the prefix, so `LOCI_CHUNKING_MAX_CHUNK_SIZE` is `chunking.max_chunk_size`; lists separated by commas or as JSON; an empty variable counts as absent",
    "5. flags: `--set section.field=value`, and a command's own flags",
    "",
    "`loci config` shows every setting in force and where it comes from, `loci config KEY` one; `set` (with `--unset` it takes one out) and `trust` do the rest. An unknown key is an error with a suggestion; a wrong value names",
    "the key, the file and line, and what is allowed. `LOCI_HOME` and `LOCI_PROJECT` are no settings but name the data folder and the project.",
    "",
    "**Trust.** A `.loci.toml` may come with a repository that somebody else wrote. Until you run `loci config trust` it may set only the keys marked *harmless*; its other keys are left out, and a note says so. So is a file in which anything is wrong, as a whole.",
    "Trust is recorded in the data folder for that file with that content: a changed file is untrusted again.",
    "",
    "**Secrets** are masked wherever they are shown, and never written by Loci: set the variable.",
    "",
    ...[...sections].flatMap(([section, keys]) => [
      `## [${section}]`,
      "",
      "| key | default | allowed | meaning |",
      "|---|---|---|---|",
      ...keys.map(row),
      "",
    ]),
  ].join("\n");
}

function row({ key, field, definition }: FoundKey): string {
  const marks = [
    ...(definition.harmless === true ? ["*harmless*"] : []),
    ...(definition.secret === true ? ["*secret*"] : []),
  ];
  const meaning = `${cell(definition.doc)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`} \`${variableOfKey(key)}\``;
  return `| \`${field}\` | \`${JSON.stringify(definition.default)}\` | ${cell(describeAllowed(definition))} | ${meaning} |`;
}
