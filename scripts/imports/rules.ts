/** What the files of a room may import, beside each other. */
export interface RoomRule {
  /** A folder (or file) under src/; the longest that fits a file is its room. */
  readonly room: string;
  /** Other rooms. */
  readonly rooms: readonly string[];
  /** Modules of Node, without `node:`; `any` where effects are the room's work. */
  readonly builtins: readonly string[] | "any";
  /** Packages; `any` at the edge. */
  readonly packages: readonly string[] | "any";
  /** No clock, no randomness, no process: these are given as values. */
  readonly pure?: true;
}

const EVERYONE = ["model", "text"];

/**
 * The table of ARCHITECTURE.md, "Who may import whom", as data. Tests and fixtures are free.
 * A file that fits no room is a violation: a new folder needs a line here.
 */
export const RULES: readonly RoomRule[] = [
  { room: "model", rooms: [], builtins: [], packages: [], pure: true },
  { room: "text", rooms: ["model"], builtins: ["crypto"], packages: [], pure: true },
  { room: "files", rooms: EVERYONE, builtins: ["fs", "fs/promises", "path", "crypto"], packages: [] },
  { room: "chunking", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  { room: "ranking", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  { room: "palace", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  {
    room: "parsing",
    rooms: EVERYONE,
    builtins: "any",
    packages: ["markdown-it", "yaml", "smol-toml", "parse5", "mammoth", "unpdf"],
  },
  { room: "wasm", rooms: [], builtins: [], packages: [], pure: true },
  { room: "embedding", rooms: ["wasm", ...EVERYONE], builtins: "any", packages: [] },
  {
    room: "redaction",
    rooms: EVERYONE,
    builtins: [],
    packages: ["@secretlint/core", "@secretlint/secretlint-rule-preset-recommend"],
    pure: true,
  },
  { room: "llm", rooms: ["storage/ports", ...EVERYONE], builtins: "any", packages: "any" },

  { room: "storage/ports", rooms: EVERYONE, builtins: [], packages: [], pure: true },
  { room: "storage/memory", rooms: ["storage/ports", ...EVERYONE], builtins: [], packages: [], pure: true },
  {
    room: "storage/sqlite",
    rooms: ["files", "storage/ports", "storage/sql", "wasm", ...EVERYONE],
    builtins: "any",
    packages: [],
  },
  { room: "storage/sql", rooms: ["storage/ports", ...EVERYONE], builtins: [], packages: [], pure: true },
  {
    room: "storage/postgres",
    rooms: ["storage/ports", "storage/sql", ...EVERYONE],
    builtins: "any",
    packages: ["pg"],
  },
  {
    room: "storage/milvus",
    rooms: ["storage/ports", ...EVERYONE],
    builtins: "any",
    packages: ["@zilliz/milvus2-sdk-node"],
  },

  {
    room: "ingest",
    rooms: ["storage/ports", "embedding", "parsing", "chunking", "palace", ...EVERYONE],
    builtins: ["fs", "fs/promises", "path", "crypto", "zlib"],
    packages: ["ignore", "tinyglobby", "chokidar"],
    pure: true,
  },
  {
    room: "retrieval",
    rooms: ["storage/ports", "embedding", "ranking", "palace", ...EVERYONE],
    builtins: [],
    packages: [],
    pure: true,
  },
  // Facts keep mirrors of their lists as files that people may edit.
  {
    room: "facts",
    rooms: ["storage/ports", ...EVERYONE],
    builtins: ["crypto", "fs", "fs/promises", "path"],
    packages: ["chrono-node"],
    pure: true,
  },
  { room: "facts/evaluate", rooms: ["facts", ...EVERYONE], builtins: [], packages: [], pure: true },
  {
    room: "conversation",
    rooms: ["storage/ports", "llm", "parsing", "palace", ...EVERYONE],
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
    rooms: [
      "files",
      "config",
      "embedding",
      "llm",
      "parsing",
      "chunking",
      "palace",
      "ranking",
      "redaction",
      "storage/ports",
      "ingest",
      "retrieval",
      "facts",
      "conversation",
      ...EVERYONE,
    ],
    builtins: ["fs", "fs/promises", "path", "crypto", "zlib", "util", "buffer", "url"],
    packages: [],
  },
  {
    room: "engine",
    rooms: [
      "app",
      "files",
      "config",
      "embedding",
      "llm",
      "parsing",
      "chunking",
      "palace",
      "ranking",
      "storage/ports",
      "storage/memory",
      "storage/sqlite",
      "storage/milvus",
      "storage/postgres",
      "storage/sql",
      "ingest",
      "retrieval",
      "facts",
      "redaction",
      "conversation",
      ...EVERYONE,
    ],
    builtins: "any",
    packages: [],
  },
  {
    room: "index.ts",
    rooms: [
      "app",
      "engine",
      "config",
      "ingest",
      "retrieval",
      "facts",
      "conversation",
      "redaction",
      "palace",
      "storage/ports",
      "embedding",
      ...EVERYONE,
    ],
    builtins: [],
    packages: [],
  },

  { room: "surfaces/shared", rooms: ["index.ts"], builtins: "any", packages: "any" },
  { room: "surfaces/cli", rooms: ["index.ts", "surfaces/shared"], builtins: "any", packages: "any" },
  { room: "surfaces/http", rooms: ["index.ts", "surfaces/shared"], builtins: "any", packages: "any" },
  { room: "surfaces/mcp", rooms: ["index.ts", "surfaces/shared"], builtins: "any", packages: "any" },
  { room: "surfaces/chat", rooms: ["index.ts", "surfaces/shared"], builtins: "any", packages: "any" },
  { room: "surfaces/hooks", rooms: ["index.ts", "surfaces/shared"], builtins: "any", packages: "any" },
  // Commands that start another surface, or an evaluation: they are where the command line hands over.
  {
    room: "surfaces/cli/commands/mcp.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/mcp"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/serve.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/http", "surfaces/mcp", "surfaces/hooks"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/doctor.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/http", "surfaces/mcp"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/open.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/hooks"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/hooks.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/hooks", "surfaces/cli/install-place.ts"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/setup.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/hooks", "surfaces/cli/install-place.ts"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/install-place.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/hooks"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/telegram.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/chat"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/chat.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "surfaces/chat"],
    builtins: "any",
    packages: "any",
  },
  {
    room: "surfaces/cli/commands/eval.ts",
    rooms: ["index.ts", "surfaces/shared", "surfaces/cli", "evaluation"],
    builtins: "any",
    packages: "any",
  },

  // Runs where Loci itself does not: types of the schemas, and errors as values.
  { room: "client", rooms: ["index.ts", "model", "surfaces/shared", "surfaces/http"], builtins: [], packages: ["zod"] },

  // How a case of facts is judged stands beside the facts; what is judged comes through the public API.
  { room: "evaluation", rooms: ["index.ts", "facts/evaluate", "model"], builtins: "any", packages: [] },
];
