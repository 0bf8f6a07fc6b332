import WORDS from "./word-classes.json" with { type: "json" };

/** The closed classes of English, and what tells that a phrase describes instead of naming. */

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
export const LEAD = new RegExp(
  String.raw`^(?:(?:(?:can|could|would) you (?:please )?)?(?:tell|remind|give|` +
    String.raw`show)(?: me)?(?: again)?(?: of)?(?: what| who| when| where)?|do you (?:still )?(?:know|` +
    String.raw`remember|recall|have)(?: what| who| when| where)?|what do you (?:have|know)(?: for| about| as)?|` +
    String.raw`i (?:forgot|forget|need|can't remember|don't remember)(?: what| when| where)?|` +
    String.raw`what did i (?:say|tell you|set)(?: was| is| that)?|remember what|list|name|read out|` +
    String.raw`read back|read|display|i'd like to see|i want to see|let me see|(?:what|where|` +
    String.raw`when) did i (?:say|tell you|mention)(?: that)?|what(?:'s| is| are) (?:on|in|at)|` +
    String.raw`do i have(?: any)?|look up|any idea what|quick question|recall|` +
    String.raw`(?:and )?(?:what|how) about|and|on what (?:date|day)|(?:at )?what time|what (?:day|date|` +
    String.raw`year|number|kind of \p{L}+)|which (?:day|date|year|one)|what exactly|what|which|who|when|` +
    String.raw`where|how much|how long|how many|how|whats|whos|whens|wheres)(?=[\s']|$)`,
  "iu",
);

/** The verb behind them. */
export const BE =
  /^\s*(?:'s|'re|\s(?:is|are|was|were|will be|does|do|did|starts?|again|currently|now|exactly|be|have|has))(?=\s|$)/iu;

/** Words that a question ends with. */
export const TRAIL = new RegExp(
  String.raw`(?:[\s,]+(?:again|please|pls|plz|though|now|right now|currently|these days|at the moment|` +
    String.raw`today|anyway|by the way|btw|exactly|then|thanks|thank you|for me|do you know|` +
    String.raw`do you remember|remember|called|stored|you have(?: stored)?|i (?:said|told you|gave you|` +
    String.raw`mentioned)|did i say|do i have|do (?:we|i) use|are we (?:on|using)|have i got|` +
    String.raw`for the record|in order|is it|was it|in total|so far|(?:and )?(?:when|where|which chat) did i say (?:that|it|this|so)))+$`,
  "iu",
);

/** What asks of the past, at the end. */
export const PAST =
  /(?:\s+(?:before(?: that| this| now)?|previously|originally|earlier|back then|in the past|before .{1,40}|used? to be|formerly))$/iu;

/** What questions for a list say beside its topic, the place and the item. */
export const OF_LISTS = new RegExp(
  String.raw`^(?:a|an|the|my|our|mine|and|or|ok|so|hey|quick|question|then|please|pls|u|r|rn|wats?|what'?s|where'?s|out|back|down|` +
    String.raw`file|time|rank(?:s|ed|ing)?|lists?|sit(?:s|ting)?|stands?|comes?|places?|positions?|spots?|slots?|ones?|` +
    String.raw`like|love|most|least|best|all|full|whole|say|said|have|got|hold|holds|read|show|see|print|display|give|tell|run|through|more|again|` +
    String.raw`called?|told|named?|listed|stored|put|number|long|many|now|very|know|remember|recall|lost|track|i'd)$`,
  "u",
);

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
const ENDS =
  "chang(?:e|ed|es|ing)|moved|moving|switch(?:ed|ing)?|migrat(?:ed|ing)|updated?|replac(?:ed?|ing)|renamed?|reset|rotated|rebuilt|" +
  "reschedul(?:ed|ing)|postpon(?:ed|ing)|shifted|bumped|slipped|delayed|brought forward|pushed|raised|lowered|upped|doubled?|reduced|increased|decreased|" +
  "extended|shortened|quit|quits|left|leaving|resigned|retir(?:ed|ing)|fired|laid off|let go|stepped down|took over|taken over|handed over|" +
  "sold|traded|swapped|rehomed|got rid of|get rid of|getting rid of|gave (?:up|away)|given up|giving up|threw (?:out|away)|" +
  "scrapped|axed|ditched|dumped|drop(?:ped)?|abandoned|sunset|decommissioned|deprecated|shut down|cancel+ed|called off|f[ae]ll(?:s|en)? through|" +
  "expired|broke up|split up|separated|divorced|outgrew|outgrown|grew out of|gone off|can't stand|cannot stand|" +
  "done with|tired of|sick of|over with|off (?:dairy|meat|gluten|sugar|alcohol|caffeine|coffee)|packed (?:up|her|his|my|our|their)|moved out|" +
  "no longer|any ?more|any longer|used to|from now on|instead|turns out|" +
  "(?:is|are|was|were|'s|'re) off|(?:got|have|has|gave me|gave us|need) (?:a new|a different|another|new)";

