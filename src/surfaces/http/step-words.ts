import { COMMAND_WORDS, type Operation, type StepWords } from "../../index.ts";
import { readCookie } from "./page-session.ts";

/** The route that does or shows what an operation does. What only the owner of the machine can do has none. */
const ROUTES: Readonly<Partial<Record<Operation, string>>> = {
  ask: "POST /v1/ask",
  "chat list": "GET /v1/chats",
  "palace closets": "GET /v1/closets",
  config: "GET /v1/settings",
  "config set": "POST /v1/settings",
  doctor: "GET /v1/doctor",
  expand: "GET /v1/expand/ID",
  facts: "GET /v1/facts",
  forget: "POST /v1/forget",
  index: "POST /v1/sources, or /v1/sources/KEY/refresh for one that is there",
  "sources jobs": "GET /v1/jobs",
  mine: "POST /v1/sources, or /v1/sources/KEY/refresh for one that is there",
  "palace rooms": "GET /v1/wings",
  "palace merge": "POST /v1/corrections/merge-rooms",
  "palace rename": "POST /v1/corrections/rename-room",
  search: "POST /v1/search",
  sources: "GET /v1/sources",
  "sources rm": "DELETE /v1/sources/KEY",
  status: "GET /v1/status",
  palace: "GET /v1/taxonomy",
  "palace tunnels": "GET /v1/tunnels",
  "palace wings": "GET /v1/wings",
};

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
const VIEWS: Readonly<Partial<Record<Operation, string>>> = {
  ask: "a question under Ask",
  "chat list": "the view Ask",
  config: "the view Settings",
  "config set": "“Change” under Settings",
  doctor: "“Check everything” under Settings",
  facts: "the view Lists",
  forget: "“Forget” under Memory",
  "palace rooms": "the view Palace",
  search: "a search",
  sources: "the view Sources",
  "sources jobs": "the view Sources",
  "sources rm": "“Remove” under Sources",
  status: "the view Settings",
  palace: "the view Palace",
  "palace wings": "the view Palace",
};

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
