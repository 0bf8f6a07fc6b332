import { allKeys } from "../../src/config/check-value.ts";
import { ERROR_TABLE } from "../../src/surfaces/shared/error-table.ts";
import type { Placed } from "../../src/surfaces/cli/commands/completion.ts";

/** Commands, flags, settings and error codes that the pages don't name, one finding each. */
export function undocumented(pages: ReadonlyMap<string, string>, commands: readonly Placed[]): readonly string[] {
  const cli = pages.get("cli.md") ?? "";
  const config = pages.get("config.md") ?? "";
  const errors = pages.get("errors.md") ?? "";
  return [
    ...commands.flatMap(({ path, command: { options } }) => [
      ...(path.length === 0 || cli.includes(`# loci ${path.join(" ")}\n`)
        ? []
        : [`docs/cli.md doesn't have loci ${path.join(" ")}`]),
      ...options
        .filter(({ flags }) => !cli.includes(`\`${flags}\``))
        .map(({ flags }) => `docs/cli.md doesn't have loci ${path.join(" ")} ${flags}`),
    ]),
    ...allKeys()
      .filter(({ section, field }) => !sectionOf(config, section).includes(`| \`${field}\` |`))
      .map(({ key }) => `docs/config.md doesn't have ${key}`),
    ...Object.keys(ERROR_TABLE)
      .filter((code) => !errors.includes(`\`${code}\``))
      .map((code) => `docs/errors.md doesn't have ${code}`),
  ];
}

function sectionOf(text: string, section: string): string {
  const start = text.indexOf(`## [${section}]\n`);
  if (start < 0) return "";
  const end = text.indexOf("\n## ", start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}
