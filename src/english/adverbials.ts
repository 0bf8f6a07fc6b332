import CLOSERS from "./closers.json" with { type: "json" };
import { typeOf } from "./value-type.ts";

/** Adverbials that may close a sentence: behind a value and no part of it. */
const CLOSER = CLOSERS.join("|").replaceAll(" ", "\\s+");
/** These at the end of a text. */
export const CLOSED = new RegExp(
  String.raw`(?:^|[\s,;]+|\s*[–—-]\s+|(?<=(?:^|\s)[\p{L}’'.-]+)[.!…]+\s*)(?:${CLOSER})[\s,.!…]*$`,
  "u",
);
/** What a clause of its own begins with, behind "and", "but" or a comma. */
const SUBJECT =
  String.raw`(?:i|it|its|it's|that(?! one)|that's|thats|this(?! one)|he|he's|she|she's|we|they|they're|you|u|everyone|everybody|nobody|` +
  String.raw`please|pls|don't|dont|also (?:i|it|we|he|she|they))`;
/** A reason or a remark behind a value, which changes nothing of it. */
const REASON = new RegExp(
  String.raw`(?:,\s*|\s+)(?:(?:simply|just|mostly|mainly)\s+)?(?:because|cause|cuz|coz|cos|bc|thanks to|due to|since|though|tho|although|even (?:tho|though)|` +
    String.raw`so(?=\s(?:${SUBJECT}|no|never|avoid|keep|i'm|we're)\s)|(?:and|but|plus|&)(?=\s(?:${SUBJECT}|now|then (?:i|we|it))\s))\s.*$|` +
    String.raw`,\s*(?:which|who|as|so|where|especially|followed closely|in case|just in case|if you need|call|text|` +
    String.raw`remind|just|ask|let me|see|check|all|${SUBJECT})\s+.*$|` +
    String.raw`\s+which(?:\s(?:is|was|took|has|i|we)|'s)\s.*$|\s+(?:[–—]\s+\p{Ll}|-\s+(?:\p{Ll}|I\s)).*$|` +
    String.raw`\s*\((?:because|since|as|i |I |I've |we |it's|for |so |btw|obviously|of course|again|finally|still|no |was |were |` +
    String.raw`formerly |previously |used to |ask |\p{Ll}+ed |\p{Ll}+en |see |also |the \p{Ll}+ one\))[^()]*\)$`,
  "u",
);
/** What makes a value hold only sometimes, or takes it back. */
const LIMITING = new RegExp(
  String.raw`(?:^|[\s,;(])(?:if|unless|until|when|whenever|while|but|except|or|maybe|perhaps|probably|` +
    String.raw`depending|although|though|however|i think|i guess|i suppose|i believe|not sure|idk|` +
    String.raw`just kidding|jk|or not|not really|isn't it|right\?|for now|sometimes|mostly|` +
    String.raw`might|may|could|subject to|only|used to|in theory)(?=[\s,;).?!]|$)`,
  "u",
);

