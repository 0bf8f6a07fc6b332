import type { Fusion } from "../model/search.ts";
import { SEARCH } from "../model/requests/index.ts";

/**
 * Values that nobody has had a reason to set: no layer of the configuration reads them. They are settings still, so that a test, an evaluation or a
 * program that opens the library may give others.
 */
export const FIXED_VALUES = {
  embedding: {
    /** Requests to a remote provider at once. */
    concurrency: 4,
    /** Longest time for one request to a remote provider. */
    timeout_seconds: 60,
  },
  llm: {
    /** How long a whole answer may take. */
    timeout_seconds: 120,
    /** How long a model may be silent, before the first words of an answer and between two pieces of it. */
    silence_seconds: 45,
    /** Attempts after a first one that failed before its first words. Exhausted quota is never tried again. */
    retries: 2,
  },
  ingest: {
    /** Whether front matter may show a document to more people than its source's scope: it can only narrow. */
    widen_scope: false,
  },
  recall: {
    /** How the legs become one order where a search doesn't say. */
    fusion: SEARCH.fusion.default as Fusion,
    /** Whether a question is widened by similar words of the bundled model, and by other spellings that the index holds. */
    expansion: true,
    /** Candidates taken by words before ranking, and a sixth as many by meaning; at least twice the limit of each. Higher is slower and rarely better. */
    pool: 120,
    /** Calibrated probability from which an answer counts as covered. Higher is more often silent and more often right. */
    covered_threshold: 0.5,
  },
  chat: {
    /** How many of a chat's last messages a language model is shown with a question. */
    recent_messages: 20,
    /** Days that daily logs of chats are kept. */
    log_days: 30,
    /** Days that notes of the owner's chats are kept; other people's as long as `chat.capture_days` says. */
    owner_capture_days: 365,
  },
  server: {
    /** Requests of one caller that wait, work, or whose answer isn't read yet; more are refused with 429. Callers take turns. */
    max_in_flight: 64,
    /** Text that one user may keep in a project, his facts with their history among it. The owner has no quotas. */
    quota_bytes: 1_000_000_000,
    /** Documents that one user may keep in a project, days of his chats among them. */
    quota_documents: 10_000,
    /** Drawers that one user may have in a project. */
    quota_drawers: 200_000,
    /** Largest JSON body. Documents may be as large as `ingest.max_file_bytes`. */
    max_body_bytes: 1_000_000,
    /** Longest time for an answer, but for what streams or waits for a run. */
    timeout_seconds: 30,
  },
} as const;
