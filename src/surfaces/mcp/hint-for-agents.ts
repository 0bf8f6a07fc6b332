/** What a command lists or does, as an agent gets it. */
const FOR_AGENTS: readonly (readonly [said: RegExp, instead: string])[] = [
  // Who an agent is, is settled by its connection.
  [/^leave out --as$/, "ask the owner to do it"],
  [/'loci (wings|rooms|taxonomy|closets|tunnels)'/g, "browse with view: $1"],
  [/'loci (search|expand|facts)'/g, "'$1'"],
  [/\bloci facts list\b/, "'facts' with op: list"],
];

/**
 * A hint of the library as an agent can follow it: the library speaks of commands and flags, a tool has names and parameters.
 *
 * @example hintForAgents("give --budget-tokens 800") // "give budgetTokens 800"
 * @example hintForAgents("'loci rooms' lists them") // "browse with view: rooms lists them"
 * @example hintForAgents("loci facts list shows what is") // "'facts' with op: list shows what is"
 */
export function hintForAgents(hint: string): string {
  const named = FOR_AGENTS.reduce((text, [said, instead]) => text.replace(said, instead), hint);
  // What stands between quotation marks is a command to be typed by a person.
  return named
    .split(/('[^']*')/)
    .map((part) => (part.startsWith("'") ? part : part.replace(/(?<=^|\s)--([a-z][a-z-]*)/g, (_, flag: string) => camelCase(flag))))
    .join("");
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
