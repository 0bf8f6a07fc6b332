import WORDS from "./word-classes.json" with { type: "json" };
import OPENINGS from "./openings.json" with { type: "json" };

/** What the words before a sentence say of it. */
export type Opened = ReturnType<typeof openingOf>;

const any = (phrases: string): string => phrases.replaceAll(" ", "\\s+").replaceAll("'", "['’]?");
const NEXT = String.raw`(?=[\s,:;.!…–—-]|$)`;
/** Patterns of what opens a sentence, in the order in which they are tried, by what it says of the sentence. */
const SENSES = (Object.entries(OPENINGS) as [keyof typeof OPENINGS, readonly string[]][]).map(([sense, phrases]) => ({
  sense,
  pattern: new RegExp(`(?:${any(phrases.join("|"))})${NEXT}`, "iuy"),
}));

/** Words that open only before a mark or before what is one's own: "No. 2 is …", "Now and Then is …", "Like a Prayer is …". */
const SHORT: ReadonlySet<string> = new Set(WORDS.openWord);
const OWN = new RegExp(
  String.raw`^(?:[,:;!.…–—-]|(?:that\s+)?(?:my|our|i|i'm|i've|we|it|it's|its|the|that|favou?rites?|favs?|` +
    String.raw`fave|his|her|their|please|add|remove|drop|move|put|make|swap|switch|replace|delete|undo|` +
    String.raw`forget|call|change|and|but|what|where|when|who|which|how|actually|also|\p{Lu}[\p{L}]*'s|` +
    String.raw`everyone|a|an|to|dr|you|new|one|number|they|clear|rank|take|is|are|for|in|to)(?:\s|$))`,
  "iu",
);

/** Reads the words before a sentence. Bounded: at most nine of them. */
export function openingOf(text: string) {
  const found = { correction: false, also: false, remember: false, polite: false, hedge: false };
  let at = 0;
  for (let steps = 0; steps < 9; steps += 1) {
    at += /^(?:[\s,:;!.…–—]|-(?!\d))*/u.exec(text.slice(at, at + 40))?.[0].length ?? 0;
    if (steps === 0 && at > 0 && /[-–—.]/u.test(text.slice(0, at)) && /^-?\d/u.test(text)) at = 0;
    const best = SENSES.map(({ sense, pattern }) => {
      pattern.lastIndex = at;
      return { sense, length: pattern.exec(text)?.[0].length ?? 0 };
    }).reduce((a, b) => (b.length > a.length ? b : a));
    const words = text.slice(at, at + best.length);
    const rest = text.slice(at + best.length);
    if (
      best.length === 0 ||
      rest.trim() === "" ||
      (SHORT.has(words.toLowerCase()) && !OWN.test(rest.replace(/^\s+/u, "")))
    )
      return {
        /** Where the sentence itself begins. */
        at,
        ...found,
      };
    if (best.sense === "remember" && /^\s+(?:when|how|last|the time|what|who|why|where|me|us|him|her)\b/iu.test(rest))
      return { at, ...found };
    // "Like, …" and "Now …" are followed by what is said; "Remember the Titans" is a title.
    if (best.sense === "remember" && /^\s+\p{Lu}[\p{L}]+ (?:is|are) my\b/u.test(rest)) return { at, ...found };
    if (best.sense !== "plain") found[best.sense] = true;
    at += best.length;
  }
  return { at, ...found };
}
