import { attributeKey, isExact, isKnown, isSensitive, typeOf } from "../attributes/known.ts";
import type { Intent } from "../language/intent.ts";
import type { Clause } from "../language/read-message.ts";
import type { FactList } from "../../storage/ports/fact-store.ts";

/** Attributes that "the" suffices for: there is one of each in a project. */
const PROJECT_KNOWN = new RegExp(
  "(?:^| )(?:port|deadline|launch|release|go-live|kickoff|budget|branch|hostname|domain|database|" +
    "repo|repository|codename|order|tracking|invoice|booking|reservation|confirmation|wifi|" +
    "password)(?: (?:date|number|code|id|password|url|name))?$|. (?:version|owner|maintainer|host|url|ip|timezone|licen[cs]e)$",
  "u",
);

type AttributeIntent = Extract<Intent, { kind: "attribute" }>;

/** Whether a statement is about an attribute that is stored, and says what such an attribute holds. */
export function continues({ how, values }: AttributeIntent, stored: FactList | null): boolean {
  if (stored === null) return false;
  const [first] = stored.items;
  return first === undefined || how === "gone" || typeOf(values[0] ?? "") !== "text" || typeOf(first.value) === "text";
}

/** Whether a statement of an attribute that isn't stored is to be taken: told to remember, a form, a known one, an exact value. */
export function isWarranted(clause: Clause, { of, values, how, line, sure }: AttributeIntent): boolean {
  const [opening = ""] = clause.words;
  // Inside a message lines say anything: of these is taken what a known attribute holds ("Port: 5433").
  if (line === true && clause.line === "inside" && !clause.remember)
    return values.every((one) => isKnown(of.key, one) && /^[^,]{1,30}$/u.test(one));
  if (
    (clause.remember || (line === true && clause.line === "form")) &&
    values.every((one) => one.split(" ").length <= 6)
  )
    return true;
  const article = /^(?:the|a|an|this|that|it|what|which)$/u.test(opening);
  const loose = article && of.subject === "project" && how === "set" && !PROJECT_KNOWN.test(of.key);
  if (!loose && values.every((one) => isKnown(of.key, one))) return true;
  // "Our uptime target is 99.95%", "our build command is `make all`"
  const isExactHere = (value: string): boolean =>
    isExact(value) ||
    clause.text.includes(`\`${value}\``) ||
    (/^-?\d[\d.,]*\s?%$/u.test(value) && of.key.includes(" "));
  // "And my waist is 72cm"
  const opens = (word: string): boolean => clause.words.slice(0, 4).includes(word);
  if (!values.every(isExactHere) && !(sure && (of.subject === "me" || opens("our")))) return false;
  return of.subject === "project" ? opens("our") || opens("we") : opens("my") || of.person !== "";
}

/** Whether a change is private whatever its speaker's scope is. */
export function isPrivate(intent: Intent): boolean {
  return intent.kind === "attribute" && intent.values.some((value) => isSensitive(attributeKey(intent.of.key), value));
}
