import { FUSIONS, SEARCH_MODES } from "../model/search.ts";
import type { KeyDefinition } from "./key-definition.ts";

/**
 * Every setting there is: section → field → type, default, range, meaning. The reference in docs/config.md, the checks
 * of all five layers and the type `Settings` come from this one table.
 *
 * Numbers without a reason beside them are those of the specification (pages 01, 03, 06, 08).
 */
export const CONFIG_KEYS = {
  store: {
    uri: {
      type: "string",
      default: "",
      planned: true,
      doc: "Where the index lives. Empty: in the project's folder (SQLite). `http://host:19530` will mean a Milvus server, `https://…` Zilliz Cloud.",
    },
    token: { type: "string", default: "", secret: true, planned: true, doc: "Token of a remote store. Only from the environment: `LOCI_STORE_TOKEN`." },
  },
  embedding: {
    provider: {
      type: "string",
      default: "static",
      choices: ["static", "none"],
      doc: "Which model makes vectors. `static` is bundled and works offline; `none` searches by words alone.",
    },
  },
  llm: {
    provider: {
      type: "string",
      default: "none",
      choices: ["none", "openai", "anthropic", "google", "ollama"],
      planned: true,
      doc: "Which language model writes summaries and answers. Nothing in ingest, search or facts needs one.",
    },
    model: { type: "string", default: "", planned: true, doc: "Name of the model at its provider; empty for the provider's usual one." },
    base_url: { type: "string", default: "", planned: true, doc: "Address of a compatible service, for example a local one." },
  },
  chunking: {
    max_chunk_size: {
      type: "integer",
      default: 1500,
      min: 200,
      max: 100_000,
      unit: "characters",
      harmless: true,
      doc: "A section longer than this is split. Larger drawers carry more context each, and fewer fit a prompt.",
    },
    overlap_lines: {
      type: "integer",
      default: 2,
      min: 0,
      max: 50,
      unit: "lines",
      harmless: true,
      doc: "Lines repeated from the piece before when a section is split; at most 15 % of a drawer in any case.",
    },
  },
  ingest: {
    scope: {
      type: "string",
      default: "",
      form: "scope",
      doc: "Scope of sources indexed without `--scope`: `kb`, `admin` or `user:<id>`. Empty: `loci index` asks, or fails and says so.",
    },
    include: {
      type: "strings",
      default: [],
      insideTree: true,
      harmless: true,
      doc: "Glob patterns below the source's root. One with an ending that isn't read by default adds files, such as `**/*.ts` for code; any other keeps only what matches, such as `notes/**`.",
    },
    exclude: {
      type: "strings",
      default: [],
      insideTree: true,
      harmless: true,
      doc: "Files to leave out, as glob patterns below the source's root, beside `.gitignore` and `.lociignore`.",
    },
    max_file_bytes: {
      type: "integer",
      default: 50_000_000,
      min: 1,
      max: 2_000_000_000,
      unit: "bytes",
      doc: "Larger files are skipped, with that reason.",
    },
  },
  watch: {
    debounce_ms: {
      type: "integer",
      default: 1500,
      min: 0,
      max: 600_000,
      unit: "milliseconds",
      doc: "How long a file must be quiet before a change is indexed.",
    },
  },
  recall: {
    mode: {
      type: "string",
      default: "hybrid",
      choices: SEARCH_MODES,
      doc: "Which legs run: words and meaning, words alone, meaning alone.",
    },
    fusion: {
      type: "string",
      default: "learned",
      choices: FUSIONS,
      doc: "How the legs become one order: the learned linear ranking, reciprocal rank fusion (k = 60), or a leg's own score as a baseline.",
    },
    expansion: { type: "boolean", default: true, doc: "Whether a question is widened by similar words of the bundled model, and by other spellings that the index holds." },
    limit: { type: "integer", default: 10, min: 1, max: 1000, unit: "hits", doc: "Hits at most, where `--limit` does not say." },
    pool: {
      type: "integer",
      default: 120,
      min: 10,
      max: 10_000,
      unit: "drawers",
      doc: "Candidates taken by words before ranking, and a sixth as many by meaning; at least twice the limit of each. Higher is slower and rarely better.",
    },
    activation_weight: {
      type: "number",
      default: 0,
      min: 0,
      max: 10,
      doc: "Weight of ACT-R activation: how much what was opened lately and often is preferred. 0 ranks by the question alone; from 0.1 on first-time questions lose a little, at 2 up to half a point (evals/activation/report.md).",
    },
    covered_threshold: {
      type: "number",
      default: 0.5,
      min: 0,
      max: 1,
      doc: "Calibrated probability from which an answer counts as covered. Higher is more often silent and more often right.",
    },
  },
  palace: {
    wing: { type: "string", default: "", form: "name", harmless: true, doc: "Wing of what is indexed from this tree. Empty: found from the tree itself." },
    hall_keywords: {
      type: "lists",
      default: {},
      harmless: true,
      doc: "Topical halls of your own: the hall's name and the words that put a drawer in it.",
    },
  },
  chat: {
    recent_messages: {
      type: "integer",
      default: 20,
      min: 1,
      max: 1000,
      unit: "messages",
      planned: true,
      doc: "How many of a chat's last messages stay in its window.",
    },
  },
  server: {
    host: { type: "string", default: "127.0.0.1", form: "address", doc: "Address that `loci serve` listens on. Anything but loopback shows the project to the network." },
    port: { type: "integer", default: 5858, min: 0, max: 65_535, doc: "Port that `loci serve` listens on; 0 takes a free one." },
    roots: {
      type: "strings",
      default: [],
      absolute: true,
      doc: "Folders that `loci serve` may look into and index from, absolute. Empty: your home folder and the folder that it was started in.",
    },
    requests_per_second: { type: "integer", default: 500, min: 1, max: 100_000, unit: "requests", doc: "Requests a second of one caller; twice as many at once." },
    max_body_bytes: { type: "integer", default: 1_000_000, min: 1_000, max: 100_000_000, unit: "bytes", doc: "Largest JSON body. Documents may be as large as `ingest.max_file_bytes`." },
    timeout_seconds: { type: "integer", default: 30, min: 1, max: 3_600, unit: "seconds", doc: "Longest time for an answer, but for what streams or waits for a run." },
  },
  telegram: {
    token: { type: "string", default: "", secret: true, planned: true, doc: "Token of the chat bot. Only from the environment: `LOCI_TELEGRAM_TOKEN`." },
  },
  security: {
    redact: {
      type: "string",
      default: "chats",
      choices: ["off", "chats", "all"],
      planned: true,
      doc: "Where API keys, private keys and passwords are replaced by a placeholder before anything is written.",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, KeyDefinition>>>>;
