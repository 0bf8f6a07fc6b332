import { holdsPerson, isExact, isKnown, isTyped, storedKey, typeOf } from "../../attributes/known.ts";
import { rule } from "../chart.ts";
import {
  type AskedTime,
  type AttributeMention,
  type Intent,
  type ItemMention,
  type ListMention,
  shownAs,
} from "../intent.ts";
import { isPair } from "../name-phrase.ts";
import { headWord } from "../nouns.ts";
import type { Values } from "../category-types.ts";

/** A number or code, and when, where or for what it holds: a part of it that may count is no value. */
const LIMITED =
  /^((?:\p{Lu}+ )?\S*\d\S*) (?:on|at|in|for|from|until|till|during|when|while|if|unless|except|only|every|each|before|after|since|by|with|without|or) /u;

/** The statement of an attribute; whether it may be stored is for the router, which knows what is stored. */
function set(
  of: AttributeMention,
  values: Values,
  how: Extract<Intent, { kind: "attribute" }>["how"],
  from: string | null = null,
): Intent | null {
  if (/\bfav/u.test(of.key)) return null;
  // "59.3293, 18.0686" is one place.
  const isPlace = /(?:^| )(?:address|location)$/u.test(of.key);
  // "3 May 2027, 17:00 CET" is one time.
  const isTime = typeOf(values.text) === "date" && values.list?.some(({ value }) => typeOf(value) !== "date") === true;
  if (
    values.joined === "comma" &&
    (isPlace || isTime || values.list?.every(({ value }) => typeOf(value) === "number") === true)
  )
    return set(of, { ...only(values.text), quoted: values.quoted }, how, from);
  const several = how === "also" ? values.list : values.one === null ? values.list : null;
  if (values.joined === "and" && values.list === null) return null;
  // "8443 and sure thing" is a port, and something else.
  const [first, ...others] = values.list?.map(({ value }) => value) ?? [];
  if (values.joined !== "no" && values.joined !== "comma" && first !== undefined)
    if (others.some((other) => typeOf(other) !== typeOf(first) || !isPair(first, other))) return null;
  const stated = several?.map(({ value }) => value) ?? (values.one === null ? [] : [values.one]);
  if (stated.length === 0 || values.order !== "none" || values.doing) return null;
  // "Our main keyword is “…”" is as true as the task that it stands in.
  const sure = of.subject !== "project" && values.quoted && /[\s\p{Lu}\d]/u.test(values.text);
  // "8443 on Mondays": the port is that, and not always.
  const limited = isTyped(of.key) && !values.quoted ? stated.map((value) => LIMITED.exec(value)?.[1] ?? value) : stated;
  return { kind: "attribute", of, values: limited, limited: limited.join() !== stated.join(), how, from, sure };
}

const MOVED =
  `(moved | slipped | shifted | bumped | pushed | changed | pushed back | renamed | postponed | rescheduled | set | switched | updated | brought forward
  | increased | raised | lowered)` as const;

/** One value, by itself. */
const only = (value: string): Values => ({
  text: value,
  comma: null,
  one: value,
  list: [{ value, rank: null }],
  order: "none",
  joined: "no",
  soft: false,
  closed: false,
  doing: false,
  named: true,
  quoted: false,
});

const MAX = "My dog's name is Max. Anna's birthday is 3 May.";

