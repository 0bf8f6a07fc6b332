import type { DescribedCommand } from "../describe-program.ts";
import { completionCases } from "./cases.ts";

/** The completion script of bash 3.2 and newer: subcommands, flags, values with choices, else files. */
export function bashCompletion(commands: readonly DescribedCommand[]): string {
  const { words, values, valueFlags } = completionCases(commands);
  return `# Completion of loci for bash, made by: loci completion bash
_loci() {
  local current previous path word skip=
  current=\${COMP_WORDS[COMP_CWORD]}
  previous=\${COMP_WORDS[COMP_CWORD-1]}
  path=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case "$word" in
      ${valueFlags.join("|")}) skip=1 ;;
      -*) ;;
      *) case " $(_loci_words "$path") " in *" $word "*) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  case "$path:$previous" in
${values.map(({ path, flag, choices }) => `    ${path === null ? "*" : `'${path.join(" ")}'`}:${flag}) COMPREPLY=($(compgen -W '${choices.join(" ")}' -- "$current")); return ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$(_loci_words "$path")" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
_loci_words() {
  case "$1" in
${words.map(({ path, all }) => `    '${path.join(" ")}') echo '${all.join(" ")}' ;;`).join("\n")}
  esac
}
complete -o filenames -F _loci loci
`;
}
