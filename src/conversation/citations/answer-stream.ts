import { harmlessLinks } from "./answer-links.ts";
import { MAX_CITATION } from "./scan.ts";

const NO_ADDRESSES: ReadonlySet<string> = new Set();

/**
 * Reads an answer as it comes in and gives it on in pieces that are safe to show: a citation, a link or a tag is never given in halves, and
 * addresses are disarmed (the finished answer says which are links). The pieces depend on the text alone, not on how it was split.
 */
export class AnswerStream {
  #held = "";
  /** Offset in `#held` of a bracket that is open; -1 for none. */
  #open = -1;
  #closing = "";

  /** @returns what may be shown now; often empty */
  push(delta: string): string {
    let shown = "";
    for (let i = 0; i < delta.length; i++) shown += this.#take(delta[i] as string);
    return shown;
  }

  /** @returns the rest */
  end(): string {
    return this.#release(this.#held.length);
  }

  #take(character: string): string {
    this.#held += character;
    const at = this.#held.length - 1;
    if (this.#open >= 0) {
      if (character === this.#closing) {
        this.#open = -1;
      } else if (at - this.#open >= MAX_CITATION || (this.#closing !== "]" && character === "\n")) {
        // Too long to be a link, citation or tag.
        this.#open = -1;
        return this.#release(this.#held.length);
      }
      return "";
    }
    const before = this.#held[at - 1] ?? "";
    if (character === "[") this.#await("]", at);
    else if (character === "(" && before === "]") this.#await(")", at);
    else if (before === "<" && /[a-z/!]/i.test(character)) this.#await(">", at - 1);
    else if (/\s/u.test(character)) return this.#release(this.#held.length);
    return this.#held.length > 4 * MAX_CITATION ? this.#release(this.#held.length) : "";
  }

  #await(closing: string, at: number): void {
    this.#open = at;
    this.#closing = closing;
  }

  #release(length: number): string {
    const piece = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#open = -1;
    return harmlessLinks(piece, NO_ADDRESSES);
  }
}
