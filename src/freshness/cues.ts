/** What sentences say of a fact by words alone: that it is over, chosen, thought of, or as it was. */
import { ERRED, FORMER as FORMER_WORD, isOfNow, MAY_SET_RIGHT, SETS_RIGHT } from "../english/word-classes.ts";

/** What is only thought of, or told of as somebody's idea. */
export const MUSED = new RegExp(
  String.raw`\b(?:maybe|perhaps|might|what if|if|unless|hopefully|considering|thinking of|thinking about|wonder|i guess|looking at|` +
    String.raw`['’]d (?:love|like|prefer|rather)|` +
    String.raw`wish|nobody|no one|ago|back (?:then|when)|used to say|predecessor|whether|imagine|could|would|dream(?:s|t|ed)? of|` +
    String.raw`thinks|claims|believes|(?<!\b(?:i|we) )(?:thought|claimed|believed)|` +
    String.raw`(?:think|says|wants|suggest\w*|propos\w*)\b.*\bshould|should(?! (?:be|have|read|say)\b))\b`,
  "iu",
);
const STRANGER = "(?:somebody|someone|some people)";
/** What somebody else has. */
const THEIRS = new RegExp(
  String.raw`\b(?:from|than|unlike) (?:mine|ours)\b|\bnext to (?:us|me|mine|ours)\b|\b(?:from|of|by) another\b|\bhow ${STRANGER}\b|` +
    String.raw`\b${STRANGER} (?:else['’]s|lets? |from |keeps? |puts? )|\b${STRANGER}['’]s (?!been|got|\p{L}+(?:ed|ing)\b)\p{L}|` +
    String.raw`\b(?:says?|said) (?:his|her|their) |\b(?:guys|people|folks) (?:from|at) |\bthe \p{L}+ before (?:him|her|them|that)\b|` +
    String.raw`\b(?:my|his|her|their) \p{L}+(?:s['’]|['’]s) (?:house|flat|place|home)\b`,
  "iu",
);
/** What somebody came across, and has for that reason alone neither got nor changed: "saw a car with the plate GR-P 999". */
const MET = new RegExp(
  String.raw`^\W*(?:(?:and|so|btw|oh)\W+)?(?:(?:i|we) )?(?:just |once |also )?(?:(?:saw|tried|read|heard|played|watched|visited|` +
    String.raw`overheard|walked into|borrowed|rang|dream(?:t|ed)?)\s|got an? (?:\p{L}+ )?(?:flyer|ad|offer)\b|(?:had|knew) an? (?:\p{L}+ )+once\b)`,
  "iu",
);
const NOW_HELD =
  /\b(?:new|now|instead|these days|no longer|is|are|will|mov(?:ed|es)|changed|switched|up|down|goes|went)\b|['’]s (?:an?|the|at|on|in|[\d\p{Lu}])/iu;
/** Whether a sentence is of what somebody else has, or came across. */
export const isTheirs = (text: string): boolean =>
  (THEIRS.test(text) && !/\b(?:now|instead|from now on|these days)\b/iu.test(text)) ||
  (MET.test(text) && !NOW_HELD.test(text));
/** What says that all is as it was. */
export const SAME = new RegExp(
  String.raw`\b(?:still|unchanged|(?:stay|remain)s? (?:as|where|what) (?:it|they|he|she) (?:is|are|was)|same as (?:before|ever|always)|` +
    String.raw`as (?:before|always|ever)|(?:has|have|had|did|does)(?:n't| not|nt) change[sd]?|no change)\b`,
  "iu",
);
/** What says of itself that it is an exception, and a day or a week that what is said holds for. */
const EXCEPTION = new RegExp(
  String.raw`\b(?:(?:only|just) (?:(?:for|on|this|that) )*(?:today|tomorrow|tonight|once|\p{L}+day)|` +
    String.raw`(?:today|tomorrow|tonight|eve|week|once|\p{L}+day),? only|exceptionally|for once|this time|by mistake|accidentally|` +
    String.raw`as an exception|(?:off|out|at home) sick|on (?:christmas|new year['’]s|easter) (?:eve|day|sunday)|tonight['’]s|back to normal)\b`,
  "iu",
);
const DAY = new RegExp(
  String.raw`(?<!\b(?:to|till|until|from|since|of|starting|by|for) )\b(?:(?:this|next) ` +
    String.raw`(?:week|month|\p{L}+day|morning|evening|night|weekend)|tomorrow|tonight|(?<=^\W*)today)\b`,
  "iu",
);
/** Whether what is said holds for once, and changes nothing of what holds otherwise: "tomorrow only my train leaves at 7:40". */
export const isForOnce = (text: string): boolean => EXCEPTION.test(text) || (DAY.test(text) && !isOfNow(text));
export const REQUEST =
  /^(?:what|who|when|where|which|how|do you|did|can you|could you|is|are|remind|tell|list|show|give me|repeat|recite)\b/iu;
/** What begins a reply that denies, or sets right what was just said. */
export const NO = new RegExp(
  String.raw`^\W*(?:(?:ah|oh|ugh|hmm|uh|um|ok|well)\W+)?(?:${SETS_RIGHT}|${MAY_SET_RIGHT}|rather|wrong|not|never|hmm|` +
    String.raw`(?:it|that)(?:['’]s| is| was| should))\b`,
  "iu",
);
/** Words that set right what was just said, wherever they stand in a message; "no problem" and "wait for Anna" hold none. */
export const CORRECTION = new RegExp(
  String.raw`\b(?:(?:${MAY_SET_RIGHT}|rather|wrong)(?=[\s,.!:;–—]*$|\W*[,.!:;–—]|` +
    String.raw` (?:no|sorry|wait|it|that|thats|i (?:meant|mean)|actually)\b)|not that one|oops|argh|actually|${SETS_RIGHT}|` +
    String.raw`${ERRED}|(?:change|set) (?:it|that) to|` +
    String.raw`should (?:be|have been)|(?:i(?: have|['’]ve got|['’]ve)? )?(?:an? |the )?new (?:one|number)(?: is)?|` +
    String.raw`(?:[\p{L}’']+ ){0,3}(?:cut|raised|lowered|changed|moved|bumped|upped|pushed|reduced|increased) (?:it|that) ` +
    String.raw`(?:(?:back|down|up|forward) )?to)\b`,
  "iu",
);
/** The same with the words beside them: what is left is the value. */
export const CORRECTING = new RegExp(
  String.raw`${CORRECTION.source}|\b(?:(?:it|that)(?:['’]?s| is| was|(?= should))(?: a)?|to|at|on|now)\b`,
  "giu",
);
/** A sentence of somebody who was named right before it. */
export const PRONOUN = /(?<=^\W*(?:(?:no|but|and|well|actually|sorry)\W+)*)(?:he|she|they)\b/iu;
/** What begins a reply that confirms, or knows nothing. */
export const YES =
  /^\W*(?:y(?:es|ep|up|eah)|correct|right|sure|ok|okay|same|no idea|not sure|dunno|don't|thanks|thank|great|good|cool|nice)\b/iu;
/** What says of anything that it is replaced, whether or not it names what. */
export const REPLACING = new RegExp(
  String.raw`\b(?:used to|old|former(?:ly)?|previous(?:ly)?|dead|gone|scratch|so much for|goodbye|ignore|forget|instead|rather than|typo|` +
    String.raw`mistake|misremembered|meant|should have|replac\w+)\b`,
  "iu",
);
/** What says that something was so: with another value beside it, it is no longer. */
export const FORMER = new RegExp(
  String.raw`${REPLACING.source}|\b(?:was|were|last (?:year|month|week)|too (?:long|short|high|low|big|small|much|late|early|slow|pricey|` +
    String.raw`expensive)|should be|said|from|not|never|won't|no)\b|n't\b`,
  "iu",
);
/** "My former boss": who is none by now. */
export const OF_FORMER = new RegExp(String.raw`\b(?:my|our|the) ${FORMER_WORD}\b`, "iu");
/** What says of a value that it no longer holds, and not that it does again. */
export const DENIES =
  /^(?!.*\b(?:again|back)\b).*(?:\b(?:no longer|not|never|used to|old|former(?:ly)?|previous(?:ly)?|was|were|left|quit)\b|n['’]t\b)/isu;
/** Another name in a clause of its own: "…, it's Kingfisher", "…, but Kingfisher it is", "…, Argenta will". */
export const IN_PLACE =
  /(?:[,;]|\b(?:but|so|and))\s+(?:(?:it's|it is|mine is|ours is)\s+\p{Lu}|\p{Lu}\S*(?: \p{Lu}\S*)*\s+(?:it is|is|will)\b)/u;
/** What says of a choice that it is made. */
export const SETTLED = new RegExp(
  String.raw`\b(?:agreed|decided?|decision|settled|sorted|chose|chosen|picked|going with|went with|gone with|` +
    String.raw`finally|right|taking over|isn't what|rang|called|asked for|put (?:back|off|forward)|(?:down|up) to|` +
    String.raw`only|since|from (?:now|next|mon|tues|wednes|thurs|fri|satur|sun)\w*|will be|forget|wrong|mistake|` +
    String.raw`should (?:be|have)|said)\b`,
  "iu",
);
/** What says of an item where it stands among one's favourites. */
export const STANDING = new RegExp(
  String.raw`\b(?:favou?rites?|beats?|(?:better|more|higher|lower) than|(?:(?:should|has to|must) (?:be|go|come|rank)|goes|comes|belongs|ranks) ` +
    String.raw`(?:above|below|before|after|ahead|behind|first|second|third|last|(?:at|to) the (?:top|bottom|end)|number))\b`,
  "iu",
);
/** A sentence of which somebody else is the subject. */
export const OTHERS = /^(?:\p{L}+,? ){0,1}(?:my|our|the|his|her|their)\s+(?!.*\b(?:i|we)\b)/iu;
