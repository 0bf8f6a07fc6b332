import type { DescribedCommand, DescribedOption } from "../describe-program.ts";

/** The completion script of fish: commands and flags with what they do. */
export function fishCompletion(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ path, subcommands, arguments: args, options }) => {
    const when = condition(path, subcommands);
    const children = subcommands.map((name) => {
      const summary = commands.find((each) => each.path.join(" ") === [...path, name].join(" "))?.summary ?? "";
      return `complete -c loci -n "${when}" -f -a ${name} -d ${quote(summary)}`;
    });
    const choices = args
      .flatMap((argument) => argument.choices)
      .map((choice) => `complete -c loci -n "${when}" -f -a ${choice}`);
    const scope = path.length === 0 ? "" : ` -n "${condition(path, [])}"`;
    return [...children, ...choices, ...options.map((option) => `complete -c loci${scope} ${flag(option)}`)];
  });
  return `# Completion of loci for fish, made by: loci completion fish\n${lines.join("\n")}\n`;
}

function condition(path: readonly string[], without: readonly string[]): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
  return without.length === 0 ? seen : `${seen}; and not __fish_seen_subcommand_from ${without.join(" ")}`;
}

function flag({ flag: name, takesValue, choices, doc }: DescribedOption): string {
  const value = choices.length > 0 ? ` -x -a ${quote(choices.join(" "))}` : takesValue ? " -r" : "";
  return `-l ${name.replace(/^--/, "")}${value} -d ${quote(doc)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
