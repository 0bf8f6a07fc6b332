import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/caller.ts";
import type { FactList, FactReader } from "../../storage/ports/fact-store.ts";
import { storedKey } from "../grammar/attribute-keys.ts";
import { LONGEST_TOPIC, topicOf } from "../../english/nouns.ts";
import { factNamed, type NamedList } from "../grammar/intent.ts";
import { attributeOf } from "../grammar/mentions.ts";
import { scopesSeen, SHARED } from "../router/fact-view.ts";
import type { ReadSpeech } from "./facts.ts";

/** The topic that a caller's words name. @throws LociError `FACT_INVALID` */
export function namedTopic(words: string): NamedList {
  const trimmed = spoken(words).trim();
  if (trimmed === "" || trimmed.length > LONGEST_TOPIC || /\p{Cc}/u.test(trimmed))
    throw new LociError("FACT_INVALID", `a topic is one line of 1 to ${LONGEST_TOPIC} characters`, {
      hint: "name it in a few words, such as 'fonts'",
    });
  const least = /^(?:my )?least favou?rite /iu.exec(trimmed)?.[0] ?? "";
  const { key, name } = topicOf(trimmed.slice(least.length).replace(/^(?:my )?favou?rite /iu, ""), least !== "");
  return { key, topic: name };
}

/** A key as programs give it, "favorite_colors", as words. */
const spoken = (words: string): string =>
  words.replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])|(?<=^favou?rite)-/giu, " ");

/** The attribute that a caller's words name: "my dog's name", "Anna's birthday", "the staging port". */
export function namedAttribute(given: string): NamedList {
  const words = spoken(given);
  const read = attributeOf(words);
  if (read !== null) return factNamed(read);
  const [, whose = "my", rest = words] = /^(my|our|the)\s+(.+)$/iu.exec(words.trim()) ?? [];
  const { key, topic } = namedTopic(rest);
  return { key: storedKey(/^my$/iu.test(whose) ? "me" : "project", key), topic };
}

/** The list that words name in a scope, ranked or an attribute; one that is stored before one that isn't. */
export function storedTopic(reader: FactReader, words: string, scope: Scope): NamedList {
  const first = namedTopic(words);
  const attribute = namedAttribute(words);
  const project = { ...attribute, key: attribute.key.replace(/^@me\//u, "@project/") };
  const candidates = [first, { key: words.trim(), topic: words.trim() }, attribute, project];
  return (
    candidates.find(({ key }) => scopesSeen(scope).some((one) => (reader.list(one, key)?.items.length ?? 0) > 0)) ??
    candidates.find(({ key }) => reader.list(scope, key) !== null) ??
    calledAlso(reader, words, scope) ??
    first
  );
}

/** The list that is called so as it is shown, but for its marks and capitals ("annas birthday"), or with a head that says little ("tv": "tv show"). */
function calledAlso(reader: FactReader, words: string, scope: Scope): NamedList | null {
  const bare = (text: string): string => text.toLowerCase().replace(/['’.]|^(?:your|my|our|the) /gu, "");
  const lists = scopesSeen(scope).flatMap((one) => reader.lists(one));
  const { key: named } = namedTopic(words);
  const isAlso = (key: string): boolean => key.replace(/ (?:show|brand|name|type)$/u, "") === named;
  return lists.find(({ topic }) => bare(topic) === bare(words.trim())) ?? lists.find(({ key }) => isAlso(key)) ?? null;
}

/** @throws LociError `FACT_NOT_FOUND` */
export function missingList(words: string): never {
  throw new LociError("FACT_NOT_FOUND", `no list '${words.slice(0, 80)}' is stored`, {
    hint: "loci facts shows what is",
  });
}

/** Who speaks of a list, and whether he named whose. */
export type Speaker = Pick<ReadSpeech, "scope" | "explicit">;

/** Whose list a change is made to: the speaker's own; for the owner, where he has none that holds something, the project's. */
export function scopeOfChange(reader: FactReader, key: string, { scope, explicit }: Speaker): Scope {
  const isHeld = (one: Scope): boolean => (reader.list(one, key)?.items.length ?? 0) > 0;
  return !explicit && !isHeld(scope) && isHeld(SHARED) ? SHARED : scope;
}

/** The list to erase: the speaker's own, also where it is empty by now; for the owner, where he has none, the project's. */
export const listToErase = (reader: FactReader, key: string, { scope, explicit }: Speaker): FactList | null =>
  reader.list(scope, key) ?? (explicit ? null : reader.list(SHARED, key));
