import { sentences } from "../text/sentences.ts";

/**
 * The sentence of a text that speaks of something still to be done, or null: an empty task box, a mark (`TODO:`, `Next steps:`, `Open question:`),
 * and in what a person said or noted also an intention ("I still have to call the bank", "we'll send it by Friday").
 *
 * Rather too few than false ones: rules ("you need to be 18"), manuals ("we need to add a type"), wishes and good advice are none.
 *
 * @param byPerson by a person, or written down as a note; false for files and for what a program says, where little but boxes and marks counts
 * @example openItem("Shipped it. TODO: tell Kai.", false) // "TODO: tell Kai."
 */
export function openItem(text: string, byPerson: boolean): string | null {
  const plain = text.replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gmu, "");
  const box = /^[ \t]*[-*+] \[ \] +(.+)$/mu.exec(plain)?.[1];
  if (box !== undefined) return box.trim();
  for (const span of sentences(plain)) {
    const sentence = plain.slice(span.start, span.end).trim();
    const mark = MARK.exec(sentence);
    if (mark !== null && !DONE.test(sentence)) return sentence.slice(mark.index).replace(/^[\s>*#-]+/u, "");
    if (
      sentence.length <= LONGEST &&
      HINT.test(sentence) &&
      (byPerson ? INTENTION : DIARY).test(sentence) &&
      !DONE.test(sentence) &&
      !SUPPOSED.test(sentence) &&
      !sentence.endsWith("?")
    )
      return sentence;
  }
  return null;
}

/** Maximum length of an intention, characters. */
const LONGEST = 250;

/** At the start of a line, perhaps of a list or a quotation, in capitals or with a colon. */
const MARK = new RegExp(
  String.raw`(?:^|\n)[ \t>*#-]*(?:(?:TODO|FIXME)\b(?:\([^)\n]{0,40}\))?:?[ \t]+\S|(?:to-?do|action items?` +
    String.raw`|next steps?|open (?:questions?|items?|issues?)|follow[- ]ups?|still open|blocked (?:by|on)` +
    String.raw`|waiting (?:for|on))(?:\*\*)?:(?:\*\*)?\s+\S)`,
  "iu",
);

const ACTION =
  "call|phone|ring|send|e-?mail|mail|write|reply|answer|respond|book|buy|order|pay|fix|repair|finish|" +
  "complete|submit|file|hand in|renew|schedule|reschedule|arrange|check (?!in\\b|it out)|confirm|ask|" +
  "tell|inform|update|sign|review|prepare|pick up|drop off|return|collect|find out|finali[sz]e|" +
  "register|apply|cancel|upload|download|test|deploy|release|ship|merge|migrate|rotate|revoke|decide|" +
  "talk to|speak (?:to|with)|discuss|clarify|research|look into|verify|contact|follow up|clean|replace|" +
  "set up|install|organi[sz]e|plan|draft|translate|print|meet|see a|visit|settle|invoice|refactor|" +
  "document|measure|investigate|add|remove|change|switch|close|open|back up|pack|fetch|bring|make an " +
  "appointment|sort out";
const BY =
  "by (?:tomorrow|tonight|noon|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|next (?:week|" +
  "month)|the end of (?:the|this|next) \\w+|January|February|March|April|May|June|July|August|" +
  "September|October|November|December|the \\d|\\d)";

const INTENTION = new RegExp(
  [
    `\\b(?:I|[Ww]e)(?: (?:still|also|really|just|now|urgently))* (?:need to|have to|have got to|must` +
      `|ought to|should still)(?: (?:still|also|quickly|finally|urgently))? (?:${ACTION})\\b`,
    `\\b(?:I|[Ww]e)['’](?:ve got to|ll (?:have|need) to) (?:${ACTION})\\b`,
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

/** Matches every sentence that `INTENTION` or `DIARY` matches, and few others, in a tenth of the time. */
const HINT = new RegExp(
  "(?:need|have|got|has|needs|promised|agreed|going) to\\b|must|ought to|should still|emind me to|forget to" +
    `|(?:is|are) due|deadline|waiting|blocked|(?:is|are) still|(?:ll|will)\\b.{0,90}\\b${BY}`,
  "u",
);

/** Matches intentions that are unmistakable in a file, too. */
const DIARY = new RegExp(
  `\\bI(?: still (?:need|have) to|['’]ve still got to) (?:${ACTION}` +
    `)\\b|(?:^|[Pp]lease |\\b[Cc]an you )[Rr]emind me to \\w+|\\b(?:don['’]t let me forget to) \\w+` +
    `|\\bthe deadline is\\b`,
  "u",
);

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
