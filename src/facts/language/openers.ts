import type { Token } from "./tokens.ts";

/** Words before a clause that are no part of it, and what they say of it. */
export interface Opener {
  readonly words: readonly string[];
  readonly sense: "plain" | "correction" | "remember" | "also" | "hedge" | "polite";
}

/** "I just wanted to tell you that": whoever says it, the statement follows. */
const LEADS: readonly string[] = [
  "i want to",
  "i wanted to",
  "i just want to",
  "i just wanted to",
  "i 'd like to",
  "let me",
].flatMap((wish) =>
  [
    "tell you",
    "tell you that",
    "say",
    "say that",
    "mention",
    "mention that",
    "share that",
    "add that",
    "note that",
  ].map((says) => `${wish} ${says}`),
);

const openers = (sense: Opener["sense"], phrases: string): readonly Opener[] =>
  phrases.split("|").map((phrase) => ({ words: phrase.trim().split(" "), sense }));

/** Words before a clause that are no part of it, longest first. */
const OPENERS: ReadonlyMap<string, readonly Opener[]> = Map.groupBy(
  [
    ...openers(
      "plain",
      `${LEADS.join("|")}|omg|oh my god|oh my|dude|bro|like|so like|ok so like|ok like|and like|um so|sup|wow|` +
        "oh|ok|okay|well|so|hey|hi|hello|anyway|anyways|btw|by the way|fyi|for the record|just so you know|" +
        "just fyi|as you know|honestly|seriously|tbh|just to confirm|just to confirm again|to confirm|to recap|" +
        "reminder|just a reminder|as a reminder|to be honest|and|but|yes|yeah|yep|sure|thanks|thank you|great|" +
        "cool|right|hmm|um|uh|ah|lol|haha|look|listen|i'd say|i would say|i 'd say|i have to say|" +
        "i 'd have to say|i 'd have to say that|i must say|i must say that|i can say|i can say that|if i may|" +
        "if you must know|if you want to know|if you ask me|for me|in my opinion|imo|personally|" +
        "without a doubt|hands down|by far|of course|obviously|clearly|definitely|easily|please know that|" +
        "you should know that|you should know|know that|just know that|let me tell you|i want you to know that|" +
        "fwiw|for what it's worth|imho|i want you to know|i 'd like you to know that|i can tell you that|i can tell you|i told you|as i said|" +
        "like i said|as i told you|as i mentioned|in fact|to be clear|guess what|fun fact|ps|p.s|quick note|" +
        "one more thing|another thing|first of all|speaking of which|good morning|good evening|good afternoon|" +
        "claude|assistant|bot|hello there|hi there|lowkey|highkey|i decided that|i decided|i 've decided that|" +
        "i 've decided|i 've moved on|moved on|it 's settled|if you 're curious|if you are curious|" +
        "if you 're wondering|in case you 're wondering|in case you were wondering|believe it or not|" +
        "nothing beats it|heyy|yo|here is|here 's|here are|here 's how|this is|these are|here is the list of|" +
        "here 's the list of|here 's a list of|here is a list of|the list of|a list of|then|finally|next|" +
        "in that case|long story short|my answer|answer|a|i 'm happy to say|i am happy to say|it 's official|" +
        "and yes|yes and|ok so|okay so|alright|all right|alright so|now that you ask|since you ask|" +
        "since you asked|as you ask|as you kindly ask|you asked|to answer your question|not gonna lie|ngl|" +
        "random fact|about me|bio|profile|my profile|my details|details|summary|overall|and finally|oh and|" +
        "ah yes|yes ,|in general|generally|all in all|truth be told|heads up|heads-up|quick heads up|just a heads up|" +
        "for context|context|some context|side note|on a side note|psa|quick one|one thing|small thing|unrelated|" +
        "for the team|for everyone",
    ),
    ...openers(
      "correction",
      "actually|no|nope|wait|no wait|wait no|correction|sorry|scratch that|i changed my mind|changed my mind|" +
        "on second thought|on second thoughts|update|i was wrong|that was wrong|that 's wrong|not anymore|now|" +
        "these days|nowadays|from now on|today|currently|lately|instead|i meant|i mean|rather|" +
        "sorry that was wrong|i take that back|oops|my mistake|my bad|as of today|as of now|starting today|" +
        "i 've changed my mind|i have changed my mind|well actually|turns out|it turns out|it turns out that|" +
        "i lied|edit|no no|nah|correct that|update that|new plan|things changed|i switched|small correction|" +
        "quick correction|one correction|a correction|quick update|small update",
    ),
    ...openers(
      "remember",
      "remember|remember that|please remember|please remember this|please remember that|remember :|note|" +
        "note that|please note|please note that|make a note|make a note that|keep in mind|keep in mind that|" +
        "please keep in mind that|don't forget|don't forget that|store|store that|save|save that|save this|" +
        "store this|remember this|can you remember that|can you remember|could you remember that|" +
        "please store that|please save that|write down|write down that|jot down that|for your memory|" +
        "for future reference|for reference|to remember|i want you to remember that|i want you to remember|" +
        "memorize|memorize that|record that|just remember|just remember that|for your information|" +
        "you need to know that|important|you must remember|you must remember that|you must know that|" +
        "you should remember that|you should remember|i need you to remember that|i need you to remember|" +
        "i 'd like you to remember that|make sure to remember that|make sure you remember that|never forget that",
    ),
    ...openers("also", "also|and also|oh also|additionally|in addition|plus"),
    ...openers(
      "hedge",
      "yeah right ,|yeah , right ,|as if|sure , like|maybe|perhaps|possibly|probably|i think|i guess|i suppose|i believe|i feel like|i 'm not sure but|" +
        "not sure but|idk|i might say|i would guess|if i had to choose|if i had to pick|if i 'd have to choose|" +
        "presumably|arguably|i think that|i guess that|i suppose that|i bet|i reckon|i 'm not sure|kind of|" +
        "i wonder if|i wonder whether|i hope|i wish|i 'd guess|it could be that|it might be that|let 's say|" +
        "let 's pretend|suppose|imagine|pretend|say|assume|hypothetically|what if|if|unless",
    ),
    ...openers(
      "polite",
      "i would be obliged if you could|i 'd appreciate it if you could|might i ask|may i ask|please|pls|plz|" +
        "can you|could you|would you|will you|can u|could u|can you please|could you please|would you please|" +
        "please can you|please could you|would you mind|i want you to|i 'd like you to|i would like you to|" +
        "i want to|i 'd like to|i would like to|let 's|let us|let me|we should|you can|you should|go ahead and|" +
        "just|i need you to|feel free to|kindly|now please|then please|may you|i 'd love to|could we|can we|" +
        "might you|would you be so kind as to",
    ),
  ],
  ({ words }) => words[0] as string,
);

