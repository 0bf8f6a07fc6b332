/** What the words before a sentence say of it. */
export interface Opened {
  /** Where the sentence itself begins. */
  readonly at: number;
  readonly correction: boolean;
  readonly also: boolean;
  readonly remember: boolean;
  readonly polite: boolean;
  readonly hedge: boolean;
}

const any = (phrases: string): string => phrases.replaceAll(" ", "\\s+").replaceAll("'", "['’]?");
const NEXT = String.raw`(?=[\s,:;.!…–—-]|$)`;
const SENSES = (
  [
    [
      "remember",
      "(?:please |pls |can you |could you |would you |will you |just |always |so |ok |" +
        "i want you to |i need you to |i'd like you to |you must |you should |make sure (?:to|you) )*(?:remember " +
        "this for me|remember this|remember|note|take note|make a note|keep in mind|bear in mind|don't forget|do not " +
        "forget|never forget|store|save|write down|jot down|memorize|memorise|record|for future reference|for your " +
        "memory|pin this|for your notes|for your information)(?: for later| for me| down| this| to self)?(?: that)?",
    ],
    [
      "correction",
      "actually|well actually|no wait|wait no|wait|no|nope|nah|correction|small correction|" +
        "quick correction|sorry|scratch that|i(?:'ve| have)? changed my mind|changed my mind|on second thoughts?|" +
        "update|small update|quick update|i was wrong|that was wrong|that's wrong|not anymore|now|these days|" +
        "nowadays|from now on|today|currently|lately|instead|i meant|i mean|rather|i take that back|oops|my mistake|" +
        "my bad|as of (?:today|now|this week|monday|yesterday|last week)|since (?:yesterday|last \\p{L}+|\\p{L}+day)|starting today|" +
        "starting now|(?:it )?turns " +
        "out(?: that)?|i lied|edit|new plan|things changed|effective immediately|news",
    ],
    ["also", "and also|oh also|also|additionally|in addition|plus"],
    [
      "hedge",
      "maybe|perhaps|possibly|probably|i think(?: that)?|i guess(?: that)?|i suppose(?: that)?|" +
        "i believe(?: that)?|i feel like|i'm not sure(?: but)?|not sure but|idk|i'd guess|i bet|i reckon|presumably|" +
        "arguably|let's (?:say|pretend)(?: that)?|suppose(?: that)?|imagine(?: that)?|pretend(?: that)?|say|" +
        "assume(?: that)?|hypothetically|what if|if|unless|as if|i wish|i hope|if i had to (?:choose|pick)|i wonder " +
        "(?:if|whether)|it (?:could|might|may) be that|i dreamed|i dreamt",
    ],
    [
      "polite",
      "please|pls|plz|can you|could you|would you|will you|can u|could u|can we|could we|" +
        "i want you to|i'd like you to|i would like you to|i want to|i'd like to|i would like to|" +
        "i'd love to|let's|let us|let me|we should|you can|you should|go ahead and|just|" +
        "i need you to|feel free to|kindly|do me a favor and|would you mind",
    ],
    [
      "plain",
      "(?:i (?:just )?(?:want|wanted)(?: you)? to|i'd like(?: you)? to|let me|just to|" +
        "can i) (?:tell you|let you know|say|mention|share|add|note|know|confirm|point out)(?: that)?|omg|oh my god|" +
        "oh my|dude|bro|like|um+|uh+|hmm+|er+m*|ah|oh|ooh|ok|okay|kk|well|so|then|hey+|hi|hello|yo|sup|hi there|" +
        "hello there|anyways?|btw|by the way|fyi|fwiw|for what it's worth|for the record|just so you know|just fyi|" +
        "as you know|honestly|seriously|tbh|to be honest|to be fair|to be clear|to confirm|to recap|(?:just )?(?:a " +
        ")?(?:quick |friendly )?reminder(?: that)?|and|but|yes|yeah|yep|yup|sure|thanks(?: a lot)?|thank you|thx|" +
        "great|cool|nice|right|lol|haha|hehe|wow|look|listen|guess what|fun fact|random fact|ps|p\.s|" +
        "quick note|one more thing|another thing|first of all|good (?:morning|evening|afternoon)|claude|assistant|" +
        "bot|personally|in my opinion|imo|imho|for me|if you ask me|without a doubt|hands down|by far|of course|" +
        "obviously|clearly|definitely|easily|i(?:'d| would)(?: have to)? say(?: that)?|i (?:have to|must|can) say(?: " +
        "that)?|(?:you should |just |please |i want you to )know that|as i (?:said|told you|mentioned)|in fact|it's " +
        "official|it's settled|i(?:'ve)? decided(?: that)?|all right|alright|now that you ask|since you asked?(?: " +
        "me)?|to answer your question|you asked(?: earlier| before)?|not gonna lie|ngl|about me|overall|finally|and " +
        "finally|next|in general|truth be told|(?:quick |just a )?heads[- ]up|for (?:some )?context|context|side " +
        "note|psa|unrelated|for the team|for everyone|everyone|team|good news|bad news|sadly|luckily|happily|after " +
        "all|long story short|speaking of which|it is official|believe it or not|i'm happy to say|i can tell you(?: " +
        "that)?|i told you(?: that)?|in case you(?:'re| are| were) wondering|if you(?:'re| are) (?:curious|" +
        "wondering)|if you must know|long day|phew|yay|ugh|today i learned|as always|as ever|here's one|hope you're " +
        "well|one thing|note to self|so far|in that case|my answer|answer|profile|my (?:profile|details)|heads up " +
        "everyone|hi (?:all|team|everyone|again)",
    ],
  ] as const
).map(([sense, phrases]) => ({ sense, pattern: new RegExp(`(?:${any(phrases)})${NEXT}`, "iuy") }));

