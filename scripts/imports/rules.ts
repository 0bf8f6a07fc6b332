/** What the files of a room may import, beside each other. */
export interface RoomRule {
  /** A folder (or file) under src/; the longest that fits a file is its room. */
  readonly room: string;
  /** Other rooms; `type ROOM` of one whose types alone may be imported. */
  readonly rooms: readonly string[];
  /** Modules of Node, without `node:`; `any` where effects are the room's work. */
  readonly builtins: readonly string[] | "any";
  /** Packages; `any` at the edge. */
  readonly packages: readonly string[] | "any";
  /** No clock, no randomness, no process: these are given as values. */
  readonly pure?: true;
}

/** Zod is loaded by surfaces: everybody else takes types of the answers. */
const EVERYONE = [
  "model",
  "model/requests",
  "type operations/answers",
  "text",
  "text/printable.ts",
  "text/fields.ts",
  "english",
  "caches",
];
/** Rooms that a use case may be made of: what isn't an engine, a surface or the composition root. */
const CORE = [
  "files",
  "config",
  "embedding",
  "llm",
  "parsing",
  "chunking",
  "palace",
  "ranking",
  "redaction",
  "freshness",
  "storage/ports",
  "ingest",
  "retrieval",
  "facts",
  "conversation",
  ...EVERYONE,
];
const ENGINES = ["storage/sqlite", "storage/sql"];
const EDGE = { builtins: "any", packages: "any" } as const;
const SURFACE = [
  "text/printable.ts",
  "text/fields.ts",
  "extension.ts",
  "index.ts",
  "operations",
  "operations/answers",
  "files",
  "caches",
  "model/requests",
  "surfaces/shared",
];

/**
 * The table of ARCHITECTURE.md, "Who may import whom", as data. Tests and fixtures are free.
 * A file that fits no room is a violation: a new folder needs a line here.
 */
