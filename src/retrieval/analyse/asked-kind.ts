/** What kind of thing answers a question, where its words say so. */
export type AskedKind = "number" | "time" | "person" | "reason";

const ASKS: readonly (readonly [AskedKind, RegExp])[] = [
  [
    "time",
    /\b(?:when|what (?:time|day|date|year|month)|which (?:day|date|year|month)|deadline|how (?:long ago|soon|often))\b/,
  ],
  [
    "number",
    new RegExp(
      String.raw`\b(?:how (?:many|much|long|old|far|tall|big|large|high|wide|deep|heavy|fast)|(?:what|` +
        String.raw`which) (?:\w+ ){0,2}(?:port|version|number|code|price|cost|limit|size|amount|percentage|` +
        String.raw`rate|budget|score))\b`,
      "",
    ),
  ],
  ["person", /\b(?:who|whose|whom)\b/],
  ["reason", /\bwhy\b/],
];

const HOLDS: Readonly<Record<AskedKind, RegExp>> = {
  number: new RegExp(
    String.raw`\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|` +
      String.raw`thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|twice|` +
      String.raw`free)\b`,
    "i",
  ),
  time: new RegExp(
    String.raw`\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|` +
      String.raw`july|august|september|october|november|december|yesterday|today|tomorrow|tonight|last|next|` +
      String.raw`ago|since|until|every|daily|weekly|monthly|yearly|nightly|mornings?|evenings?|noon|night|` +
      String.raw`weekend|spring|summer|autumn|winter|easter|christmas|always|never)\b`,
    "i",
  ),
  person: /\b(?:I|[Ww]e|[Mm]y|[Hh]e|[Ss]he|[Tt]hey)\b|\p{Lu}\p{Ll}+/u,
  reason: /\b(?:because|since|so that|due to|reason|in order|as|to|for|caused?|led|too|instead|after)\b/i,
};

/** The kind of thing that a question asks for; null where its words don't say. English. */
export function askedKind(question: string): AskedKind | null {
  const asked = question.toLowerCase();
  return ASKS.find(([, words]) => words.test(asked))?.[0] ?? null;
}

/** Whether a text holds something of that kind at all. */
export function holdsKind(kind: AskedKind, text: string): boolean {
  return HOLDS[kind].test(text);
}
