/** Words that a question begins with, before what is asked for. */
export const LEAD = new RegExp(
  String.raw`^(?:(?:(?:can|could|would) you (?:please )?)?(?:tell|remind|give|` +
    String.raw`show)(?: me)?(?: again)?(?: of)?(?: what| who| when| where)?|do you (?:still )?(?:know|` +
    String.raw`remember|recall|have)(?: what| who| when| where)?|what do you (?:have|know)(?: for| about|` +
    String.raw` as)?|` +
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
    String.raw`for the record|is it|was it|in total|so far|(?:and )?(?:when|where|which chat) did i say (?:that|it|this|so)))+$`,
  "iu",
);

/** What asks of the past, at the end. */
export const PAST =
  /(?:\s+(?:before(?: that| this| now)?|previously|originally|earlier|back then|in the past|before .{1,40}|used? to be|formerly))$/iu;

/** A polite frame around a question. */
export const ASKED_POLITELY = new RegExp(
  String.raw`^(?:(?:do|would) you (?:still )?(?:know|remember|recall)|(?:can|could) you (?:tell|` +
    String.raw`remind) me|tell me|remind me)\s+(?=(?:what|which|who|where|when|how)\b)`,
  "iu",
);

/** Verbs of questions, which are no part of a key. */
export const ASKING = new RegExp(
  String.raw`^(?:use|uses|used|using|wear|need|want|get|go|run|runs|running|work|works|lead|leads|live|` +
    String.raw`lives|call|called|say|said|tell|told|know|remember|stored|set|listen|again|please|pls|plz|` +
    String.raw`now|currently|still|exactly|much|many|long|old|time|number)$`,
  "u",
);

/** What questions for a list say beside its topic, the place and the item. */
export const OF_LISTS = new RegExp(
  String.raw`^(?:a|an|the|my|our|mine|and|or|ok|so|hey|quick|question|then|please|pls|u|r|rn|wats?|what'?s|where'?s|out|back|down|` +
    String.raw`file|time|rank(?:s|ed|ing)?|lists?|sit(?:s|ting)?|stands?|comes?|places?|positions?|spots?|slots?|ones?|` +
    String.raw`like|love|most|best|say|said|have|hold|holds|read|show|see|print|display|give|tell|run|through|more|again|` +
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
  /\b(?:where|how high|what (?:rank|place|position|spot|number)|which (?:rank|place|position|spot|number)|in what place)\b/iu;
