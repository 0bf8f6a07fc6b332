import WORDS from "./noun-words.json" with { type: "json" };
import { openingOf } from "./openers.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

export interface Said extends Sentence {
  /** The writer's own words; else quoted, forwarded, pasted, or code. */
  readonly own: boolean;
  /** A line `key: value`, alone or among such lines. */
  readonly line: boolean;
}

/** What opens or closes code: backticks wherever a word may begin, tildes at the beginning of a line alone. */
const FENCE = /(?<!\S)```|^\s*~~~/u;
const FENCES = /```|^\s*~~~/gu;
const FORWARDED = new RegExp(
  String.raw`^(?:-*\s*(?:(?:begin )?forwarded|original) message\b.{0,3}(?:$|:|-)|fwd?:|forwarded from|` +
    String.raw`subject:|dear [\p{L} .]{2,40},|on .{4,120} wrote:?$|from: |>)|[.!?>]\s+from: .{0,200}\b(?:date|sent|to|subject): `,
  "iu",
);
/** What a text of somebody else is called. */
const TEXT = WORDS.texts.join("|");
const SENT = String.raw`\b(?:got|received|from|sent|wrote|forward(?:ed|s)|posted|shared|said|says)\b`;
/** What announces it: "Here is the README:". */
const ANNOUNCES = new RegExp(
  String.raw`(?:^|[\s,])(?:${TEXT}|summari[sz]e|translate|rewrite|rephrase|proofread|fix|correct|edit|says?|said|wrote|writes|asked|told|` +
    String.raw`replied|reads|question|quiz|below)\b[^:]{0,60}:\s*$`,
  "iu",
);
/** What goes before it on its line: "Here's the email I got: Hi, …", "copying in what HR sent: …". */
const HANDS_ON = new RegExp(
  String.raw`^(?!(?:my|our)\b|.*\bfav)[^:.!?]{0,40}?\b(?:${TEXT}|this|that|what)\b[^:.!?]{0,30}?${SENT}[^:.!?]{0,30}:\s+\S`,
  "iu",
);
const SIGNED = String.raw`[,!]?\s+[-–—]*\s*\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?[\s.!]*(?:\([^()]{0,60}\)[\s.!]*)?$`;
/** A letter, whole: with a greeting and a name below it, or closed as letters alone are. */
const LETTER = new RegExp(
  String.raw`(?:^|[\s.!])(?:regards|sincerely|best wishes|yours truly)${SIGNED}|` +
    String.raw`^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^.!?]{0,30}[,!]\s[\s\S]*[.!\n]\s*` +
    String.raw`(?:cheers|best|(?:many )?thanks|thank you|love|yours|br|xx?)${SIGNED}`,
  "iu",
);
const ITEM = /^\s*(?:\d{1,2}(?:st|nd|rd|th)\s*[:.)–-]|[-*•–]|\(?\d{1,6}[.):]|#\d{1,6}[.):]?|[a-z][.)])\s+\S/u;
/** Longest message that is one's own by its length, in characters; longer ones are pasted unless they are a list. */
const LONGEST_OWN = 2500;

/** What is cut at no mark: nobody's own, unless that is said. */
const UNMARKED = { mark: "", marks: "", own: false, line: false } as const;