/** Words that open only before a mark or before what is one's own: "No. 2 is …", "Now and Then is …", "Like a Prayer is …". */
const SHORT = new RegExp(
  String.raw`^(?:no|now|say|note|store|save|record|answer|like|right|today|so|well|then|if|sorry|update|` +
    String.raw`wait|news|edit|bot|look|hey|hello|wow|yes|next|cool|great|nice|easily|context|profile|oh|ah|` +
    String.raw`team|everyone)$`,
  "iu",
);
const OWN = new RegExp(
  String.raw`^(?:[,:;!.…–—-]|(?:that\s+)?(?:my|our|i|i'm|i've|we|it|it's|its|the|that|favou?rites?|favs?|` +
    String.raw`fave|his|her|their|please|add|remove|drop|move|put|make|swap|switch|replace|delete|undo|` +
    String.raw`forget|call|change|and|but|what|where|when|who|which|how|actually|also|\p{Lu}[\p{L}]*'s|` +
    String.raw`everyone|a|an|to|dr|you|new|one|number|they|clear|rank|take|is|are|for|in|to)(?:\s|$))`,
  "iu",
);

/** Reads the words before a sentence. Bounded: at most nine of them. */
export function openingOf(text: string): Opened {
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
    if (best.length === 0 || rest.trim() === "" || (SHORT.test(words) && !OWN.test(rest.replace(/^\s+/u, "")))) {
      return { at, ...found };
    }
    if (best.sense === "remember" && /^\s+(?:when|how|last|the time|what|who|why|where|me|us|him|her)\b/iu.test(rest))
      return { at, ...found };
    // "Like, …" and "Now …" are followed by what is said; "Remember the Titans" is a title.
    if (best.sense === "remember" && /^\s+\p{Lu}[\p{L}]+ (?:is|are) my\b/u.test(rest)) return { at, ...found };
    if (best.sense !== "plain") found[best.sense] = true;
    at += best.length;
  }
  return { at, ...found };
}