/** What ends a value that it is said of, and says less of what else bears its name. */
const HALTS = "killed|cut|returned|closed|died|passed away|broken?|stopped";

/** Words that say that something is no longer as it was. */
export const CHANGE = new RegExp(
  String.raw`\b(?:${ENDS}|moved?|not .{1,30} any ?more|correct(?:ed|ion)?|wrong|outdated|became|becomes)\b`,
  "iu",
);

/** What says that something is over, or somebody else's turn. */
export const OVER = new RegExp(
  String.raw`\b(?:${ENDS}|${HALTS}|not|leav(?:e|es)|over|gone|ill|leave|away|frozen|unavailable|cover(?:s|ing)|takes|tired|off|sick|notice|` +
    String.raw`last day|ended|closing|split|lost|gave|these days|joined|joining|now|new|until|wrong)\b|n't\b`,
  "iu",
);

/** Words of these that say too little where only a part of the value is named. */
export const SLIGHT = /\b(?:not|new|now|until|off|over|away|lost|these days|cut)\b|n't\b/giu;

/** Words that say of something stored that it is over, or another now. */
export const SURELY_OVER = new RegExp(String.raw`\b(?:${ENDS}|${HALTS}|is now|are now)\b`, "iu");

/** What sets right what was just said, whatever stands behind it; what does where that is all or says "it's"; and what says that it was wrong. */
export const SETS_RIGHT = "(?:no,? wait|wait,? no|scr(?:atch|ap) that|correction|make (?:that|it)|i meant?)";
export const MAY_SET_RIGHT = "(?:no|nope|nah|(?:oh )?wait|hang on|oops|sorry|(?:well )?actually)";
export const ERRED = "(?:i (?:misread|mistyped|misspoke|misheard)|my (?:mistake|bad)|typo)";

/** Words by which a statement says that it holds from now on, or other than before. */
export const NEWER = new RegExp(
  `${CHANGE.source}|` +
    String.raw`\b(?:${ERRED}|now|new|newly|moves|switches|swap(?:s|ped)|as of|starting|effective|slip(?:s|ped)|earlier|later|delayed|extended|` +
    String.raw`brought forward|(?:is|are|were|went) back (?:on|at|to|in)|(?:goes?|went|going) (?:up|down|with)|` +
    String.raw`rais(?:ed|es)|lower(?:ed|s)|increas(?:ed|es)|decreas(?:ed|es)|reduced|decided|in the end|after all|` +
    String.raw`actually|correction|turn(?:s|ed) out|let's make|make (?:it|that)|already|these days|` +
    String.raw`i meant|should have (?:been|said|read))\b`,
  "iu",
);

/** How the form of a sentence tells that something is so from now on: "till further notice", "Postgres it is", "so it's the 20th". */
const FROM_NOW_ON = new RegExp(
  String.raw`\bfrom (?:the |this |next )?(?:today|tomorrow|here on|\d{1,2}(?:st|nd|rd|th)|week|month|\p{L}+day)\b(?! (?:to|until|till)\b)|` +
    String.raw`\b(?:un)?till? further notice\b|\b\p{L}+ it is\b|\bagain\b(?!\W*$)|\b(?:have|has|(?:i|we|they)['’]?ve) (?:just |now )?` +
    String.raw`(?!been\b|had\b)(?:\p{L}+(?:ed|en|wn|ne|ght|pt|nt|ld|ft)|put|set|cut|made|got|let|led|found)\b|` +
    String.raw`\bso (?:it|that|we|he|she|they)(?:['’](?:s|re)| is| are)\b|(?:\bnot|\bno|n['’]t) (?:\p{L}+ ){0,3}?` +
    String.raw`(?:before|until|till)(?= (?:the |next )?(?:\d|\p{L}+day\b))|\bat the (?:earliest|soonest)\b|\bsince (?:this|today|yesterday|\p{L}+day)\b|` +
    String.raw`\b(?:push|mov|shift|bump|shov|nudg|postpon|reschedul|chang|put|slid)\p{L}* (?:\p{L}+ ){0,3}?(?:to|for|till|until)\b`,
  "iu",
);
/** Whether a text says by a word or by its form that something is so from now on. */
export const isOfNow = (text: string): boolean => NEWER.test(text) || FROM_NOW_ON.test(text);

/** What is none by now: "former boss". */
export const FORMER = "(?:old|former|previous|ex|past|earlier|original)";

/** What says what somebody likes. */
export const LIKES = /\b(?:prefer|favou?rite|best|love|like|into|obsessed|switched|converted|better|enjoy|fan)\b/iu;

/** In lower case, from January on. */
export const MONTHS: readonly string[] =
  "january february march april may june july august september october november december".split(" ");

/** In lower case, by their number in JavaScript: Sunday is 0. */
export const WEEKDAYS: readonly string[] = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
