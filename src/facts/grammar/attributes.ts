import { topicOf } from "../../english/nouns.ts";
import { straight } from "../../english/tokens.ts";
import { isExact, typeOf } from "../attributes/value-type.ts";
import type { AttributeMention, Intent } from "./intent.ts";
import { attributeOf, type NamedAttribute } from "./mentions.ts";
import type { Opened } from "./openers.ts";
import { quotedToken } from "./secret-token.ts";
import type { Reading } from "./statements.ts";
import { isName, isPredicate, isQuoted, readValues, withoutTail, written } from "./values.ts";

type Attribute = Extract<Intent, { kind: "attribute" }>;

const WHOSE = String.raw`(?:(?:my|our|the)\s|[\p{L}.]+(?: \p{Lu}[\p{L}.]+){0,2}['’]s?\s)`;
const KEY = String.raw`(${WHOSE}[^,;:=?!\n]{1,70}?|(?:new|current)\s[^,;:=?!\n]{2,50}?)`;
const NOW = String.raw`(?:\s+(now|currently|actually|still|officially|finally|also|no longer|as of (?:today|now)))?`;
/** "my gym code is 2208", "Anna's birthday is 3 May", "the build tool is now called bazel" */
const IS = new RegExp(
  `^${KEY}(?:\\s+(?:is|are|was changed to|will be|has become|became|reads|` +
    `equals)${NOW}(?:\\s+(?:called|named|set to|changed to|known as|spelled))?\\s+|` +
    "\\s*[:=]\\s*)(.+)$",
  "isu",
);
/** "our PM's Dana": only where no verb stands. */
const IS_SHORT = new RegExp(`^${KEY}'s\\s+(.+)$`, "isu");
/** "the gym code changed to 3391", "our standup moved from 9:30 to 10" */
const CHANGED = new RegExp(
  `^${KEY}\\s+(?:(?:has |have |just |recently |got |was |were |has been |have been |is |` +
    "'s )*(?:changed|changing|moved|moving|switched|switching|updated|renamed|reset|set|bumped|" +
    "increased|decreased|raised|lowered|reduced|went|pushed(?: back)?|postponed|shifted|" +
    "rescheduled|replaced|upgraded|extended|slipped|delayed|" +
    "brought forward))(?:\\s+from\\s+(.{1,60}?))?\\s+(?:to|by|with|until)\\s+(.+)$",
  "isu",
);
/** "they changed the gym code to 3391", "I renamed our bot to Bruno" */
const MADE = new RegExp(
  `^(?:i|we|they|she|he|it|someone|${"\\p{Lu}\\p{L}+"}|the \\p{L}+|my \\p{L}+|` +
    "our \\p{L}+)(?:'ve|'s|\\s+have|\\s+has)?(?:\\s+(?:just|now|recently|finally|already|" +
    "had to))*\\s+(?:changed?|updated?|reset|set|renamed?|moved?|switched|switch|bumped|raised|" +
    "lowered|pushed(?: back)?|postponed|shifted|rescheduled|replaced|upgraded|" +
    "migrated)\\s+(?:up\\s+)?((?:my|our|the)\\s[^,;:=?!\\n]{1,60}?)(?:\\s+from\\s+(.{1,60}?))?" +
    "\\s+(?:to|with|until)\\s+(.+)$",
  "isu",
);
/** "Okafor is my dentist", "2208 is the gym code" */
const INVERSE = /^(\S.{0,80}?)\s+(?:is|are)\s+(?:now\s+)?((?:my|our|the)\s.{2,60}|[\p{L}.]+'s\s.{2,50})$/isu;
/** "My gym code isn't 2208 anymore", "Rex is no longer my …" */
const GONE = new RegExp(
  `^${KEY}\\s+(?:(?:is|are)\\s+no\\s+longer\\s+(.+)|(?:isn't|is not|aren't|are not|ain't)\\s+(.+?)\\s+(?:anymore|any more|any longer))$`,
  "isu",
);
/** "our standup is at 9:30", "the launch is on 3 June" */
const AT = new RegExp(
  `^${KEY}\\s+(?:is|are|starts?|begins?|happens?|opens?|will be|takes? place|is (?:now )?scheduled|runs)${NOW}\\s+(?:at|on|for|from|every)\\s+(.+)$`,
  "isu",
);

/** What people say of themselves in a verb: the key, and the words before its value. */
const OWN: readonly (readonly [key: string, pattern: RegExp, accepts: (value: string) => boolean])[] = [
  [
    "name",
    /^(?:i'm called|i am called|call me|people call me|everyone calls me|i go by|you can call me)\s+(.+)$/iu,
    (value) => /^\p{Lu}/u.test(value),
  ],
  [
    "birthday",
    /^i(?:'m| was| am) born (?:on|in)\s+(.+)$/iu,
    (value) => typeOf(value) === "date" || /^(?:19|20)\d\d$/u.test(value),
  ],
  ["birthplace", /^i(?:'m| was) born in\s+(.+)$/iu, (value) => /^\p{Lu}/u.test(value)],
  [
    "home",
    new RegExp(
      String.raw`^(?:i|we)(?:'m| am|'ve| have|'re| are)?(?: (?:now|currently|still|just|` +
        String.raw`actually))*\s+(?:lived? in|live in|living in|based in|moved? to|moved? back to|relocated to|` +
        String.raw`settled in)\s+(.+)$`,
      "iu",
    ),
    (value) => /^(?:the )?\p{Lu}/u.test(value) && !/^I\b/u.test(value),
  ],
  [
    "employer",
    new RegExp(
      String.raw`^i(?:'m| am|'ve)?(?: (?:now|currently|still|just|actually))*\s+(?:work (?:at|for)|` +
        String.raw`working (?:at|for)|employed (?:at|by)|started (?:working )?at|joined)\s+(.+)$`,
      "iu",
    ),
    (value) => /^(?:the |a )?\p{Lu}/u.test(value),
  ],
  ["job", /^i(?: (?:now|currently|still))*\s+work(?:ing)? as\s+(.+)$/iu, () => true],
  [
    "allergy",
    /^i(?:'m| am)(?: (?:also|severely|badly|very|really|mildly|super|deathly|highly))*\s+allergic to\s+(.+)$/iu,
    () => true,
  ],
  ["age", /^i(?:'m| am)(?: now| turning)?\s+(\d{1,3}(?: years old| yo)?)$/iu, (value) => /years|yo/u.test(value)],
  [
    "car",
    /^i(?: (?:now|currently))?\s+drive\s+(an? .+|the .+|my .+)$/iu,
    (value) => /^(?:an?|the)\s+(?:[\p{L}\d]+ )?\p{Lu}|^an? \d{4}/u.test(value),
  ],
  ["phone number", /^(?:you can )?(?:reach|call|text) me (?:at|on)\s+(.+)$/iu, (value) => typeOf(value) === "phone"],
  ["email", /^(?:you can )?(?:reach|e-?mail|write) me (?:at|on)\s+(.+)$/iu, (value) => typeOf(value) === "email"],
  ["address", /^i live at\s+(.+)$/iu, (value) => /^\d/u.test(value)],
  ["diet", /^i(?:'m| am)(?: now)? (?:a )?(vegan|vegetarian|pescatarian)$/iu, () => true],
  ["shoe size", /^i wear (?:a )?(?:shoe )?size\s+(.+)$/iu, (value) => /^\d/u.test(value)],
  ["blood type", /^i(?:'m| am) blood type\s+(.+)$/iu, () => true],
];
/** The same of somebody else: "Anna was born on 3 May", "Anna lives in Rome". */
const THEIRS: readonly (readonly [key: string, pattern: RegExp])[] = [
  ["birthday", /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) was born on (.+)$/u],
  ["home", /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?: now)? (?:lives in|moved to) (.+)$/u],
  ["employer", /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?: now)? works (?:at|for) (.+)$/u],
  ["allergy", /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) is(?: also)? allergic to (.+)$/u],
];

/** Keys that say nothing by themselves: of these a line or a sentence states nothing. */
const GENERAL = new Set(
  (
    "note title type status date summary description example result error warning todo problem question answer goal plan " +
    "task issue idea point value default format tag category author source reason step option input output guess suggestion " +
    "thing subject from to cc re fact truth trick rule rest other best worst only main next last first second most way catch " +
    "key point bottom line moral story update news day week month year weather time life world sun sky moon food movie book " +
    "film show game song meeting call flight train bus traffic house room car code test build server site page file problem " +
    "weekend morning evening mood brain head back knee stomach heart mind body boss's hair opinion advice thought feeling " +
    "concern worry experience understanding impression thinking intention hope dream wish aim objective mission strategy " +
    "approach focus priority policy habit routine resolution decision agreement deal theme purpose job task take bet fear favorite one"
  ).split(" "),
);
/** Of these one's own may be named: "my car is a Volvo". */
const OWNED = /^(?:car|house|room|book|song|game|film|movie|show|server|site|dog|bus|train|flight)$/u;

/** Keys that "the" suffices for with a plain name: there is one of each. */
const ONE_OF = new RegExp(
  String.raw`(?:lead|owner|manager|maintainer|contact|codename|name|deadline|sponsor|venue|address|host|` +
    String.raw`branch|database|framework|language|editor|owner|region|password|passcode|passphrase|pin|key|` +
    String.raw`token|code|port|wifi|ssid|username|handle|url|domain|repo|budget|version|birthday|` +
    String.raw`anniversary|number|landlord|plumber|vet|combination)$`,
  "u",
);
/** Roles and relations, which somebody's name holds. */
const PERSON = new RegExp(
  String.raw`(?:^| )(?:wife|husband|partner|fiance|fiancé|spouse|boss|manager|dentist|doctor|gp|` +
    String.raw`therapist|lawyer|accountant|landlord|supervisor|mentor|coach|neighbou?r|roommate|flatmate|` +
    String.raw`mother|father|mom|mum|dad|son|daughter|brother|sister|friend|girlfriend|boyfriend|uncle|` +
    String.raw`aunt|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|teacher|trainer|nanny|vet|` +
    String.raw`pm|ceo|cto|cfo|lead|designer|dog|cat|puppy|kitten|horse|hamster|parrot|hairdresser|barber|` +
    String.raw`plumber|electrician|colleague|twin|baby|kid|child)$`,
  "u",
);
const NATIONAL = new RegExp(
  String.raw`^(?:\p{Lu}\p{L}+(?:ian|ese|ish|can)|French|German|Dutch|Greek|Czech|Swiss|Thai|Jewish|` +
    String.raw`Catholic|Muslim|Christian|Buddhist|Hindu|Republican|Democrat|Delayed|Late|Ready|Done|Broken|` +
    String.raw`Closed|Canceled|Cancelled|Great|Good|Bad|Fine|Ok|OK|Amazing|Awesome|Terrible|Perfect)$`,
  "u",
);

/** Reads an exact fact of oneself, the project or a person. */
export function readAttribute(text: string, opened: Opened, isLine: boolean): Reading {
  const said = straight(text);
  if (said.length > 600) return null;
  return own(said, text) ?? changed(said, text) ?? stated(said, text, opened, isLine) ?? inverse(said, text, opened);
}

const me = (key: string): AttributeMention => ({ subject: "me", person: "", key, name: key });

/** The text of a group where it stands in the message, which has other quotation marks. */
const slice = (text: string, group: string): string => text.slice(text.length - group.length);

function own(said: string, text: string): Reading {
  for (const [key, pattern, accepts] of OWN) {
    const group = pattern.exec(said)?.[1];
    if (group === undefined) continue;
    const value = key === "age" ? written(group) : valueOf(slice(text, group));
    if (value === null) return "half";
    if (!accepts(value) || !(key === "age" || isName(value, isQuoted(value)) || isExact(value))) continue;
    if (/^\p{Lu}/u.test(value) && /\s(?:and|or)\s(?:i|we|he|she|they|work|live)\b/u.test(value)) return "half";
    const values = key === "allergy" ? value.split(/\s*,\s*(?:and\s+)?|\s+and\s+/u).map(written) : [value];
    const also = /\balso\b/u.test(said) || key === "allergy";
    return { kind: "attribute", of: me(key), values, how: also ? "also" : "set", from: null, sure: true };
  }
  for (const [key, pattern] of THEIRS) {
    const [, person = "", group] = pattern.exec(said) ?? [];
    const value = group === undefined ? null : valueOf(slice(text, group));
    if (value === null || !(isName(value, false) || isExact(value))) continue;
    if ((key === "home" || key === "employer") && !/^(?:the )?\p{Lu}/u.test(value)) continue;
    if (key === "birthday" && typeOf(value) !== "date") continue;
    return {
      kind: "attribute",
      of: { subject: person.toLowerCase(), person, key, name: key },
      values: [value],
      how: key === "allergy" ? "also" : "set",
      from: null,
      sure: true,
    };
  }
  return null;
}

/** "I got a new phone number, it's 555-0199" */
const GOT = new RegExp(
  String.raw`^i(?:'ve| have)?(?: just)? (?:got|have|changed to) an? new ([\p{L} ` +
    String.raw`-]{2,40}?)(?:\s?[,:;–-]\s*(?:and )?(?:it's |it is |which is )?|\s+(?:and )?(?:it's|it is|` +
    String.raw`which is)\s+)(\S.*)$`,
  "iu",
);

/** "My e-mail is no longer a@b.c, it's d@e.f" */
const INSTEAD = new RegExp(
  `^${KEY}\\s+(?:is|are)(?:n't| not| no longer)\\s+(.{1,60}?)(?:\\s+any\\s?more)?(?:,|;|\\s+but)\\s+(?:but\\s+)?(?:it's|it is|now it's)\\s+(?:now\\s+)?(.+)$`,
  "isu",
);

function changed(said: string, text: string): Reading {
  const instead = INSTEAD.exec(said);
  const named = instead === null ? null : attributeOf(instead[1] as string);
  const now = instead === null ? null : valueOf(slice(text, instead[3] as string));
  if (named !== null && now !== null && (isExact(now) || isName(now, false)))
    return {
      kind: "attribute",
      of: named,
      values: [now],
      how: "change",
      from: instead?.[2] ?? null,
      sure: isExact(now),
    };
  const gone = GONE.exec(said);
  if (gone !== null) {
    const of = attributeOf(gone[1] as string);
    const value = valueOf((gone[2] ?? gone[3]) as string);
    return of === null || value === null || of.past
      ? null
      : { kind: "attribute", of, values: [value], how: "gone", from: null, sure: false };
  }
  const got = GOT.exec(said);
  const gotten = got === null ? null : attributeOf(`my ${got[1] as string}`);
  const fresh = got === null ? null : valueOf(slice(text, got[2] as string));
  if (gotten !== null && fresh !== null && isExact(fresh) && !misfits(gotten, fresh))
    return { kind: "attribute", of: gotten, values: [fresh], how: "change", from: null, sure: true };
  for (const pattern of [CHANGED, MADE]) {
    const [, key = "", from, group] = pattern.exec(said) ?? [];
    if (group === undefined) continue;
    const of = attributeOf(key);
    if (
      of === null ||
      of.past ||
      /\b(?:don't|not|never|might|may|could|should|would|will|if|want|need|plan)\b/u.test(
        said.slice(0, said.length - group.length),
      )
    )
      continue;
    const value = valueOf(slice(text, group));
    if (value === null) return "half";
    if (!(isExact(value) || isName(value, isQuoted(group))) || misfits(of, value)) continue;
    // Who moved is still who he is.
    if (
      /\b(?:moved|moving|went|shifted|switched)\b/iu.test(said.slice(0, said.length - group.length)) &&
      (PERSON.test(of.key) || !isExact(value))
    ) {
      if (PERSON.test(of.key) || of.by === "person") return null;
      return { kind: "attribute", of, values: [value], how: "change", from: from ?? null, sure: false };
    }
    return {
      kind: "attribute",
      of,
      values: [value],
      how: "change",
      from: from ?? null,
      sure: of.by !== "the" && isFirm(of, value, group),
    };
  }
  return null;
}

function stated(said: string, text: string, opened: Opened, isLine: boolean): Reading {
  const at = AT.exec(said);
  if (at !== null) {
    const of = attributeOf(at[1] as string);
    const prefix = /\s(every)\s+\S*$/iu.exec(said.slice(0, said.length - (at[3] as string).length))?.[1];
    const tail = slice(text, prefix === undefined ? (at[3] as string) : `${prefix} ${at[3] as string}`);
    const value = valueOf(tail);
    if (
      of !== null &&
      !of.past &&
      value !== null &&
      typeOf(value) === "date" &&
      /\d|every|noon|midnight|day/iu.test(value)
    )
      return {
        kind: "attribute",
        of,
        values: [value],
        how: howOf(at[2], opened),
        from: null,
        sure: of.by === "our" || of.by === "my" || of.by === "person" || opened.remember,
      };
  }
  const line = isLine || opened.remember ? /^([\p{L}][^:=?!,;\n]{1,50}?)\s*[:=]\s*(\S.*)$/su.exec(said) : null;
  const short = IS.test(said) ? null : IS_SHORT.exec(said);
  const found = short === null ? IS.exec(said) : ([short[0], short[1], undefined, short[2]] as const);
  const [, key = "", adverb, group] =
    found ?? (line === null ? [] : [line[0], line[1] as string, undefined, line[2] as string]);
  if (group === undefined) return opened.remember ? named(said, text) : (unowned(said, text) ?? bare(said));
  const of = attributeOf(key);
  if (of === null || of.past || adverb?.toLowerCase() === "no longer") return null;
  const tail = slice(text, group).replace(/^(?:now|currently|actually|still|also|officially)\s+/iu, "");
  const several =
    /\s(?:are)\s/iu.test(said.slice(0, said.length - group.length)) && topicOf(of.name).name !== key.trim()
      ? readValues(tail, { plural: true, count: null, activity: true })
      : null;
  if (
    several !== null &&
    several !== "half" &&
    several.values.length > 1 &&
    several.values.every((one) => !one.value.includes(": ")) &&
    of.by !== "the" &&
    !GENERAL.has(of.name.toLowerCase())
  )
    return {
      kind: "attribute",
      of,
      values: several.values.map((one) => one.value),
      how: howOf(adverb, opened),
      from: null,
      sure: true,
    };
  const value = valueOf(tail);
  if (value === null) return isPlausible(of, tail) ? "half" : null;
  return statedAs({ of, value, tail, adverb, opened, isLine: found === null });
}

/** "remember the wifi password hunter2!" */
function named(said: string, text: string): Reading {
  const found = /^((?:my|our|the)\s.{2,60}?)\s+(\S*[\d#*@_$%&!]\S*)$/iu.exec(said);
  const of = found === null ? null : attributeOf(found[1] as string);
  if (of === null || found === null) return null;
  const value = written(slice(text, found[2] as string));
  return { kind: "attribute", of, values: [value], how: "set", from: null, sure: true };
}

/** "gym code is now 9911": of what is stored alone. */
function unowned(said: string, text: string): Reading {
  const found = /^([\p{L}][\p{L} -]{2,40}?)\s*(?:\s(?:is|are)(?: now)?\s|[=:])\s*(\S.*)$/iu.exec(said);
  const of =
    found === null || /^(?:it|this|that|he|she|they|there|here|what|who|which|where|when|how|i|you|we)\b/iu.test(said)
      ? null
      : attributeOf(found[1] as string);
  const value = found === null ? null : valueOf(slice(text, found[2] as string));
  if (of === null || value === null || !isExact(value) || misfits(of, value)) return null;
  return { kind: "attribute", of, values: [value], how: "change", from: null, sure: false };
}

/** "order number TW123456789": a whole message of a key and a code. */
function bare(said: string): Reading {
  const found =
    /^((?:my |our |the )?[\p{L}][\p{L} -]{0,30}?(?:number|code|password|passcode|pin|port|id|username|email|phone))\s+(\S*\d\S*)$/iu.exec(
      said,
    );
  const of = found === null ? null : attributeOf(found[1] as string);
  const value = written(found?.[2] ?? "");
  if (of === null || value.length < 4 || !isExact(value)) return null;
  return { kind: "attribute", of, values: [value], how: "set", from: null, sure: of.name.includes(" ") };
}

interface Stated {
  readonly of: NamedAttribute;
  readonly value: string;
  readonly tail: string;
  readonly adverb: string | undefined;
  readonly opened: Opened;
  readonly isLine: boolean;
}

function statedAs({ of, value, tail, adverb, opened, isLine }: Stated): Attribute | null {
  const quoted = isQuoted(tail);
  if (!(isExact(value) || isName(value, quoted)) || misfits(of, value)) return null;
  if (!quoted && /,\s+\p{Ll}/u.test(value) && typeOf(value) !== "date") return null;
  const isNow = adverb !== undefined && /now|currently|as of|officially/iu.test(adverb);
  const how = howOf(adverb, opened);
  const attribute = {
    kind: "attribute",
    of,
    values: [value],
    how: how === "set" && (isNow || opened.correction) ? "change" : how,
    from: null,
  } as const;
  const general = isGeneral(of, value);
  if (opened.remember) return { ...attribute, sure: !(general && of.by === "none") };
  if (isLine)
    return { ...attribute, sure: !general && (isExact(value) || ONE_OF.test(of.key)) && of.key.split(" ").length <= 4 };
  return { ...attribute, sure: !general && isFirm(of, value, tail) };
}

/** Whether a key says nothing by itself, of this value. */
function isGeneral(of: NamedAttribute, value: string): boolean {
  const name = of.name.toLowerCase();
  return GENERAL.has(name) && !((of.by === "my" || of.by === "our") && OWNED.test(name) && /\p{Lu}/u.test(value));
}

/** Whether a value is of a kind that its key can't hold: "my phone is a Pixel" is no number. */
function misfits({ key }: AttributeMention, value: string): boolean {
  const type = typeOf(value);
  if (key === "phone number") return !/^(?:phone|number|identifier)$/u.test(type) || !/\d{3}/u.test(value);
  return key === "email" && type !== "email";
}

/** Whether the form warrants storing what isn't stored yet. */
function isFirm(of: NamedAttribute, value: string, tail: string): boolean {
  const words = of.name.split(" ");
  if (
    isGeneral(of, value) ||
    (words.length > 1 &&
      /(?:goal|plan|problem|question|issue|opinion|advice|idea|favorite|day|week|weekend|reason)$/u.test(of.key))
  )
    return false;
  const exact = isExact(value) || isQuoted(tail);
  const firmKey = ONE_OF.test(of.key);
  if (of.by === "the" || of.by === "none")
    return (
      (exact && (words.length > 1 || firmKey) && typeOf(value) !== "number") ||
      (exact && firmKey) ||
      (words.length > 1 && firmKey && /^(?:Dr\.? )?\p{Lu}/u.test(value))
    );
  if (exact)
    return (
      !/^(?:\d+\s?%|\d{1,3}(?:\s?(?:minutes?|mins?|hours?|hrs?|days?))?)$/u.test(value) ||
      words.length > 1 ||
      firmKey ||
      of.by === "person"
    );
  if (NATIONAL.test(value) && !/(?:language|nationality|name|cuisine|food)$/u.test(of.key)) return false;
  if (PERSON.test(of.key)) return /^(?:Dr\.? |the )?\p{Lu}/u.test(value) && !/^(?:an?|the) /u.test(value);
  if (/^(?:a|an|the)\s/u.test(value) && !/\p{Lu}|\d/u.test(value)) return COMMON.test(of.key);
  if (/^\p{Lu}/u.test(value)) return true;
  // Small words name something only where the key says what: "our build tool is bazel".
  const described =
    value.split(" ").length > 1 &&
    (/\s(?:to|in|of|for|by|when|whenever)\s|ly\s/u.test(value) || !/\d|\p{Lu}/u.test(value));
  return (
    (firmKey || COMMON.test(of.key) || (words.length > 1 && /^\S*\d/u.test(value))) &&
    !(described && !COMMON.test(of.key))
  );
}

/** Keys of which a common noun may be the value. */
const COMMON = new RegExp(
  String.raw`(?:^| )(?:car|bike|laptop|phone|instrument|dog|pet|cat|breakfast|lunch|diet|order|nickname|` +
    String.raw`religion|profession|occupation|job|hometown|major|stack|editor|shell|license|tool|runner|` +
    String.raw`linter|formatter|framework|database|language|mascot|drink|snack|color|colour|size|type|` +
    String.raw`engine|branch|theme|font|stack|method|title|role|topping|hobby|allergy|gate|seat|terminal|` +
    String.raw`spot)$`,
  "u",
);

/** Whether a tail that can't be read may well be a value, so that it is said. */
const isPlausible = (of: NamedAttribute, tail: string): boolean =>
  !GENERAL.has(of.key) && of.by !== "the" && /^(?:["“`]|\S*\d)/u.test(tail);

const howOf = (adverb: string | undefined, opened: Opened): "set" | "also" =>
  adverb?.toLowerCase() === "also" || opened.also ? "also" : "set";

function inverse(said: string, text: string, opened: Opened): Reading {
  const found = INVERSE.exec(said);
  if (found === null) return null;
  const subject = text.slice(0, (found[1] as string).length);
  const bare = withoutTail(found[2] as string);
  const of = bare === null ? null : attributeOf(bare);
  if (
    of === null ||
    of.past ||
    /^(?:it|this|that|he|she|they|there|here|what|who|which|where|these|those|i|you|we|my|our|the|mine|and|but|one|if|not)\b/iu.test(
      subject,
    )
  )
    return null;
  const value = written(subject);
  if (!(isExact(value) || /^(?:Dr\.? )?\p{Lu}/u.test(value)) || !(isExact(value) || isName(value, isQuoted(subject))))
    return null;
  if (GENERAL.has(of.name.toLowerCase())) return null;
  const firm = PERSON.test(of.key) || (ONE_OF.test(of.key) && (of.by !== "the" || isExact(value)));
  return {
    kind: "attribute",
    of,
    values: [value],
    how: howOf(undefined, opened),
    from: null,
    sure: firm || opened.remember,
  };
}

/** A single word, of which nothing is taken where it holds a digit or a sign, but the quotation marks around it. */
function codeOf(token: string): string {
  const quoted = quotedToken(token);
  if (quoted !== null) return quoted;
  return /[\d\p{S}#*@_^~$%&/\\|<>+=:;!()[\]{}]/u.test(token) && !/^(['‘*_]+).*\1$/u.test(token)
    ? token
    : written(token);
}

/** What stands behind the verb, as a value; null where something limits it. */
function valueOf(tail: string): string | null {
  const token = tail.trim();
  if (/^\S+$/u.test(token)) return codeOf(token);
  const bare = withoutTail(token);
  if (bare === null) return null;
  const value = written(bare);
  return isPredicate(value.split(/\s+/u)) && !isQuoted(bare) ? "" : value;
}
