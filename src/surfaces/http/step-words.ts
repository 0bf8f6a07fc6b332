import { COMMAND_WORDS, type Operation, type StepWords } from "../../index.ts";
import { readCookie } from "./page-session.ts";
import words from "./step-words.json" with { type: "json" };

/** The route that does or shows what an operation does. What only the owner of the machine can do has none. */
const ROUTES: Readonly<Partial<Record<Operation, string>>> = words.routes;

/** Options of the command that starts the service, and of commands that no request stands for. */
const OF_COMMANDS: ReadonlySet<string> = new Set(["root", "home", "port", "host", "data", "set", "local", "json"]);

/** Next steps as a program can take them that speaks HTTP: operations are routes, options are fields. */
export const HTTP_WORDS: StepWords = {
  operation: (part) => {
    const { operation, arguments: args } = part;
    const route = ROUTES[operation];
    if (route !== undefined && operation !== "config set") return route;
    const [key = "", ...value] = args.split(" ");
    // Other files than that of the data folder are changed on the machine alone.
    if (operation === "config set" && !key.startsWith("--"))
      return `${route} with key ${key} and value ${value.join(" ")}`;
    return COMMAND_WORDS.operation(part);
  },
  option: ({ option }) => {
    if (option === "as") return "the header Loci-Caller";
    return OF_COMMANDS.has(option) ? `--${option}` : `'${option}'`;
  },
};

/**
 * What the page has for an operation, as a noun: sentences go on behind it ("… lists them") as well as they tell to run it. What stands in no view is
 * typed in a terminal.
 */
const VIEWS: Readonly<Partial<Record<Operation, string>>> = words.views;

/** What the page calls an option; one that no view of it has is typed in a terminal. */
const FIELDS: Readonly<Record<string, string>> = {
  project: "the project in the corner",
  scope: "“Who may see it”",
  wing: "the field Wing",
  room: "the field Room",
};

/** Next steps as somebody takes them who looks at the page. */
const PAGE_WORDS: StepWords = {
  operation: ({ operation, arguments: args }) =>
    (operation === "index" || operation === "mine"
      ? `“${args === "" ? "Read again" : "Add a folder"}” under Sources`
      : VIEWS[operation]) ?? `loci ${operation}${args === "" ? "" : ` ${args}`} in a terminal`,
  option: (part) => FIELDS[part.option] ?? `${COMMAND_WORDS.option(part)} in a terminal`,
};

/** The words for who asks: a browser that shows the page, or a program. */
export function wordsFor(request: Request): StepWords {
  const isPage = !request.headers.has("authorization") && readCookie(request, new URL(request.url)) !== null;
  return isPage ? PAGE_WORDS : HTTP_WORDS;
}