/** The end of the words before a clause, and what they say of it. */
export function opening(
  tokens: readonly Token[],
  from: number,
): { readonly at: number; readonly senses: ReadonlySet<Opener["sense"]> } {
  const senses = new Set<Opener["sense"]>();
  let at = from;
  for (let steps = 0; steps < 8; steps += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (steps > 0 && token.kind === "mark" && /^[,:;!\-–—.…]+$/u.test(token.text)) {
      at += 1;
      continue;
    }
    if (token.kind === "emoji" || token.text === "\u2705") {
      at += 1;
      continue;
    }
    const fits = (OPENERS.get(token.word) ?? []).filter(({ words }) =>
      words.every((word, i) => joins(tokens[at + i], word)),
    );
    const longest = fits.sort((a, b) => b.words.length - a.words.length)[0];
    if (longest === undefined || token.kind === "quote") break;
    const end = at + longest.words.length;
    const next = tokens[end];
    if (next === undefined) break;
    // "No. 2 is …", "Now and Then is …", "A is …" open nothing.
    if (
      /^(?:no|a|now|say|note|store|save|record|remember|answer|this is|these are|when|once|about me|right|another)$/u.test(
        longest.words.join(" "),
      ) &&
      !/^[,:!\-–—.…]+$/u.test(next.text) &&
      !/^(?:my|our|it|that|the|favou?rites?|favs?|fave)$/u.test(next.word)
    )
      break;
    senses.add(longest.sense);
    at = end;
  }
  return { at, senses };
}

function joins(token: Token | undefined, word: string): boolean {
  return (
    token !== undefined &&
    token.kind !== "quote" &&
    (token.word === word || (word.startsWith("'") && token.word === word))
  );
}
