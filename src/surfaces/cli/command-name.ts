/** Global flags that take a value; the others stand alone. */
const WITH_VALUE: ReadonlySet<string> = new Set(["--project", "--home", "--as", "--set"]);

/**
 * The command in a command line, before it is parsed, so that only its module is loaded: the first argument that is no flag
 * and no flag's value. Null when there is none.
 *
 * @example commandName(["--home", "x", "search", "why"]) // "search"
 */
export function commandName(argv: readonly string[]): string | null {
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? "";
    if (argument === "--") return argv[index + 1] ?? null;
    if (!argument.startsWith("-")) return argument;
    if (WITH_VALUE.has(argument)) index++;
  }
  return null;
}
