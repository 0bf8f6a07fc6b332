import type { DescribedCommand, DescribedOption } from "../describe-program.ts";

/** The completion script of zsh: commands and flags with what they do. */
export function zshCompletion(commands: readonly DescribedCommand[]): string {
  const global = commands.find(({ path }) => path.length === 0)?.options ?? [];
  const cases = commands.map(({ path, subcommands, arguments: args, options }) => {
    const children = subcommands.map((name) => `${escape(name)}:${escape(summaryOf(commands, [...path, name]))}`);
    const choices = args.flatMap(({ choices }) => choices);
    return [
      `    '${path.join(" ")}')`,
      ...(children.length === 0
        ? []
        : [`      names=(${children.map((child) => `'${child}'`).join(" ")}); _describe -t commands command names`]),
      ...(choices.length === 0 ? [] : [`      compadd -- ${choices.join(" ")}`]),
      `      flags=(${[...options, ...global].map(flagSpec).join(" ")})`,
      "      ;;",
    ].join("\n");
  });
  const names = commands.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(" ")}'`);
  return `#compdef loci
# Completion of loci for zsh, made by: loci completion zsh
_loci() {
  local -a names flags known
  local path='' word
  known=(${names.join(" ")})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if (( \${known[(Ie)\${path:+$path }$word]} )); then path="\${path:+$path }$word"; fi
  done
  case "$path" in
${cases.join("\n")}
  esac
  _arguments -S $flags '*:file:_files'
}
_loci "$@"
`;
}

function summaryOf(commands: readonly DescribedCommand[], path: readonly string[]): string {
  return commands.find((command) => command.path.join(" ") === path.join(" "))?.summary ?? "";
}

function flagSpec({ flag, takesValue, choices, doc }: DescribedOption): string {
  const value = choices.length > 0 ? `:value:(${choices.join(" ")})` : takesValue ? ":value:_files" : "";
  return `'*${flag}[${escape(doc)}]${value}'`;
}

/** Inside single quotes, where brackets and colons mean something to zsh. */
function escape(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&").replaceAll("'", "’");
}
