import type { Grammar } from "./grammar.ts";
import type { Token } from "./token.ts";

/**
 * Tokens with the grammars' own words spelled as their tables have them: "waht" is read as "what". Only what the forms
 * compare changes; values and topics are cut from the message as it was written.
 */
export function respell(tokens: readonly Token[], grammars: readonly Grammar[]): readonly Token[] {
  return tokens.map((token) => {
    if (token.kind !== "word" || (token.capital && token.text.length < 4)) return token;
    if (grammars.some(({ vocabulary }) => vocabulary.has(token.text))) return token;
    for (const { spellings } of grammars) {
      const meant = spellings.get(token.text);
      if (meant !== undefined) return { ...token, text: meant };
    }
    return token;
  });
}
