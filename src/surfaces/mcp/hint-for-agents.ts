/** Where an agent finds what a command lists. */
const LISTS = /'loci (wings|rooms|taxonomy|closets|tunnels)'/g;

/**
 * A hint of the library as an agent can follow it: the library speaks of commands and flags, a tool has names and parameters.
 *
 * @example hintForAgents("give --budget-tokens 800") // "give budgetTokens 800"
 * @example hintForAgents("'loci rooms' lists them") // "browse with view: rooms lists them"
 * @example hintForAgents("loci facts list shows what is") // "'facts' with op: list shows what is"
 */
export function hintForAgents(hint: string): string {
  const named = hint.replace(LISTS, (_, view: string) => `browse with view: ${view}`).replace(/'loci (search|expand|facts)'/g, (_, tool: string) => `'${tool}'`).replace(/\bloci facts list\b/, "'facts' with op: list");
  // What stands between quotation marks is a command to be typed by a person.
  return named
    .split(/('[^']*')/)
    .map((part) => (part.startsWith("'") ? part : part.replace(/(?<=^|\s)--([a-z][a-z-]*)/g, (_, flag: string) => camelCase(flag))))
    .join("");
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