/** "Fenna Drost, 06-38112094", "Ironhouse, 29 quid a month": a figure behind a name tells something else of it. */
const FIGURE =
  /(?<=^(?:the |an? )?\p{Lu}[\p{L}.'’& -]*)(?<!\b(?:mon|tues|wednes|thurs|fri|satur|sun)day),\s*[+$€£]?\d[^,]*$/iu;

/** A remark without the word that joins it. */
const unjoined = (remark: string): string => remark.replace(/^[\s,]*(?:but|although|though)\b/u, "");

/** A value's text without what stands behind it; null where that limits it. */
export function withoutTail(text: string): string | null {
  let rest = text;
  for (let steps = 0; steps < 6; steps += 1) {
    const before = rest;
    const quoted = /^["“«'][^"“”«»]+["”»'](?=[\s,.;]|$)/u.exec(rest)?.[0].length ?? 0;
    const from = Math.max(quoted, 1);
    const at = rest.length > 400 ? Math.max(from, rest.length - 300) : from;
    rest = (rest.slice(0, at) + rest.slice(at).replace(CLOSED, "")).replace(FIGURE, "");
    const head = rest.slice(0, from);
    const reason = REASON.exec(rest.length > 2000 ? "" : rest.slice(from));
    if (reason !== null && head !== "") {
      if (
        !/^[,\s(]*(?:because|cause|cuz|coz|cos|bc|which|who)\b/u.test(reason[0]) &&
        LIMITING.test(unjoined(reason[0]))
      )
        return null;
      rest = head + rest.slice(from).slice(0, reason.index);
    }
    rest = rest.replace(/(?<![\s,;])[\s,;]+$/u, "");
    if (rest === before) break;
  }
  return rest;
}

/** What says when, as what, with whom or how much, behind a name; "in" and "at" a place may belong to it. */
const CIRCUMSTANCE = new RegExp(
  String.raw`^(?:,\s*|\s+)(?:(?:since|from|on|in|at|by|around|until|till|back in)\s+(?<time>.+)|as\s+.+|` +
    String.raw`(?:during|without|with|near|next to|close to|together with|to|for|by|behind|alongside|through|via)\s+` +
    String.raw`(?:\p{Ll}.*|\p{Lu}+)|(?:full|part)[- ]time|(?:about |roughly )?half .+|(?:\p{L}+|\d) days a week|` +
    String.raw`freelance|remotely|alone|temporarily)$`,
  "u",
);
/** A circumstance in which a name holds for a part of the time alone. */
const PARTLY = /^[\s,]*(?:until|till|during|(?:about |roughly )?half|temporarily)\b|(?:days|weekends?)$/u;

/**
 * A name of a place, an organisation or a person without the circumstances behind it: "Linden & Sons" of "Linden & Sons
 * since June". Null where it holds for a part of the time alone: "Porto until March".
 */
export function withoutCircumstance(name: string): string | null {
  for (const { index } of name.matchAll(/(?:,\s*|\s+)(?=[\p{Ll}\d])/gu)) {
    const tail = name.slice(index);
    const found = index === 0 ? null : CIRCUMSTANCE.exec(tail);
    const time = found?.groups?.["time"];
    if (found !== null && (time === undefined || isTime(time))) return PARTLY.test(tail) ? null : name.slice(0, index);
  }
  return name;
}

const isTime = (text: string): boolean =>
  typeOf(text.replace(/^(?:an?|the)\s/u, "")) === "date" ||
  /^week(?:end|day)s?$|^(?:next|last|this) \p{L}+$|^(?:(?:early|late|mid|about|around)[ -])?(?:19|20)\d\d$/u.test(text);

/** What takes back or makes unsure all that stands before it. */
export const RETRACTED =
  /^(?:just kidding|jk|kidding|psych|not!?$|not really|nah|or maybe not|i'?m (?:joking|kidding|lying)|(?:but )?that(?:'s| was) a (?:lie|joke)|es broma)\b/iu;

/** What says beside a verb that something is so, and since when: "is now", "still lives". */
export const HOLDS = "(?:now|currently|still|also|just|actually|really|officially|finally)";

/** A mark of irony. */
export const JOKED = /(?:^|\s)\/(?:s|sarc|j|jk|hj|joke)(?=[\s.!]|$)/u;

/** What people laugh at what they say with. */
export const LAUGHS = new RegExp(
  String.raw`(?:^|[\s,.!])(?:lo+l|lmf?ao|rofl|basically|practically|kinda|sort of|(?:ha){2,}h?|(?:he){2,}|whe+|xd|:d|;\)|:p)` +
    String.raw`(?=[\s,.!]|$)|[\u{1F602}\u{1F923}\u{1F606}\u{1F61C}]`,
  "iu",
);

/** What makes a sentence unsure behind it. */
export const UNSURE = new RegExp(
  String.raw`(?:^|[\s,(])(?:maybe|perhaps|probably|i think|i guess|i suppose|` +
    String.raw`not (?:entirely |quite |so |too |100% )?(?:sure|certain)|or not|or something|or so|idk|` +
    String.raw`hopefully|tbc|tbd|i forget|can't remember|iirc|afaik|as far as i (?:know|` +
    String.raw`remember)|if i (?:remember|recall).{0,20}|allegedly|in theory|just kidding|jk)` +
    String.raw`(?:,? (?:though|tho|yet|anymore))?[\s.!?)]*$|^(?:it|that|this|they|he|she|i|we) (?:might|may|could|should probably|will probably|probably|` +
    String.raw`think|guess|doubt|forget)\b`,
  "iu",
);

/** "My boss wrote: …", "Her message: …": what stands behind the colon is somebody else's. */
export const QUOTES = new RegExp(
  String.raw`^(?!(?:i|we)\b)(?:[\p{L}.'’-]+ ){0,6}?(?:wrote|writes|said|says|advise[sd]|text(?:ed|s)|states?|stated|told (?:me|us)|` +
    String.raw`repl(?:ied|ies)|answer(?:ed|s)|claim(?:ed|s)|insist(?:ed|s)|recommend(?:ed|s)|suggest(?:ed|s)|` +
    String.raw`posted|tweeted|quoted|mention(?:ed|s)|reads|warn(?:ed|s))\s*:\s*\S|^(?:the|this|that) \p{L}+ goes\s*:|` +
    String.raw`^(?:(?:his|her|their)|(?:\S+ ){0,2}[\p{L}.]+['’]s?)\s(?:\p{L}+ )?(?:message|reply|note|text|e-?mail|mail|letter|` +
    String.raw`answer|comment|post|words|quote|motto|review|tweet)\s*(?:\b(?:reads?|says|was|is))?\s*:`,
  "iu",
);

/** What makes the clauses behind it a report or a condition. */
export const REPORTS =
  /\b(?:if|unless|suppose|imagine|pretend|whether|said|says|told|asked|thinks|thought|claims|wrote|according|as an? \w+ who|would|could|might)\b/iu;
