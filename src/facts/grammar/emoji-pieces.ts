/** One emoji with all that belongs to it: skin tone, joined emoji, the two letters of a flag. Signs of text ("™", "♪") are none. */
const EMOJI = /\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*/gu;
/** Cheap test of what may hold one: nothing of the kind is below this character. */
const FIRST = /[\u2194-\uFFFF]|[\u{1F000}-\u{1FAFF}]/u;

/**
 * A word cut where emoji begin and end; the word itself, alone, when it holds none.
 *
 * @example emojiPieces("sports⚽") // ["sports", "⚽"]
 */
export function emojiPieces(word: string): readonly string[] {
  if (!FIRST.test(word)) return [word];
  const pieces: string[] = [];
  let upTo = 0;
  for (const { 0: emoji, index } of word.matchAll(EMOJI)) {
    if (index > upTo) pieces.push(word.slice(upTo, index));
    pieces.push(emoji);
    upTo = index + emoji.length;
  }
  if (upTo < word.length) pieces.push(word.slice(upTo));
  return pieces;
}
