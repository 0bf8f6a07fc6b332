import type { Scope } from "../../model/caller.ts";
import { type FactReader, UNREAD } from "../../storage/ports/fact-store.ts";
import { isSecretFact, isSensitive } from "../grammar/attribute-keys.ts";
import { isWrite, statedIn } from "../grammar/intent.ts";
import { valuesOf } from "../lists/apply-operation.ts";
import { type ReadClause, readMessage } from "../grammar/read-message.ts";
import { codesIn, isTelling, unreadChange } from "../fresh/said-later.ts";
import { SHARED, viewOf } from "../router/fact-view.ts";
import { routeMessage } from "../router/route-message.ts";
import { type KeptText, OWN } from "./facts.ts";

/** A secret that is or was a fact's value. */
interface KnownSecret {
  readonly value: string;
  readonly scope: Scope;
  readonly words: readonly string[];
}

/** A longer message is no remark on a fact. */
const LONGEST = 4_000;
const PLACEHOLDER = "[redacted:secret]";

/** The secrets among facts, present and former ones: they stand in the catalog alone. Each change is looked at once. */
export class KnownSecrets {
  readonly #known = new Map<string, KnownSecret>();
  #sequence = 0;

  /** A text without the secrets that it states as facts, and without those that its speaker's facts hold or held. */
  without(reader: FactReader, { text, scope, chat, by }: KeptText): string {
    this.#catchUp(reader);
    const stated = by === "history" || text.length > LONGEST ? [] : statedBy(reader, { text, scope, chat, by });
    if (stated.length === 0 && this.#known.size === 0) return text;
    const words = wordsIn(text);
    const known = [...this.#known.values()].filter(
      (secret) =>
        isSeen(secret.scope, scope) &&
        (by === "answer" || isTelling(secret.value) || secret.words.some((word) => words.has(word))),
    );
    return [...stated, ...known.map(({ value }) => value)]
      .toSorted((a, b) => b.length - a.length)
      .reduce((rest, value) => rest.replace(spellings(value), PLACEHOLDER), text);
  }

  #catchUp(reader: FactReader): void {
    if (reader.lastSequence() === this.#sequence) return;
    for (const change of reader.changesAfter(this.#sequence)) {
      const { scope, key, reason, source } = change;
      const values = reason === UNREAD ? codesIn(source.sentence) : valuesOf(change);
      if (!isSecretFact(key, reason === UNREAD ? [] : values)) continue;
      const words = [...wordsIn(key.slice(key.indexOf("/") + 1))];
      for (const value of values) this.#known.set(`${scope}\n${value}`, { value, scope, words });
    }
    this.#sequence = reader.lastSequence();
  }
}

/**
 * The secrets that a text states itself, or is about to put into facts by all that its chat spoke of before; of an answer those alone that look
 * so: "is no longer stored" states none.
 */
function statedBy(reader: FactReader, { text, scope, chat, by }: KeptText): readonly string[] {
  const clauses = readMessage(text.replace(/\bYour\b/gu, "My"));
  const said = secretsOf(clauses);
  if (by === "answer") return said.filter(isTelling);
  const view = viewOf(reader, scope, chat);
  const { acts } = routeMessage({ text, clauses, isToAnswer: true }, view);
  const told = acts.flatMap(({ intent, key }) =>
    isWrite(intent) && key !== null && isSecretFact(key, statedIn(intent)) ? statedIn(intent) : [],
  );
  // "You type 8157* now", of the alarm code: what can't be read as a change of a secret isn't kept open either.
  const unread = unreadChange(view, clauses);
  const values = unread?.list.items.map(({ value }) => value) ?? [];
  const isSecret = unread !== null && isSecretFact(unread.list.key, values);
  return [...said, ...told, ...(isSecret ? codesIn(unread.sentence) : [])].filter((value) => !isReference(value));
}

/** What stands for a secret, or says where it is: "${DB_PASSWORD}", "<your password>", "see the wiki". */
const isReference = (value: string): boolean =>
  /^(?:\$?\{+[^{}]*\}+|<[^<>]*>|\$[A-Z][A-Z_]+|(?:[Ss]ee|[Aa]sk|[Ll]ook|[Cc]heck)\s+[\p{L} ]+)$/u.test(value);

/** The secrets that clauses say by their forms. */
export const secretsOf = (clauses: readonly ReadClause[]): readonly string[] =>
  clauses.flatMap(({ change }) =>
    change?.kind === "attribute" ? change.values.filter((value) => isSensitive(change.of.key, value)) : [],
  );

/** The owner's chats and the project's, in which he alone speaks, know of all; a user's of his own, so that nobody finds out another's by what is taken out. */
const isSeen = (secret: Scope, viewer: Scope): boolean =>
  viewer === OWN || viewer === SHARED || secret === viewer || secret === SHARED;

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);

/** A secret however it is spaced, as whole words. */
function spellings(value: string): RegExp {
  const signs = value.match(/[\p{L}\p{N}]/gu) ?? [];
  const isSpaced = /\d/u.test(value) && signs.length >= 6 && /^[\p{L}\p{N} .-]+$/u.test(value);
  const parts = isSpaced ? signs : value.trim().split(/\s+/u);
  const body = parts.map((part) => RegExp.escape(part)).join(isSpaced ? "[ .-]?" : String.raw`\s+`);
  const from = /^[\p{L}\p{N}]/u.test(value) ? String.raw`(?<![\p{L}\p{N}])` : "";
  const to = /[\p{L}\p{N}]$/u.test(value) ? String.raw`(?![\p{L}\p{N}])` : "";
  return new RegExp(`${from}${body}${to}`, "giu");
}
