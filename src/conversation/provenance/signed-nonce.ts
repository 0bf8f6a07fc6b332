/**
 * Signs a word by a key of the home: four small letters. So a fence's nonce says whose it is, and nobody else can make text vanish from a
 * transcript by writing one.
 */
export type SignWord = (word: string) => string;

/** Letters of the word; the signature follows. Together seven, which models read as two or three tokens. */
const WORD = 3;
const SIGNED = 7;

/** A nonce that this home knows again. @param word three small letters or more, of which three are taken */
export function signedNonce(word: string, sign: SignWord): string {
  const first = word.slice(0, WORD);
  return first + sign(first);
}

/** Whether a nonce was signed by this home. */
export function isSigned(nonce: string, sign: SignWord): boolean {
  return nonce.length === SIGNED && sign(nonce.slice(0, WORD)) === nonce.slice(WORD);
}
