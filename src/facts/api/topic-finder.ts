import { LONGEST_TOPIC, topicOf } from "../grammar/topic.ts";
import { english } from "../languages/en.ts";
import type { Language } from "../languages/language.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import type { FactList, FactReader } from "../../storage/ports/fact-store.ts";

/** A topic by its key, and as shown. */
export interface NamedTopic {
  readonly key: string;
  readonly name: string;
}

/** Finds the list that a caller of the library names. */
export class TopicFinder {
  readonly #languages: readonly Language[];

  constructor(languages: readonly Language[]) {
    this.#languages = languages;
  }

  /** The language in which topics are shown. */
  get language(): Language {
    return this.#languages[0] ?? english;
  }

  /** The topic that words name in the first language. @throws LociError `FACT_INVALID` */
  named(words: string): NamedTopic {
    const trimmed = words.trim();
    if (trimmed === "" || trimmed.length > LONGEST_TOPIC || trimmed.includes("\n")) throw new LociError("FACT_INVALID", `a topic is one line of 1 to ${LONGEST_TOPIC} characters`, { hint: "name it in a few words, such as 'fonts'" });
    const least = /^(?:my )?least favou?rite /iu.exec(trimmed)?.[0] ?? "";
    return topicOf(trimmed.slice(least.length).replace(/^(?:my )?favou?rite /iu, ""), least === "" ? "" : "least favorite", this.language);
  }

  /** The topic under which a list is stored, in whatever language it was named; else as `named`. */
  stored(reader: FactReader, words: string, scope: Scope): NamedTopic {
    const first = this.named(words);
    const others = this.#languages.slice(1).map((language) => topicOf(words.trim(), "", language));
    const candidates = [first, ...others, { key: words.trim(), name: words.trim() }].map(({ key, name }) => ({ key: reader.synonym(key) ?? key, name }));
    return candidates.find(({ key }) => reader.list(scope, key) !== null) ?? { key: reader.synonym(first.key) ?? first.key, name: first.name };
  }

  /** The list that words name. @throws LociError `FACT_NOT_FOUND` */
  existing(reader: FactReader, words: string, scope: Scope): FactList {
    const list = reader.list(scope, this.stored(reader, words, scope).key);
    if (list === null) throw new LociError("FACT_NOT_FOUND", `no list '${words.slice(0, 80)}' is stored`, { hint: "loci facts list shows what is" });
    return list;
  }
}
