import { sentences } from "../text/sentences.ts";
import WORDS from "./open-actions.json" with { type: "json" };

/**
 * What a text says is still to be done, in its order: its empty task boxes; else the sentences with a mark (`TODO:`, `Next steps:`, `Open question:`),
 * and in what a person said or noted also an intention ("I still have to call the bank", "we'll send it by Friday").
 *
 * Rather too few than false ones: rules ("you need to be 18"), manuals ("we need to add a type"), wishes and good advice are none.
 * @param byPerson by a person, or written down as a note; false for files and for what a program says, where little but boxes and marks counts
 * @example openItems("Shipped it. TODO: tell Kai.", false) // ["TODO: tell Kai."]
 */
export function openItems(text: string, byPerson: boolean): readonly string[] {
  const plain = text.replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gmu, "");
  const boxes = [...plain.matchAll(/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[ \][ \t]+(\S.*)$/gmu)];
  if (boxes.length > 0) return boxes.map(([, item = ""]) => item.trim());
  return sentences(plain).flatMap(({ start, end }) => {
    const sentence = plain.slice(start, end).trim();
    const mark = MARK.exec(sentence);
    const open =
      mark !== null ||
      (sentence.length <= LONGEST &&
        intends(sentence, byPerson) &&
        !SUPPOSED.test(sentence) &&
        !sentence.endsWith("?"));
    if (!open || DONE.test(sentence)) return [];
    return [mark === null ? sentence : sentence.slice(mark.index).replace(/^[\s>*#-]+/u, "")];
  });
}

const intends = (sentence: string, byPerson: boolean): boolean =>
  byPerson
    ? INTENTION.test(sentence) || isDuty(sentence, DUTY.said)
    : DIARY.test(sentence) || isDuty(sentence, DUTY.inFile);

/** Maximum length of an intention, characters. */
const LONGEST = 250;

/** At the start of a line, perhaps of a list or a quotation, in capitals or with a colon. */
const MARK = new RegExp(
  String.raw`(?:^|\n)[ \t>*#-]*(?:(?:TODO|FIXME)\b(?:\([^)\n]{0,40}\))?:?[ \t]+\S|(?:to-?do|action items?` +
    String.raw`|next steps?|open (?:questions?|items?|issues?)|follow[- ]ups?|still open|blocked (?:by|on)` +
    String.raw`|waiting (?:for|on))(?:\*\*)?:(?:\*\*)?\s+\S)`,
  "iu",
);

/** What is still to be done by whoever says that he has to: a look-up, since an alternation of so many words takes 20 ms to compile. */
const ACTIONS: ReadonlySet<string> = new Set(WORDS);

const ADVERB = "(?:still|also|really|just|now|quickly|finally|urgently)";
const WHAT = "(e-mail|[a-z]+)(?: ([a-z]+(?: out)?))?";
/** Duties of who speaks, with the first words of what is to be done; and those that are unmistakable in a file, too. */
const DUTY = {
  said: new RegExp(
    `\\b(?:I|[Ww]e)(?:(?: ${ADVERB})* (?:need to|have to|have got to|must|ought to|should still)(?: ${ADVERB})?` +
      `|['’](?:ve got to|ll (?:have|need) to)) ${WHAT}`,
    "g",
  ),
  inFile: new RegExp(`\\bI(?: still (?:need|have) to|['’]ve still got to) ${WHAT}`, "g"),
} as const;

const isDuty = (sentence: string, duty: RegExp): boolean =>
  [...sentence.matchAll(duty)].some(
    ([, verb = "", next = ""]) =>
      ACTIONS.has(`${verb}-${next.split(" ")[0]}`) ||
      (ACTIONS.has(verb) && !(verb === "check" && /^(?:in|it out)?$/.test(next))),
  );

const BY =
  "by (?:tomorrow|tonight|noon|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|next (?:week|" +
  "month)|the end of (?:the|this|next) \\w+|January|February|March|April|May|June|July|August|" +
  "September|October|November|December|the \\d|\\d)";

const INTENTION = new RegExp(
  [
    `(?:^|[Pp]lease |\\b[Cc]an you )[Rr]emind me to \\w+`,
    `\\b(?:don['’]t let me forget to|(?:I|[Ww]e) must(?:n['’]t| not) forget to) \\w+`,
    `\\b(?:I|we|he|she|they|\\p{Lu}\\p{Ll}+)(?:['’]ll| will| must| has to| have to| needs to| need ` +
      `to| promised to| agreed to| is going to| are going to|['’]re going to|['’]m going ` +
      `to)\\b.{0,80}\\b${BY}\\b`,
    `\\b(?:is|are) due (?:on |by |in |next |this |tomorrow|today|tonight)`,
    `\\bdeadline (?:is|for)\\b`,
    `\\b(?:I['’]m|we['’]re|I am|we are|still) (?:still )?waiting (?:for|on) (?:the|a|an|your|his|her|their|my|our|\\p{Lu})`,
    `\\b(?:I['’]m|we['’]re|I am|we are|it['’]s|is|are) (?:still )?blocked (?:by|on)\\b`,
    `\\b(?:is|are) still (?:pending|open|missing|undecided|to be (?:done|decided|confirmed))\\b`,
  ].join("|"),
  "u",
);

/** Matches intentions that are unmistakable in a file, too. */
const DIARY =
  /(?:^|[Pp]lease |\b[Cc]an you )[Rr]emind me to \w+|\b(?:don['’]t let me forget to) \w+|\bthe deadline is\b/u;

/** Matches what is done already or never will be. */
const DONE = new RegExp(
  String.raw`\b(?:done|fixed|resolved|closed|finished|completed|no longer|didn['’]t (?:need|have)` +
    String.raw`|don['’]t (?:need|have) to|needed to|had to|have to (?:admit|say|confess|agree))\b`,
  "iu",
);
/** Matches what is only supposed or wished. */
const SUPPOSED = new RegExp(
  String.raw`\b(?:if|when|whenever|whatever|unless|wherever|would|wish|maybe|someday|one day|sometimes|always` +
    String.raw`|everything|anything|all|that|which|what)\b.{0,40}\b(?:I|we|you)(?:['’]ll)? (?:\w+ )?(?:need` +
    String.raw`|have|must|ought)\b|\b(?:feel|feels|felt) like\b`,
  "iu",
);
