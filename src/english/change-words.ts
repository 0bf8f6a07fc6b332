/** Words that say that something is no longer as it was. */
export const CHANGE = new RegExp(
  String.raw`\b(?:chang(?:e|ed|es|ing)|moved?|moving|switch(?:ed|ing)?|updated?|replaced?|renamed?|reset|` +
    String.raw`no longer|any ?more|instead|bumped|pushed|postponed|rescheduled|shifted|cancel+ed|` +
    String.raw`quit|left|sold|broke up|retired|dropped|expired|used to|` +
    String.raw`not .{1,30} any ?more|correct(?:ed|ion)?|wrong|outdated|from now on|` +
    String.raw`became|becomes)\b`,
  "iu",
);

/** What says that something is over, or somebody else's turn. */
export const OVER = new RegExp(
  String.raw`\b(?:no longer|any ?more|not|quit|left|leav(?:e|es|ing)|sold|cancel+ed|chang(?:e|ed|es|ing)|` +
    String.raw`moved?|moving|switch(?:ed|ing)?|replaced|instead|used to|expired|died|broke|dropped|wrong|` +
    String.raw`stopped|over|gone|drop|broken|ill|leave|away|frozen|unavailable|cover(?:s|ing)|takes|retired|` +
    String.raw`retiring|tired|off|sick|notice|last day|resigned|fired|` +
    String.raw`stepped down|ended|closed|closing|divorced|split|lost|traded|swapped|gave|giving up|` +
    String.raw`done with|these days|from now on|joined|joining|rebuilt|now|new|until)\b|n't\b`,
  "iu",
);

/** Words of these that say too little where only a part of the value is named. */
export const SLIGHT = /\b(?:not|new|now|until|off|over|away|lost|these days)\b|n't\b/giu;

/** Words that say of something stored that it is over, or another now. */
export const SURELY_OVER = new RegExp(
  String.raw`\b(?:chang(?:e|ed|es)|moved|switched|updated|replaced?|renamed|reset|rotated|rebuilt|no longer|any ?more|` +
    String.raw`rescheduled|postponed|is now|are now|instead|from now on|quit|left|leaving|sold|cancel+ed|expired|broken?|` +
    String.raw`drop(?:ped)?|stopped|retired|resigned|fired|stepped down|closed|traded|swapped|done with|gone off|` +
    String.raw`used to)\b`,
  "iu",
);

/** Words by which a statement says that it holds from now on, or other than before. */
export const NEWER = new RegExp(
  `${CHANGE.source}|` +
    String.raw`\b(?:now|new|newly|moves|switches|swap(?:s|ped)|as of|starting|effective|slip(?:s|ped)|earlier|later|delayed|extended|` +
    String.raw`brought forward|(?:is|are|were|went) back (?:on|at|to|in)|(?:goes?|went|going) (?:up|down|with)|` +
    String.raw`rais(?:ed|es)|lower(?:ed|s)|increas(?:ed|es)|decreas(?:ed|es)|reduced|decided|in the end|after all|` +
    String.raw`actually|correction|turn(?:s|ed) out|let's make|make (?:it|that))\b`,
  "iu",
);

/** What says what somebody likes. */
export const LIKES = /\b(?:prefer|favou?rite|best|love|like|into|obsessed|switched|converted|better|enjoy|fan)\b/iu;
