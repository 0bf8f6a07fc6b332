import WORDS from "./word-classes.json" with { type: "json" };

/** The closed classes of English, and what tells that a phrase describes instead of naming. */

/** A whole word that is one of these, in any case. */
export const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join("|")})$`, "iu");

/** Pronouns that are the subject or object of a clause. */
export const PRONOUNS: ReadonlySet<string> = new Set(WORDS.pronouns);
/** Finite forms of be, have, do and the modals. */
export const FINITE: ReadonlySet<string> = new Set(WORDS.finite);
export const PREPOSITIONS: ReadonlySet<string> = new Set(WORDS.prepositions);
/** Adverbs of degree, of time and of certainty: what follows them describes. */
export const DEGREES: ReadonlySet<string> = new Set(WORDS.degrees);
/** Words that make what is said unsure. */
export const HEDGES: ReadonlySet<string> = new Set(WORDS.hedges);
/** Adjectives, participles and particles that describe rather than name: "is closed", "is out", "is back". */
const PREDICATES: ReadonlySet<string> = new Set(WORDS.predicates);
/** Nouns that only judge: "is a mess", "is a disaster". */
export const JUDGEMENTS: ReadonlySet<string> = new Set(WORDS.judgements);
/** Verbs that give a command or ask for something: a sentence that begins with one states nothing. */
export const IMPERATIVES: ReadonlySet<string> = new Set(WORDS.imperatives);

const DESCRIBING =
  /(?:[^e]ed|[^aeiouy]ing|ful|less|[^aeiou]able|ible|[^l]ive|ous|ally|antly|ently|ingly|edly|[^fi]ly)$/u;
/** "Muddy" and "squeaky", but not "melody", "pottery" and "biology". */
const IN_Y =
  /(?:[^eo]dy|[eo]{2}dy|[dgn]gy|[kvwxz]y|[^oe]my|oomy|[^oa]ny|[^ao]py|[^a]sy|[^aeiou]ty|(?:[csth]h|bb|(?<!be)rr|gr|[ah]ir|[^aen]c)y)$/u;
/** Words that look so and name something. */
const NAMING: ReadonlySet<string> = new Set(WORDS.naming);

/** Whether a small word describes by its form alone: "delayed", "careful", "slowly". */
export const looksDescribing = (word: string): boolean =>
  PREDICATES.has(word) || (word.length > 4 && (DESCRIBING.test(word) || IN_Y.test(word)) && !NAMING.has(word));

/** Words that a question begins with, before what is asked for. */
export const LEAD = new RegExp(String.raw`^(?:${WORDS.leads.join("|")})(?=[\s']|$)`, "iu");

/** The verb behind them. */
export const BE =
  /^\s*(?:'s|'re|\s(?:is|are|was|were|will be|does|do|did|starts?|again|currently|now|exactly|be|have|has))(?=\s|$)/iu;

/** Words that a question ends with. */
export const TRAIL = new RegExp(String.raw`(?:[\s,]+(?:${WORDS.trails.join("|")}))+$`, "iu");

/** What asks of the past, at the end. */
export const PAST =
  /(?:\s+(?:before(?: that| this| now)?|previously|originally|earlier|back then|in the past|before .{1,40}|used? to be|formerly))$/iu;

/** What questions for a list say beside its topic, the place and the item. */
export const OF_LISTS = oneOf(WORDS.ofLists);

/** What asks of a list, and of which words nothing is left for its topic. */
export const ASKS_OF = new RegExp(
  String.raw`^(?:(?:ok|so|hey|and),? )*(?:quick question:? )?(?:wh?ats?|what's|which|who|where|how|list|show|read|print|display|give|tell|` +
    String.raw`run|remind|do you know|number of|at (?:what|which)|in what|i'd like to see|i lost track|in my|out of)\b`,
  "iu",
);

/** The past, and what is in an item. */
export const ELSEWHERE =
  /^what(?:'s| is| are) in\b|\b(?:before|used? to|previously|originally|earlier|formerly|back when)\b/iu;

export const COUNTS = /\b(?:how many|number of|how long is (?:my|the) list)\b/iu;

export const RANKS =
  /\b(?:where(?! (?:can|could|should|do you)\b)|how high|what (?:rank|place|position|spot|number)|which (?:rank|place|position|spot|number)|in what place)\b/iu;

/** What people do to what ends it or makes another of it: verbs that need no other word to say so. */
const ENDS = WORDS.ends.join("|");

/** What ends a value that it is said of, and says less of what else bears its name. */
const HALTS = "killed|cut|returned|closed|died|passed away|broken?|stopped";

/** Words that say that something is no longer as it was. */
export const CHANGE = new RegExp(
  String.raw`\b(?:${ENDS}|moved?|not .{1,30} any ?more|correct(?:ed|ion)?|wrong|outdated|became|becomes)\b`,
  "iu",
);

/** What says that something is over, or somebody else's turn. */
export const OVER = new RegExp(String.raw`\b(?:${ENDS}|${HALTS}|${WORDS.over.join("|")})\b|n't\b`, "iu");

/** Words of these that say too little where only a part of the value is named. */
export const SLIGHT = /\b(?:not|new|now|until|off|over|away|lost|these days|cut)\b|n't\b/giu;

/** Words that say of something stored that it is over, or another now. */
export const SURELY_OVER = new RegExp(String.raw`\b(?:${ENDS}|${HALTS}|is now|are now)\b`, "iu");

/** What sets right what was just said, whatever stands behind it; what does where that is all or says "it's"; and what says that it was wrong. */
export const SETS_RIGHT = "(?:no,? wait|wait,? no|scr(?:atch|ap) that|correction|make (?:that|it)|i meant?)";
export const MAY_SET_RIGHT = "(?:no|nope|nah|(?:oh )?wait|hang on|oops|sorry|(?:well )?actually)";
export const ERRED = "(?:i (?:misread|mistyped|misspoke|misheard)|my (?:mistake|bad)|typo)";

/** Words by which a statement says that it holds from now on, or other than before. */
export const NEWER = new RegExp(String.raw`${CHANGE.source}|\b(?:${ERRED}|${WORDS.newer.join("|")})\b`, "iu");

/** How the form of a sentence tells that something is so from now on: "till further notice", "Postgres it is", "so it's the 20th". */
const FROM_NOW_ON = new RegExp(
  String.raw`\bfrom (?:the |this |next )?(?:today|tomorrow|here on|\d{1,2}(?:st|nd|rd|th)|week|month|\p{L}+day)\b(?! (?:to|until|till)\b)|` +
    String.raw`\b(?:un)?till? further notice\b|\b\p{L}+ it is\b|\bagain\b(?!\W*$)|\b(?:have|has|(?:i|we|they)['’]?ve) (?:just |now )?` +
    String.raw`(?!been\b|had\b)(?:\p{L}+(?:ed|en|wn|ne|ght|pt|nt|ld|ft)|put|set|cut|made|got|let|led|found)\b|` +
    String.raw`\bso (?:i|it|that|we|he|she|they|(?:the|my|our) (?:\p{L}+ ){0,3}\p{L}+|\p{L}+(?= (?:is|are) (?:my|our|the)\b))` +
    String.raw`(?:['’](?:m|s|re)| is| am| are)\b|(?:\bnot|\bno|n['’]t) (?:\p{L}+ ){0,3}?` +
    String.raw`(?:before|until|till)(?= (?:the |next )?(?:\d|\p{L}+day\b))|\bat the (?:earliest|soonest)\b|\bsince (?:this|today|yesterday|\p{L}+day)\b|` +
    String.raw`\b(?:push|mov|shift|bump|shov|nudg|postpon|reschedul|chang|put|slid)\p{L}* (?:\p{L}+ ){0,3}?(?:to|for|till|until)\b`,
  "iu",
);
/** Whether a text says by a word or by its form that something is so from now on. */
export const isOfNow = (text: string): boolean => NEWER.test(text) || FROM_NOW_ON.test(text);

/** What tells of an event or a beginning: "they put up …", "went over to …", "Jonas started at …", "18 from January", "with milk lately". */
const EVENT = new RegExp(
  String.raw`\b(?:lately|recently|since|(?:down|up|over|back) (?:to|on)|from (?:this|next) \p{L}+)\b|\bfrom \p{Lu}|` +
    String.raw`^\W*(?:(?:ok|so|and|finally|btw)\W+)*(?:(?:i|we|they|he|she|[\p{L}’']+)(?: just| finally)? )?` +
    String.raw`(?:\p{L}{2,}ed|went|got|took|gave|put|drew|had|began|bought|found|chose|built|made|set|won|let|hired)\b`,
  "iu",
);
/** Whether a text tells of an event after which something is so, or of its beginning. */
export const tellsEvent = (text: string): boolean => isOfNow(text) || EVENT.test(text);

/** What is none by now: "former boss". */
export const FORMER = "(?:old|former|previous|ex|past|earlier|original)";

/** What says what somebody likes. */
export const LIKES = /\b(?:prefer|favou?rite|best|love|like|into|obsessed|switched|converted|better|enjoy|fan)\b/iu;

/** In lower case, from January on. */
export const MONTHS: readonly string[] =
  "january february march april may june july august september october november december".split(" ");

/** In lower case, by their number in JavaScript: Sunday is 0. */
export const WEEKDAYS: readonly string[] = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