/** The sentences of a message, in order; a head and the items below it are one. Linear. */
export function readLayout(text: string): readonly Said[] {
  const lines = headFirst(text.replace(/\r\n?/gu, "\n").split("\n"));
  const said: Said[] = [];
  let fenced = false;
  let others = false;
  const pasted = (text.length > LONGEST_OWN && !isList(lines)) || LETTER.test(text.slice(0, LONGEST_OWN));
  // A form says nothing but keys and values.
  const isForm =
    text.length < 600 &&
    lines.every((line) => line.trim() === "" || /^[^\s:=][^:?!.]{0,40}:\s+\S[^.]*(?:\.\S[^.]*)*\.?$/u.test(line));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const marks = line.match(FENCES)?.length ?? 0;
    const opens = FENCE.exec(line);
    if (fenced || opens !== null) {
      const before = !fenced && opens !== null ? line.slice(0, opens.index) : "";
      if (before.trim() !== "") push(said, before, { own: !others && !pasted && !ANNOUNCES.test(before), line: false });
      if (marks % 2 === 1) fenced = !fenced;
      said.push({ ...UNMARKED, text: before === "" ? line.trim() : line.slice(before.length) });
      continue;
    }
    if (line.trim() === "") continue;
    if (/^\s*>/u.test(line)) {
      said.push({ ...UNMARKED, text: line.trim() });
      continue;
    }
    if (FORWARDED.test(line.trim()) || (at > 0 && lines.length > 4 && /^#{1,6}\s/u.test(line))) others = true;
    const end = itemsBelow(lines, at);
    const joined = end > at + 1 ? lines.slice(at, end).join("\n") : line;
    const own = !others && !pasted && !isQuoting(line) && !HANDS_ON.test(line) && !/[^\S\n]{60}/u.test(line);
    if (end > at + 1) {
      // Words before the head are sentences of their own.
      const heads = sentencesOf(line);
      const head = heads.at(-1)?.text ?? line;
      const cut = line.lastIndexOf(head);
      if (heads.length > 1) push(said, line.slice(0, cut), { own, line: false });
      const list = joined.slice(heads.length > 1 ? cut : 0).trim();
      said.push({ ...UNMARKED, own, text: list.replace(/^#+\s+/u, "") });
      at = end - 1;
    } else push(said, line, { own, line: isForm && /^[^\s:][^:?!]{0,40}:\s+\S/u.test(line) });
    if ((ANNOUNCES.test(line) || HANDS_ON.test(line)) && at + 1 < lines.length) others = true;
  }
  return said;
}

/** A line that somebody else speaks: "Anna: my favorite …". */
function isQuoting(line: string): boolean {
  const name =
    /^\s*(?:\[[^\]]{1,30}\]\s*)?<?(\p{Lu}[\p{L}.'-]{1,20}(?: \p{Lu}[\p{L}.'-]{1,20})?)>?(?: \([^)]{1,30}\))?:\s/u.exec(
      line,
    )?.[1];
  if (name === undefined) return false;
  const after = line.slice(line.indexOf(":") + 1).trim();
  return (
    /^(?:User|Assistant|Human|AI|Customer|Agent|Bot|Q|A)$/u.test(name) ||
    (/^(?:my|our|i|i'm|the)\b/iu.test(after) && openingOf(line).at === 0)
  );
}

const MAKES = "write|draft|compose|generate|translate|summari[sz]e|rewrite|rephrase|proofread|roleplay|imagine|pretend";
/** A text that is to be written: what is said of it behind is nobody's own. */
const WRITES = new RegExp(
  String.raw`^(?:please |pls |can you |could you |now )*(?:${MAKES}|act as)\s+(?!(?:that |this )?down\b)`,
  "iu",
);

function push(said: Said[], text: string, whose: Pick<Said, "own" | "line">): void {
  let { own } = whose;
  for (const sentence of sentencesOf(text)) {
    if (WORK.test(sentence.text) || WRITES.test(said[0]?.text ?? sentence.text)) own = false;
    said.push({ ...sentence, ...whose, own: own && (sentence.mark === "?" || !TOLD_OF_A_TALE.test(sentence.text)) });
  }
}

const TALE = `(?:${WORDS.tales.join("|")})`;
const WRITTEN = String.raw`(?: (?:(?:that )?(?:i|we|he|she)\b|called|by|about|of|in the)[^,:]{0,40})?`;
/** What opens or closes a sentence that tells of a film, a game, a dream or an example: it states nothing of who writes it. */
const TOLD_OF_A_TALE = new RegExp(
  String.raw`^(?:(?:and|but|so|also|btw|ok|well),? )?(?:(?:in|on|for) (?:my |our |the |an? |this |that |his |her |one )?` +
    String.raw`(?:(?:[\p{L}&’'-]+ ){0,2}?${TALE}(?! (?:club|room|store|shop)\b)|D&D)|for instance|e\.?g\.?|` +
    String.raw`(?:as|playing) an? (?:\p{L}+ )?(?:character|player))${WRITTEN}` +
    String.raw`(?: \p{Lu}\S*){0,3}(?:\s?[,:–—]|(?=\s(?:my|our|the|i|i['’]m|we|he|she|\p{Lu}\S*['’]s)\s))|` +
    String.raw`\S\s\(?(?:in|on|for) (?:my|our|the|this|that|his|her) (?:(?!fav|top)[\p{L}-]+ )?(?!\p{L}+s\b)${TALE}${WRITTEN}\)?[\s.!]*$`,
  "iu",
);

/** A text that is to be worked on, or that somebody else is said to say: "Translate: …", "draft a bio: …". */
const WORK = new RegExp(
  String.raw`^(?:(?:please|pls|can you|could you|now|ok|hey|then)[, ]+)*(?:${MAKES}|paraphrase|fix|correct|shorten|complete|` +
    String.raw`create|make up|quote|say|repeat|explain|analy[sz]e|check|review|edit|reply|respond(?: with)?|answer|format|` +
    String.raw`convert|parse|classify|extract|print|echo|output|type|subject|example|e\.g|for example|` +
    String.raw`tell (?:him|her|them|everyone|\p{Lu}\p{L}+))\b[^:]{0,80}:\s`,
  "iu",
);

/** Lines with the head of a list first, where it stands below its items: "Those are my favorite cities." */
function headFirst(lines: readonly string[]): readonly string[] {
  const told = lines.filter((line) => line.trim() !== "");
  const [, head] =
    /^(?:(?:these|those) are\s+)?(my\s+(?:\S+\s+){0,2}?(?:favou?rites?|faves?|favs?)\s[^:?!.,]{2,40}?)(?:,? in (?:that|this) order)?\.?$/iu.exec(
      told.at(-1)?.trim() ?? "",
    ) ?? [];
  const items = told.slice(0, -1);
  const isList = items.length > 1 && items.every((line) => ITEM.test(line));
  // A bold head is a head.
  return isList && head !== undefined
    ? [`${head}:`, ...items]
    : lines.map((line) => line.replace(/^\s*(\*\*|__|\*\s)([^*_]+?)\s?(?:\*\*|__|\*)\s*$/u, "$2"));
}

/** The end of the items that stand below a head: a line that ends with a colon, or speaks of favourites. */
function itemsBelow(lines: readonly string[], at: number): number {
  const head = lines[at] as string;
  if (ITEM.test(head) || !/:\s*$|\b(?:favou?rites?|faves?|favs?|top|best)\b/iu.test(head)) return at;
  let end = at + 1;
  while (end < lines.length && (lines[end] as string).trim() === "" && end < at + 3) end += 1;
  const from = end;
  const plain = /:\s*$/u.test(head);
  while (end < lines.length) {
    if (ITEM.test(lines[end] as string)) end += 1;
    else if ((lines[end] as string).trim() === "" && ITEM.test(lines[end + 1] ?? "") && end > from) end += 2;
    else break;
  }
  if (end === from && plain && from === at + 1) {
    while (end < lines.length && /^\s*\S.{0,80}$/u.test(lines[end] as string) && !/[:?]/u.test(lines[end] as string))
      end += 1;
  }
  return end === from ? at : end;
}

function isList(lines: readonly string[]): boolean {
  const head = (lines[0] ?? "").slice(0, 200);
  return (
    /\b(?:favou?rites?|faves?|top)\b/iu.test(head) &&
    (lines.length < 3 || lines.slice(1).every((line) => line.trim() === "" || ITEM.test(line)))
  );
}
