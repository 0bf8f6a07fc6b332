import { SEARCH } from "../model/requests/index.ts";
import { choice, flag, HALL_KEYWORDS, lists, number, text, texts, whole } from "./key-definition.ts";
import type { KeyDefinition } from "./key-definition.ts";

const TOKENS = { min: 0, max: 1_000_000_000, unit: "tokens" } as const;
const MONEY = { min: 0, max: 1_000_000 } as const;

/**
 * Every setting there is: section → field → type, default, range, meaning. The reference in docs/config.md, the checks
 * of all five layers and the type `Settings` come from this one table.
 *
 * Numbers without a reason beside them are those of the specification (pages 01, 03, 06, 08).
 */
export const CONFIG_KEYS = {
  store: {
    uri: text(
      "Where the index lives. Empty: in the project's folder (SQLite). `http://host:19530`: on a Milvus server; `https://…`: on " +
        "Zilliz Cloud. See docs/scale.md; `loci data move` takes a project there and back.",
    ),
    token: text("Token of a remote store. Only from the environment: `LOCI_STORE_TOKEN`.", { secret: true }),
    collection: text(
      "What the names of the collections on a Milvus server begin with; empty for `loci_` and the project's name. What follows is " +
        "random, so that no two indexes meet in one. Counts where an index is made there.",
    ),
  },
  catalog: {
    uri: text(
      "Where the catalog and the facts live. Empty: in the project's folder (SQLite). `postgresql://…`: in a PostgreSQL database " +
        "that several services share. Only from the environment: `LOCI_CATALOG_URI`.",
      { secret: true },
    ),
  },
  embedding: {
    provider: choice(
      ["static", "onnx", "openai", "google", "voyage", "ollama", "none"],
      "static",
      "Which model makes vectors. `static` is bundled and works offline; `onnx` runs a model on this machine; `openai`, `google` and " +
        "`voyage` are sent the texts; `none` searches by words alone. To change it where something is indexed: " +
        "`loci data migrate-model`.",
    ),
    model: text(
      "Name of the model at its provider, or the folder of an ONNX export; empty for the provider's usual one.",
    ),
    dimension: whole(
      { default: 0, min: 0, max: 8_192 },
      "Dimensions of the vectors, where the provider lets one choose or its model isn't known; 0 for the model's own.",
    ),
    base_url: text(
      "Address of a compatible service, for example `http://127.0.0.1:11434`; empty for the provider's own.",
    ),
  },
  llm: {
    provider: choice(
      ["none", "openai", "anthropic", "google", "ollama", "openai-compatible"],
      "none",
      "Which language model writes answers and notes. Nothing in ingest, search or facts needs one. Keys come from the provider's " +
        "own environment variable (`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, `GOOGLE_API_KEY`, …) and from nowhere else.",
    ),
    model: text("Name of the model at its provider; empty for the provider's usual one."),
    flush_model: text("Name of the model that `loci flush` asks, at the same provider; empty for `model`."),
    flush_prompt: text(
      "Text file that says what `loci flush` sums up, instead of the usual words. That every point needs its proof is said in any case.",
    ),
    base_url: text("Address of a compatible service, such as `http://127.0.0.1:11434/v1`. Empty: the provider's own."),
    max_output_tokens: whole({ default: 1_024, min: 16, max: 100_000, unit: "tokens" }, "Length of an answer at most."),
    daily_token_limit: whole(
      { default: 500_000, ...TOKENS },
      "Tokens a day, of questions and answers together; over it jobs wait until tomorrow. 0: no limit.",
    ),
    user_token_limit: whole(
      { default: 50_000, ...TOKENS },
      "Tokens a day of each user with a token of his own; all of them use at most half of each limit. 0: users are answered without " +
        "a model.",
    ),
    public_token_limit: whole(
      { default: 0, ...TOKENS },
      "Tokens a day of the public, as users'. 0: the public is answered without a model.",
    ),
    job_token_limit: whole(
      { default: 250_000, ...TOKENS },
      "Tokens a day of one kind of job: `ask`, `capture` or `flush`. 0: no limit.",
    ),
    daily_cost_limit: number({ default: 0, ...MONEY }, "Money a day, in the currency of the two prices. 0: no limit."),
    input_price: number(
      { default: 0, ...MONEY },
      "What a million tokens of questions cost, as your provider says. 0: nothing, or unknown.",
    ),
    output_price: number({ default: 0, ...MONEY }, "What a million tokens of answers cost."),
  },
  chunking: {
    // evals/sizes/report.md: smaller ones give more of the answer within 3,000 characters, and less of it in ten hits.
    max_chunk_size: whole(
      { default: 1_500, min: 200, max: 100_000, unit: "characters", harmless: true },
      "A section longer than this is split. Larger passages carry more context each, and fewer fit a prompt.",
    ),
    max_message_size: whole(
      { default: 500, min: 200, max: 100_000, unit: "characters", harmless: true },
      "A message of a chat longer than this is several passages, of which a search shows the one that answers. max_chunk_size holds " +
        "too.",
    ),
    overlap_lines: whole(
      { default: 2, min: 0, max: 50, unit: "lines", harmless: true },
      "Lines (inside a line: sentences) repeated from the piece before when a section is split; at most 15 % of a passage in any case.",
    ),
  },
  ingest: {
    scope: text(
      "Scope of sources indexed without `--scope`: `kb`, `admin` or `user:<id>`. Empty: `loci index` asks, or fails and says so.",
      { form: "scope" },
    ),
    include: texts(
      "Glob patterns below the source's root. One with an ending that isn't read by default adds files, such as `**/*.ts` for code; " +
        "any other keeps only what matches, such as `notes/**`.",
      { harmless: true, form: "pattern" },
    ),
    exclude: texts(
      "Files to leave out, as glob patterns below the source's root, beside `.gitignore` and `.lociignore`.",
      { harmless: true, form: "pattern" },
    ),
    max_file_bytes: whole(
      { default: 50_000_000, min: 1, max: 2_000_000_000, unit: "bytes" },
      "Larger files are skipped, with that reason.",
    ),
  },
  watch: {
    debounce_ms: whole(
      { default: 1_500, min: 0, max: 600_000, unit: "milliseconds" },
      "How long a file must be quiet before a change is indexed.",
    ),
  },
  recall: {
    limit: whole(
      { default: SEARCH.limit.default, min: SEARCH.limit.min, max: SEARCH.limit.max, unit: "hits" },
      "Hits at most, where `--limit` does not say; up to three times as many where the question asks for several things.",
    ),
    activation_weight: number(
      { default: 0, min: 0, max: 10 },
      // evals/activation/report.md
      "How much what was opened lately and often is preferred. 0 ranks by the question alone; from 0.1 on first-time questions lose " +
        "a little, at 2 up to half a point. At 0 nothing is recorded for it, so it has no past when it is switched on.",
    ),
  },
  palace: {
    wing: text("Wing of what is indexed from this tree. Empty: found from the tree itself.", {
      harmless: true,
      form: "name",
    }),
    hall_keywords: lists(
      HALL_KEYWORDS,
      "Topical halls: each one's name and the words that put a passage in it, in any of their forms. What is set stands instead of " +
        "these seven; `{}` is none.",
      { harmless: true },
    ),
  },
  facts: {
    propose: flag(
      false,
      "Whether a language model, where one is configured, may propose facts of messages that no form reads. Each value must stand in " +
        "the message word for word; what is taken is shown and can be taken back.",
    ),
  },
  chat: {
    index_messages: flag(
      true,
      "Whether messages of chats are found by search. Off: they are kept, and nothing finds them.",
    ),
    capture_threshold: whole(
      { default: 20, min: 0, max: 1_000, unit: "messages" },
      "Messages in a chat's window from which notes are taken, at least 6, where a language model is configured. 0: none are taken.",
    ),
    message_days: whole(
      { default: 0, min: 0, max: 36_500, unit: "days" },
      "How long it keeps the messages themselves. 0: for ever.",
    ),
  },
  page: {
    today: flag(
      false,
      "Whether the page's Today shows the words of what you and your agents asked, too. They are kept in a file of that day alone, " +
        "which forgetting and the next day delete, and which only the owner reads. Off: what was found and given, and when, without " +
        "the words.",
    ),
  },
  server: {
    host: text("Address that `loci serve` listens on. Anything but loopback shows the project to the network.", {
      default: "127.0.0.1",
      form: "address",
    }),
    port: whole({ default: 5_858, min: 0, max: 65_535 }, "Port that `loci serve` listens on; 0 takes a free one."),
    allowed_hosts: texts(
      "Names by which a proxy in front of `loci serve` is called, such as `loci.example.com`. Requests that call the service by any " +
        "other name than these and the one that it listens on are refused. See docs/team.md.",
      { form: "host" },
    ),
  },
  telegram: {
    token: text("Token of the chat bot. Only from the environment: `LOCI_TELEGRAM_TOKEN`.", { secret: true }),
    users: choice(
      ["anyone", "invited"],
      "invited",
      "Who may talk to the bot beside its owner, each in a scope of his own: those whom the owner gave a code (`/invite`), or " +
        "`anyone`.",
    ),
    api_root: text("Address of a Bot API server of your own; empty for Telegram's."),
  },
  security: {
    redact: choice(
      ["off", "chats", "all"],
      "chats",
      "Where API keys, private keys, tokens and passwords are replaced by `[redacted:kind]` before anything is written: `chats` " +
        "(what is said or pinned, and transcripts that are mined), `all` (documents too), `off`. What stands between `<private>` and " +
        "`</private>` goes whatever is set.",
    ),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, KeyDefinition>>>>;
