export interface Token {
  readonly text: string;
  /** In lower case, with straight apostrophes. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "mark" | "quote";
}

/** A text in lower case under NFKC, with straight quotation marks. */
export const fold = (text: string): string => straight(text.normalize("NFKC")).toLowerCase();

/** A text with straight quotation marks; every character keeps its place. */
export const straight = (text: string): string => text.replace(/[‘’ʼ]/gu, "'").replace(/[“”„]/gu, '"');

const TOKEN = /[,;:!?()[\]"]|[^\s,;!?()[\]"]+/gu;

/** The tokens of a text, in order. Linear. */
export function tokenise(text: string): readonly Token[] {
  return [...straight(text).matchAll(TOKEN)].flatMap((found): readonly Token[] => {
    const whole = found[0];
    const bare = whole.length > 1 ? whole.replace(/[.:]+$/u, "") : whole;
    const token = (part: string, at: number): Token => ({
      text: part,
      word: part.toLowerCase(),
      start: found.index + at,
      end: found.index + at + part.length,
      kind: /[\p{L}\p{N}#]/u.test(part) ? "word" : "mark",
    });
    return bare === whole || bare === ""
      ? [token(whole, 0)]
      : [token(bare, 0), token(whole.slice(bare.length), bare.length)];
  });
}
