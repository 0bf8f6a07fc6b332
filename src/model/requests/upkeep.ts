import { flag, text, whole } from "./field.ts";
import { name } from "./search.ts";

/** Who did what. */
export const AUDIT = { limit: whole(1, 10_000, "Entries at most", { default: 100 }) };

/** A summary of what is stored. */
export const FLUSH = {
  yes: flag("Do it"),
  source: name("Only this source, by key or name"),
  since: text(100, "Only what is dated at or after, ISO 8601", { value: "date" }),
  scope: name("Only passages of this scope, for a summary of this scope (all, for the owner alone)"),
  limit: whole(1, 10_000, "Requests at most", { default: 20 }),
};

/** Attacks on one's own palace. */
export const RED_TEAM = {
  passages: whole(1, 1_000, "Passages that are written into, in memory only", { default: 20 }),
};
