import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../files/write-file-atomically.ts";
import { writeFault } from "../../model/write-fault.ts";

/** What tells a message from others, wherever it is told. */
export interface ToldMessage {
  readonly session: string;
  readonly text: string;
}

interface Stored {
  readonly key: string;
  readonly hashes: readonly string[];
  /** Those of projects that were merged into this one, each under its own key. */
  readonly others?: readonly Omit<Stored, "others">[];
}

/** Texts from here on are hardly said twice by chance: they stay forgotten in every session. Shorter ones only in their own. */
const TELLING = 24;

/**
 * Messages that were forgotten, so that no history of a tool brings them back, by whatever way and under whatever id it tells them: for each a
 * hash under a key of this project alone, from which nothing can be read, and which says nothing about another project's.
 */
export class ForgottenTexts {
  readonly #file: string;
  readonly #key: string;
  readonly #hashes: Set<string>;
  #others: readonly Omit<Stored, "others">[];

  /** @param root the project's folder */
  constructor(root: string) {
    this.#file = join(root, "forgotten.json");
    const { key, hashes, others = [] } = stored(this.#file);
    this.#others = others;
    this.#key = key === "" ? randomBytes(32).toString("hex") : key;
    this.#hashes = new Set(hashes);
  }

  has(message: ToldMessage): boolean {
    if (this.#hashes.size > 0 && this.#hashes.has(hashOf(this.#key, message))) return true;
    return this.#others.some(({ key, hashes }) => hashes.includes(hashOf(key, message)));
  }

  /** On disk when it returns. @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` */
  add(messages: readonly ToldMessage[]): void {
    const before = this.#hashes.size;
    for (const message of messages) if (message.text.trim() !== "") this.#hashes.add(hashOf(this.#key, message));
    if (this.#hashes.size > before) this.#save();
  }

  /** Takes over what another project has forgotten. */
  takeOver(other: ForgottenTexts): void {
    const own: Stored = { key: other.#key, hashes: [...other.#hashes] };
    const more = [own, ...other.#others].filter(({ hashes }) => hashes.length > 0);
    const known = new Set(this.#others.map(({ key }) => key));
    this.#others = [...this.#others, ...more.filter(({ key }) => !known.has(key))];
    if (more.length > 0) this.#save();
  }

  #save(): void {
    const now: Stored = { key: this.#key, hashes: [...this.#hashes].sort(), others: this.#others };
    try {
      replaceFile(this.#file, `${JSON.stringify({ schema: 1, ...now })}\n`, { durable: true });
    } catch (thrown) {
      throw writeFault(this.#file, thrown);
    }
  }
}

function hashOf(key: string, { session, text }: ToldMessage): string {
  const plain = text.trim();
  const said = plain.length >= TELLING ? plain : `${session}\0${plain}`;
  return createHmac("sha256", key).update(said).digest("hex").slice(0, 32);
}

function stored(file: string): Stored {
  try {
    const { key, hashes, others = [] } = JSON.parse(readFileSync(file, "utf8")) as Stored;
    return { key, hashes, others };
  } catch (thrown) {
    const isAbsent = (thrown as NodeJS.ErrnoException).code === "ENOENT";
    if (!isAbsent && !(thrown instanceof SyntaxError)) throw writeFault(file, thrown);
    return { key: "", hashes: [] };
  }
}
