const WHOLE = /^(?:\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)[\p{Emoji_Modifier}\u200D\p{Extended_Pictographic}\uFE0F]*)$/u;

/** Whether a token is one emoji. @example isEmoji("🥾") // true */
export function isEmoji(text: string): boolean {
  return text.charCodeAt(0) > 0x2000 && WHOLE.test(text);
}
