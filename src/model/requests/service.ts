import { choice, flag, needed, nullable, pick, SIGNAL, text, texts, whole } from "./field.ts";
import { DRAWER_ID, name } from "./search.ts";

/** What changed since a revision. */
export const CHANGES = { since: text(500, "`revision` of an earlier answer") };

/** A setting of the data folder. */
export const SET = {
  key: needed(text(200, "The setting, such as recall.limit", { min: 1 })),
  value: nullable(needed(text(10_000, "As it is typed on the command line; null takes the key out"))),
};

/** What the page signs in with: one of them. */
export const SIGN_IN = { code: text(200, "A one-time code", { min: 1 }), token: text(200, "A token", { min: 1 }) };

export const JUDGED = {
  question: needed(text(900, "The question, as it was asked", { min: 1 })),
  id: DRAWER_ID,
  useful: flag("Whether it was; false takes it back"),
};

export const TOKEN = { id: needed(text(40, "Its id, as the list shows it", { min: 1 })) };

const PATH = text(4_096, "Absolute path", { min: 1 });

export const FOLDER = { path: PATH };

export const AUDIT = { limit: whole(1, 10_000, "Entries at most", { default: 100 }) };

export const FLUSH = {
  yes: flag("Do it"),
  source: name("Only this source, by key or name"),
  since: text(100, "Only what is dated at or after, ISO 8601", { value: "date" }),
  scope: name("Only passages of this scope, for a summary of this scope (all, for the owner alone)"),
  limit: whole(1, 10_000, "Requests at most", { default: 20 }),
};

/** The same as the library takes it. */
export const FLUSH_CALL = { ...FLUSH, signal: SIGNAL };

export const IMPORT = {
  palace: needed(text(4_096, "The folder that holds chroma.sqlite3", { min: 1 })),
  scope: name("Who may see them: kb, admin (only you) or user:<id>"),
};

/** Keys and passwords in what is stored. */
export const SECRETS = {
  paths: texts(4_096, "Transcripts or folders to look through as well", { min: 1, most: 10_000 }),
  scrub: flag("Say what would be replaced"),
  yes: flag("With --scrub: replace it"),
};

/** The same as the library takes it: what is confirmed there is the call itself. */
export const SECRETS_CALL = { ...pick(SECRETS, ["paths", "scrub"]), signal: SIGNAL };

/** Another model for everything that is stored. */
export const MIGRATE_MODEL = {
  provider: choice(["static", "onnx", "openai", "google", "voyage", "ollama"], "Who embeds"),
  model: text(1_000, "Its name at the provider, or the folder of an ONNX export", { min: 1 }),
  dimension: whole(1, 8_192, "Dimensions, where the provider lets one choose"),
  baseUrl: text(2_000, "Address of a compatible service", { min: 1, value: "url" }),
  rollback: flag("Back to the model before"),
  dryRun: flag("Embed and compare, but don't switch"),
};

export const MOVE = {
  to: needed(text(2_000, "http://host:19530, https://… for Zilliz Cloud, or 'folder'", { min: 1, value: "uri" })),
};
