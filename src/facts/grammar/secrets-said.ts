import { isSensitive } from "./attribute-keys.ts";
import { readMessage } from "./read-message.ts";

/**
 * The secrets that a message states as facts: they stand in the fact alone, and are taken out of whatever else is kept
 * of the message. Also of an answer that states one.
 */
export function secretsSaid(text: string): readonly string[] {
  if (text.length > 4_000) return [];
  return readMessage(text.replace(/\bYour\b/gu, "My")).flatMap(({ change }) =>
    change?.kind === "attribute" ? change.values.filter((value) => isSensitive(change.of.key, value)) : [],
  );
}