/** Statements and questions about any attribute of the speaker, the project, or a person. */
export const attributes = [
  rule({
    name: "attribute-is",
    form: `{attribute} (is | are | will be | shall be | = | : | ：) {values} ~-0.3
      | {attribute} (is | starts | begins | leaves | departs | opens | ends) (now)? (on | at | by) {value:when} ~-0.25
      | {attribute} (lives at | is hosted at | is located at | is available at | can be found at) {value:where} ~-0.25`,
    examples: [
      "My dog's name is Max.",
      "Anna's birthday is 3 May",
      "I'll be late, but my doctor is Dr. Patel and my dentist is Dr. Ng",
      "My flight leaves at 18:45",
      "Our repo lives at github.com/acme/api",
    ],
    build: ({ attribute, values, when, where }) => {
      if (where !== undefined) return /^(?:url|path)$/u.test(typeOf(where)) ? set(attribute, only(where), "set") : null;
      if (when === undefined) return set(attribute, values, "set");
      return typeOf(when) === "date" && /\d/u.test(when) ? set(attribute, only(when), "set") : null;
    },
  }),
  rule({
    name: "attribute-line",
    form: "{topic} (: | = | ：) {values} ~-0.35 | {topic} {value:bare} ~-0.4",
    examples: ["Order number: TW123456789", "order number TW123456789"],
    build: ({ topic, values, bare }) => {
      const known = bare === undefined || (isExact(bare) && !/\s/u.test(bare) && isKnown(topic.key, bare));
      const of = { subject: "me", person: "", key: topic.key, name: topic.name };
      const intent = known ? set(of, bare === undefined ? { ...values, doing: false } : only(bare), "set") : null;
      return intent?.kind === "attribute" ? { ...intent, line: true } : intent;
    },
  }),
  rule({
    name: "attribute-changed",
    form: `{attribute} (is now | are now | has changed to | changed to | moved to | was moved to | has moved to
        | was changed to | slipped to | got pushed to | was pushed to | was postponed to
        | was rescheduled to | was renamed to | is now called | got moved to | has been moved to | has been changed to
        | has been renamed to | was set to | is set to | became) {values} ~-0.1
      | {attribute} (has been | was | is | got | has)? ${MOVED} from {value:old} to {values}
      | we (have | 've | just)? ${MOVED} {attribute:ours} (from {value:old})? (to | for | until | into) {values}
      | i (have | 've | just)? ${MOVED} {attribute:own} (from {value:old})? to {values}
      | {attribute} (is no longer | isn't | is not | are no longer | aren't) {value:old} (anymore)? (,)? but (now
        | rather)? {values}`,
    score: -0.1,
    examples: [
      "My phone number is now 555 0199",
      "My phone number was changed from 555 0123 to 555 0199",
      "I changed my phone number to 555 0199",
      "we moved the launch to 3 May",
    ],
    given: "My phone number is 555 0123.",
    build: ({ attribute, ours, own, values, old }) =>
      (ours?.subject ?? "project") === "project" && (own?.subject ?? "me") === "me"
        ? set(ours ?? own ?? attribute, values, "change", old ?? null)
        : null,
  }),
  rule({
    name: "attribute-also",
    form: "{attribute} (is also | are also | also includes | also include) {values}",
    score: -0.1,
    examples: [],
    build: ({ attribute, values }) => set(attribute, values, "also"),
  }),
  rule({
    name: "attribute-gone",
    form: `{attribute} (is no longer | isn't | is not | are no longer | are not) {values} (anymore | any more | any longer)
      | {attribute} (is no longer | are no longer) {values}`,
    score: -0.1,
    examples: ["My phone number is no longer 555 0123"],
    given: "My phone number is 555 0123.",
    build: ({ attribute, values }) => set(attribute, values, "gone"),
  }),
  rule({
    name: "someone-is-attribute",
    form: "{value} (is | 's) (now)? {attribute} ~-0.35",
    examples: ["Priya Shah is our CTO", "Max is my dog"],
    // Only of whom a name says who it is: "Today is my birthday", "Helix is our best editor" name nobody.
    build: ({ value, attribute }) =>
      /^\p{Lu}/u.test(value) && holdsPerson(attribute.key) && isKnown(attribute.key, value)
        ? set(attribute, only(value), "set")
        : null,
  }),
  rule({
    name: "attribute-of-me",
    form: `i was born on {value:when}
      | i live at {values:home}
      | (you can | you may | please)? (reach me | contact me | call me | text me | e-mail me | email me | mail me) (at | on
        | under) {value:contact}`,
    score: -0.2,
    examples: ["I was born on 4 March 1988", "I live at 12 Rose Lane, Leeds", "You can reach me at jo@acme.io"],
    build: ({ when, home, contact }) => {
      const mine = (key: string): AttributeMention => ({ subject: "me", person: "", key, name: key });
      if (when !== undefined)
        return typeOf(when) === "date" && /\d/u.test(when) ? set(mine("birthday"), only(when), "set") : null;
      if (home !== undefined) return /^\d/u.test(home.text) ? set(mine("address"), home, "set") : null;
      const type = typeOf(contact);
      return type === "email"
        ? set(mine("email"), only(contact), "set")
        : type === "phone"
          ? set(mine("phone number"), only(contact), "set")
          : null;
    },
  }),
  rule({
    name: "attribute-forget",
    form: `(forget | delete | remove | erase | clear | wipe | drop) (about)? {attribute}
      | (forget | disregard | delete) (that)? {attribute} (is | was | are) {item}
      | (erase | delete | remove | wipe | forget) ({attribute:erased} | {list}) (for good | permanently | forever
        | (and | with | including) (all)? (its | the | their) history | from your memory for good) ~0.2`,
    examples: [
      "Forget my phone number",
      "forget that my phone number is 555 0123",
      "erase my phone number for good",
      "erase my phone number with its history",
    ],
    given: "My phone number is 555 0123.",
    build: ({ attribute, erased, list }) => {
      if (list !== undefined) return list.by === "context" ? null : { kind: "erase", list };
      const of = attribute ?? erased;
      return /\bfav/u.test(of.key)
        ? null
        : { kind: attribute === undefined ? "erase" : "clear", list: listOfAttribute(of) };
    },
  }),
  rule({
    name: "attribute-aim",
    form: `{attribute} (is | are | 's) {aim}`,
    score: -0.6,
    examples: [
      "Remember that our sprint goal is to ship the importer",
      "remember that the spare key is under the fern pot",
    ],
    build: ({ attribute: of, aim }) =>
      AIMS.has(headWord(of.key)) || !/^(?:to|\S+ing) /u.test(aim)
        ? { kind: "attribute", of, values: [aim], limited: false, how: "set", from: null, sure: false }
        : null,
  }),
  rule({
    name: "attribute-is-called",
    form: "{attribute} (is | are) (called | named | titled | entitled) {values} | my name (is | 's) {values:own}",
    score: -0.1,
    examples: [
      "My thesis is titled “The Price of Ice”",
      "My name is Ann Lee",
      "Our production database is called atlas-prod",
      "My kids are called Ana and Leo",
    ],
    build: ({ attribute, values, own }) => {
      if (own !== undefined)
        return own.joined === "no" && own.named
          ? set({ subject: "me", person: "", key: "name", name: "name" }, own, "set")
          : null;
      const isOne = values.joined === "no" && (values.named || !/\s/u.test(values.text));
      const several = values.joined === "no" ? null : (values.list?.map(({ value }) => value) ?? null);
      // "My kids are called Ana and Leo"
      if (several !== null && values.named)
        return {
          kind: "attribute",
          of: nameOf(attribute),
          values: several,
          limited: false,
          how: "set",
          from: null,
          sure: true,
        };
      const named = isOne ? set(nameOf(attribute), values, "set") : null;
      return named?.kind === "attribute" ? { ...named, sure: true } : named;
    },
  }),
  rule({
    name: "what-is-attribute",
    form: `(and)? <asked>* (<what> | when is | when 's | when are | where is | where 's | how much is | how high is
        | how old is | how tall is | how big is | what was)? {attribute} (is | are | was)? <tail>* ~-0.3
      | (<what> | when is | (what | when | which | who | where) (was | were)) {attribute} [past] ~-0.1
      | (when (do | does | did) | what time (do | does) | what day (do | does)) {attribute} (start | begin | end | leave
        | depart | open | take place | happen | expire) ~-0.1
      | {past} , (what | when | which | who | where) (was | were | is | are) {attribute}
      | (and)? <asked>* (<what> | how is) {attribute:named} (called | named) <tail>* ~-0.1`,
    examples: ["What is my dog's name?", "When is Anna's birthday?", "What is my dog called?"],
    given: MAX,
    build: ({ attribute, named, past }) => ask(named === undefined ? attribute : nameOf(named), "value", past),
  }),
  rule({
    name: "which-attribute",
    form: "(which | what) {topic} (do we use | are we using | do we have | do i have | do i use | are we on | is used)",
    score: -0.2,
    examples: [],
    build: ({ topic }) => ask({ subject: "project", person: "", key: topic.key, name: topic.name }, "value"),
  }),
  rule({
    name: "since-when-attribute",
    form: "(since when | how long) (is | are | has | have) {attribute} (been)? [item]?",
    score: -0.1,
    examples: ["Since when is my phone number 555 0123?"],
    given: "My phone number is 555 0123.",
    build: ({ attribute, item }) => ask(attribute, "since", undefined, item),
  }),
  rule({
    name: "who-said-attribute",
    form: `(who said | who told you | who said that | where did i say | when did i say | when did i tell you
      | where did i tell you | how do you know) (that | what | who | where | when)? {attribute} (is | was | are)? [item]?`,
    score: -0.1,
    examples: ["When did I say what my dog's name is?"],
    given: MAX,
    build: ({ attribute, item }) => ask(attribute, "who", undefined, item),
  }),
  rule({
    name: "is-attribute",
    form: "(is | are | was) {attribute} (still)? {item} | (is | are | was) {item} <adv>* (still)? {attribute}",
    score: -0.3,
    examples: ["Is my dog's name Max?", "Is Max my dog's name?"],
    given: MAX,
    build: ({ attribute, item }) => ask(attribute, "check", undefined, item),
  }),
];

/** Attributes that hold what somebody is to do. */
const AIMS = new Set(
  (
    "goal aim objective mission plan strategy approach task job focus priority rule policy convention habit routine " +
    "resolution intention purpose dream step decision agreement deal theme todo"
  ).split(" "),
);

/** An attribute by its list: what is stored under it. */
function listOfAttribute(of: AttributeMention): ListMention {
  return { key: storedKey(of.subject, of.key), name: shownAs(of), plural: false, by: "stored" };
}

/** What something is called is an attribute of its own. */
function nameOf(of: AttributeMention): AttributeMention {
  return { ...of, key: `${of.key} name`, name: `${of.name}'s name` };
}

function ask(
  of: AttributeMention,
  asks: Extract<Intent, { kind: "askAttribute" }>["asks"],
  at: AskedTime | null = null,
  value: ItemMention | null = null,
): Intent {
  return { kind: "askAttribute", of, asks, value, at };
}
