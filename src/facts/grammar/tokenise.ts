import { emojiPieces } from "./emoji-pieces.ts";
import { foldWord } from "./fold-word.ts";
import type { Token } from "./token.ts";

/** Opening quotation marks with what may close them. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"', "“": "”“", "„": "“”", "«": "»", "「": "」", "『": "』", "'": "'", "‘": "’", "‚": "‘’", "`": "`",
};
/** A longer quotation is taken for an unpaired mark. Characters. */
const LONGEST_QUOTE = 400;

/** Signs that are tokens of their own wherever they stand; `. : ' - _ *` only outside of words. */
const SIGN = ",;!?¿¡()\\[\\]{}<>=|\"“”„‟‚‘«»「」『』、，；：！？（）。．…—→";
const SCANNER = new RegExp(
  [
    "(?<blank>\\n[ \\t]*(?:\\n[ \\t]*)+)",
    "(?<line>\\n[ \\t]*)",
    "(?<rank>[#＃] ?[-−]?[0-9０-９]+)",
    "(?<number>[0-9０-９]+(?=[.)）．:：](?![0-9０-９])))",
    `(?<word>[^\\s.:'’\`${SIGN}-](?:[^\\s.:'’${SIGN}-]|[.:'’](?=[\\p{L}\\p{N}]))*)`,
    "(?<punct>\\S)",
  ].join("|"),
  "gu",
);

/**
 * Cuts a cleaned message into tokens. A hyphen joins words but is no token; a final "'s" is a token of its own, and so
 * is a number before `)`, `.` or `:`. A quotation is one token, whatever it holds, and so is
 * an emoji, even where it touches a word.
 *
 * Cost: linear in the text.
 * @example tokenise("My top-3 teas").map((token) => token.text) // ["my", "top", "3", "teas"]
 */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  // Where everything is in capitals they make no names.
  const shouted = !/\p{Ll}/u.test(text);
  let upTo = 0;
  const push = (kind: Token["kind"], start: number, end: number, shown: string): void => {
    const spaced = start === 0 || start > upTo || tokens.at(-1)?.text === "\n";
    tokens.push({ kind, text: shown, start, end, capital: !shouted && /^\p{Lu}/u.test(text.slice(start, start + 2)), spaced });
    upTo = end;
  };
  for (const match of text.matchAll(SCANNER)) {
    const start = match.index;
    if (start < upTo) continue;
    const { blank, line, word, punct } = match.groups as Record<string, string | undefined>;
    const end = start + match[0].length;
    const closing = punct === undefined ? 0 : closingQuote(text, start);
    if (blank !== undefined || line !== undefined) push(blank === undefined ? "line" : "blank", start, end, "\n");
    else if (closing > 0) push("quote", start, closing + 1, text.slice(start + 1, closing));
    else if (punct === "-" && /[\p{L}\p{M}\p{N}]-[\p{L}\p{N}]/u.test(text.slice(start - 1, end + 1))) upTo = end;
    else if (punct !== undefined) push("punct", start, end, foldWord(punct));
    else if (word !== undefined && /.['’]s$/iu.test(word)) {
      push("word", start, end - 2, foldWord(word.slice(0, -2)));
      push("word", end - 2, end, "'s");
    } else if (word !== undefined) {
      let at = start;
      for (const piece of emojiPieces(word)) {
        push("word", at, at + piece.length, foldWord(piece));
        at += piece.length;
      }
    } else push("word", start, end, foldWord(match[0]).replace(" ", ""));
  }
  return tokens;
}

/** Where the quotation that opens at `start` closes; 0 when none opens there. */
function closingQuote(text: string, start: number): number {
  const closers = QUOTES[text[start] as string];
  if (closers === undefined || /[\p{L}\p{N}]/u.test(text[start - 1] ?? " ")) return 0;
  let apostrophes = 0;
  for (let i = start + 1; i < start + LONGEST_QUOTE && i < text.length && apostrophes < 8; i += 1) {
    const sign = text[i] as string;
    if (sign === "\n" && text[i + 1] === "\n") return 0;
    if (!closers.includes(sign) || i === start + 1) continue;
    if (sign !== "'" && sign !== "’") return i;
    // An apostrophe inside a word closes nothing.
    if (!/[\p{L}\p{N}]/u.test(text[i + 1] ?? " ")) return i;
    apostrophes += 1;
  }
  return 0;
}