export const RULES: readonly RoomRule[] = [
  { room: "model", rooms: ["type operations/answers"], builtins: [], packages: ["fastest-levenshtein"], pure: true },
  // What may be asked, and how it is checked: data that surfaces derive flags, schemas and reference from.
  { room: "model/requests", rooms: ["model"], builtins: [], packages: [], pure: true },
  // How a stored name is shown, the same wherever text goes out.
  { room: "text/printable.ts", rooms: [], builtins: [], packages: [], pure: true },
  { room: "text/fields.ts", rooms: [], builtins: [], packages: [], pure: true },
  {
    room: "text",
    rooms: ["model", "caches", "type operations/answers"],
    builtins: ["crypto"],
    packages: [],
    pure: true,
  },
  { room: "english", rooms: ["text"], builtins: [], packages: [], pure: true },
  { room: "caches", rooms: [], builtins: [], packages: [], pure: true },
  { room: "kernels", rooms: [], builtins: [], packages: [], pure: true },
  { room: "files", rooms: EVERYONE, builtins: "any", packages: [] },
  { room: "chunking", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  { room: "ranking", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  // What somebody says of what was said before: search and facts take it from here.
  { room: "freshness", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  { room: "palace", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  {
    room: "parsing",
    rooms: EVERYONE,
    builtins: "any",
    packages: [
      "jschardet",
      "markdown-it",
      "yaml",
      "smol-toml",
      "parse5",
      "dingbat-to-unicode",
      "postal-mime",
      "@embedpdf/pdfium",
    ],
  },
  { room: "embedding", rooms: ["kernels", ...EVERYONE], builtins: "any", packages: [] },
  // What says itself that it is a token: facts know such a value whatever it is called.
  { room: "redaction/marked-tokens.ts", rooms: ["redaction", ...EVERYONE], builtins: [], packages: [], pure: true },
  {
    room: "redaction",
    rooms: EVERYONE,
    builtins: [],
    packages: ["@secretlint/core", "@secretlint/profiler", "@secretlint/secretlint-rule-preset-recommend"],
    pure: true,
  },
  { room: "llm", rooms: ["storage/ports", ...EVERYONE], builtins: "any", packages: "any" },

  { room: "storage/ports", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  {
    room: "storage/sqlite",
    rooms: ["files", "storage/ports", "storage/sql", "kernels", ...EVERYONE],
    builtins: "any",
    packages: [],
  },
  { room: "storage/sql", rooms: ["storage/ports", ...EVERYONE], builtins: ["zlib"], packages: [], pure: true },

  {
    room: "ingest",
    rooms: ["files", "storage/ports", "embedding", "parsing", "chunking", "palace", ...EVERYONE],
    builtins: ["fs", "fs/promises", "path", "crypto", "zlib", "async_hooks", "module"],
    packages: ["ignore", "chokidar"],
    pure: true,
  },
  {
    room: "retrieval",
    rooms: ["storage/ports", "embedding", "ranking", "palace", "freshness", ...EVERYONE],
    builtins: [],
    packages: [],
    pure: true,
  },
  // Facts write files for people, and a record that gives them back.
  {
    room: "facts",
    rooms: ["files", "storage/ports", "freshness", "redaction/marked-tokens.ts", ...EVERYONE],
    builtins: ["crypto", "fs", "fs/promises", "path"],
    packages: [],
    pure: true,
  },
  {
    room: "conversation",
    rooms: ["files", "storage/ports", "llm", "parsing", "palace", ...EVERYONE],
    builtins: ["fs", "fs/promises", "path", "crypto"],
    packages: [],
    pure: true,
  },

  {
    room: "config",
    rooms: ["files", ...EVERYONE],
    builtins: ["fs", "fs/promises", "path", "crypto", "os", "util"],
    packages: ["smol-toml"],
  },
  {
    room: "app",
    rooms: ["redaction/marked-tokens.ts", ...CORE],
    builtins: ["fs", "fs/promises", "path", "crypto", "zlib", "util", "buffer", "url", "async_hooks"],
    packages: [],
  },
  // The first commit of a repository: only git knows it.
  { room: "app/projects/same-repository.ts", rooms: ["app", "files"], builtins: "any", packages: [] },
  // What can be asked, each once: the answers' schemas, and the tables over the use cases.
  { room: "operations/answers", rooms: ["model"], builtins: [], packages: ["zod"], pure: true },
  {
    room: "operations",
    rooms: ["app", "operations/answers", ...CORE],
    builtins: [],
    packages: ["zod"],
    pure: true,
  },
  // Runs and drafts in another process or thread.
  { room: "workers", rooms: ["app", ...CORE], builtins: "any", packages: [] },
  {
    room: "engine",
    rooms: ["app", "operations", "workers", "extension.ts", ...ENGINES, ...CORE],
    builtins: "any",
    packages: [],
  },
  {
    room: "index.ts",
    rooms: ["app", "operations", "engine", ...CORE],
    builtins: [],
    packages: [],
  },

  {
    room: "surfaces/shared",
    rooms: ["index.ts", "text/printable.ts", "operations/answers", "model/requests"],
    ...EDGE,
  },
  ...["cli", "http", "mcp", "chat", "hooks"].map((surface): RoomRule => ({
    room: `surfaces/${surface}`,
    rooms: SURFACE,
    ...EDGE,
  })),
  // Commands that start another surface, or the evaluation: they are where the command line hands over.
  ...Object.entries({
    "commands/mcp.ts": ["surfaces/mcp"],
    "commands/serve.ts": ["surfaces/http", "surfaces/mcp", "surfaces/hooks", "surfaces/cli/commands/hooks.ts"],
    "commands/hooks.ts": ["surfaces/hooks"],
    "commands/setup.ts": ["surfaces/hooks", "surfaces/cli/commands/hooks.ts"],
    "commands/chat.ts": ["surfaces/chat"],
    "commands/eval.ts": ["evaluation"],
  }).map(([file, started]): RoomRule => ({
    room: `surfaces/cli/${file}`,
    rooms: ["surfaces/cli", ...SURFACE, ...started],
    ...EDGE,
  })),
  // What was of use is written where `loci eval` reads it.
  { room: "surfaces/http/routes/search.ts", rooms: ["surfaces/http", ...SURFACE, "evaluation"], ...EDGE },
  // Loads what stands in `extensions/`; the only file that knows where.
  { room: "extension.ts", rooms: ["model"], builtins: ["fs"], packages: [] },
  // Extensions: ports and their own driver, never another engine; a surface takes the public library and the command line's own form.
  {
    room: "extensions/milvus",
    rooms: ["storage/ports", ...EVERYONE],
    builtins: "any",
    packages: ["@zilliz/milvus2-sdk-node"],
  },
  {
    room: "extensions/postgres",
    rooms: ["storage/ports", "storage/sql", ...EVERYONE],
    builtins: "any",
    packages: ["pg"],
  },
  {
    room: "extensions/onnx",
    rooms: ["embedding", ...EVERYONE],
    builtins: "any",
    packages: ["@huggingface/transformers"],
  },
  {
    room: "extensions/telegram",
    rooms: ["surfaces/chat", "surfaces/cli", ...SURFACE],
    builtins: "any",
    packages: ["grammy"],
  },

  // Runs where Loci itself does not: types of the schemas, and errors as values.
  {
    room: "client",
    rooms: [
      "index.ts",
      "model",
      "model/requests",
      "operations",
      "operations/answers",
      "surfaces/shared",
      "surfaces/http",
    ],
    builtins: [],
    packages: ["zod"],
  },

  // What `loci eval` needs of a laboratory that stands in evals/; it uses the public API.
  { room: "evaluation", rooms: ["index.ts", "model", "files"], builtins: "any", packages: [] },
];
