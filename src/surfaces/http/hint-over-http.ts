/** The route that does or shows what a command does; the longest words first. */
const ROUTES: readonly (readonly [command: RegExp, route: string])[] = [
  [/loci sources rm/, "DELETE /v1/sources/KEY"],
  [/loci sources/, "GET /v1/sources"],
  [/loci jobs/, "GET /v1/jobs"],
  [/loci index|loci mine/, "POST /v1/sources, or /v1/sources/KEY/refresh for one that is there"],
  [/loci search/, "POST /v1/search"],
  [/loci expand/, "POST /v1/expand"],
  [/loci status/, "GET /v1/status"],
  [/loci (wings|rooms|tunnels|taxonomy|closets|graph|wake-up)/, "GET /v1/$1"],
  [/loci facts list/, "GET /v1/facts"],
  [/loci facts/, "POST /v1/facts/ask"],
];
/** Subcommands that no route has: their command stays, for the owner. */
const NO_ROUTE = /loci (?:facts sync|(?:wings|rooms|tunnels) (?:merge|rename|move|alias|add|rm))/;
/** Flags that start a service or a command, and no request: they stay too. */
const NO_FIELD: ReadonlySet<string> = new Set(["root", "home", "port", "host", "data", "set", "local", "config", "leak-test", "json"]);

/**
 * A hint of the library as a program can follow it that speaks HTTP: the library names commands and flags, a service has routes and fields. What
 * only the owner of the machine can do (`loci doctor`, `loci rebuild`) stays a command.
 *
 * @example hintOverHttp("'loci jobs' lists them") // "GET /v1/jobs lists them"
 * @example hintOverHttp("give --budget-tokens 800") // "give 'budgetTokens' 800"
 */
export function hintOverHttp(hint: string): string {
  const routed = hint
    .replace(/leave out --as\b/, "leave out the header Loci-Caller")
    .replace(/ or --as (\S+)/, " or the header 'Loci-Caller: $1'")
    .split(/('loci [^']*'|loci (?:index|mine|sources|facts|rooms|wings)\b.*$)/)
    .map((part) => routeOf(part))
    .join("");
  return routed
    .split(/('[^']*')/)
    .map((part) => (part.startsWith("'") ? part : part.replace(/(?<=^|\s)--([a-z][a-z-]*)/g, (flag, name: string) => (NO_FIELD.has(name) ? flag : `'${camelCase(name)}'`))))
    .join("");
}

/** A command as a route; anything else as it is. What follows a command without quotation marks goes on in words. */
function routeOf(part: string): string {
  const command = part.replace(/^'|'$/g, "");
  if (!command.startsWith("loci ") || NO_ROUTE.test(command)) return part;
  const found = ROUTES.find(([pattern]) => pattern.test(command));
  if (found === undefined) return part;
  const route = command.match(found[0])?.[0]?.replace(found[0], found[1]) ?? part;
  // An example's arguments say nothing over HTTP, a sentence's end does.
  return route + (part.startsWith("'") ? "" : (/ (?:shows|lists|says)\b.*$/.exec(command)?.[0] ?? ""));
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
