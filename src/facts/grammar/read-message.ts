import { ASKS, bareQuestion } from "../../text/question-frame.ts";
import { remarkKind } from "../../text/remark.ts";
import { MAY_SET_RIGHT, SETS_RIGHT } from "../../english/word-classes.ts";
import { JOKED, QUOTES, REPORTS, RETRACTED, UNSURE } from "../../english/adverbials.ts";
import { readAttribute } from "./attributes.ts";
import { isSensitive } from "./attribute-keys.ts";
import { readCommand } from "./commands.ts";
import { type Change, type Question, statedIn } from "./intent.ts";
import { saidBehind } from "../../english/stated-values.ts";
import { clausesOf, withoutQuoted } from "../../english/sentences.ts";
import { readLayout, type Said } from "../../english/whose-words.ts";
import { type Opened, openingOf } from "../../english/openers.ts";
import { readQuestion } from "./questions.ts";
import { secretToken } from "./secret-token.ts";
import { isExact } from "../../english/value-type.ts";
import { readFavorite, type Reading } from "./statements.ts";

/** Why a sentence is none of the user's statements. */
export type Refusal = "hedged" | "question" | "others_words";

/** What the forms make of a clause. */
export interface ReadClause {
  /** As it was said, without the mark of its sentence. */
  readonly text: string;
  readonly mark: string;
  /** The sentence that it stands in, and which one of the message that is. */
  readonly sentence: string;
  readonly nth: number;
  readonly change: Change | null;
  /** Whether a part of it was read, and a part not. */
  readonly isHalf: boolean;
  /** Whether a full stop behind what it states, taken for the sentence's, may be part of that. */
  readonly isOpen: boolean;
  /** Whether it says a secret of which it isn't sure where it begins and ends. */
  readonly isSecret: boolean;
  readonly questions: readonly Question[];
  readonly refusal: Refusal | null;
  readonly opened: Opened;
}

/** A correction within a sentence: "blue, no wait, green". */
const CORRECTED = new RegExp(
  String.raw`(?:,|\s[–—-]|\s?\.{2,}|\s?…)\s*(?:(?:${SETS_RIGHT}|${MAY_SET_RIGHT}|or rather)[,:]?\s+)+(?:it's\s+)?`,
  "iu",
);
/** "In Skyrim, my horse is Frost": where alone it holds, which no fact says. */
const LIMITED = /^[Ii]n \p{Lu}\S*(?: \S+){0,3}$/u;
const TIMED = /^(?:back|when|before|after|as of|until|while|during)\b/iu;

/**
 * What is copied along with an answer and says nothing: its citations, marks of headings inside of a line, before a rank or a message of one line,
 * and those without a heading.
 */
const MARKS = new RegExp(
  String.raw` ?\[M\d{1,3}\]|(?<=[^\s#][ \t])#{1,6}[ \t]+(?=[\p{L}\p{N}*_])|^#{1,6}[ \t]+(?=\d+[.)]\s)|` +
    String.raw`(?<![\s\S])#{1,6}[ \t]+(?=.+$(?![\s\S]))|^#{1,6}[ \t]*$\n?`,
  "gmu",
);

const ASKS_FIRST = new RegExp(String.raw`^(?:${ASKS}|is|are|was|were|do|does|did)\b`, "iu");

/** Reads a message, sentence by sentence, whatever is stored. Linear in its length. */
export function readMessage(text: string): readonly ReadClause[] {
  const bare = bareQuestion(text);
  const said = ASKS_FIRST.test(bare) ? bare : text;
  const layout = readLayout(said.replace(MARKS, "").replace(/(\d)\uFE0F?\u20E3/gu, "$1) "));
  const clauses: ReadClause[] = [];
  const isShort = layout.length === 1;
  for (const [nth, said] of layout.entries()) {
    if (RETRACTED.test(said.text) && said.own) {
      for (const [i, one] of clauses.entries())
        if (one.nth === nth - 1) clauses[i] = { ...one, change: null, refusal: "hedged" };
    }
    // "Remember, we agreed …": what opens a sentence is no clause of it.
    const { at, remember } = openingOf(said.text);
    const [first = "", ...more] = said.own ? clausesOf(said.text.slice(remember ? at : 0)) : [said.text];
    const parts = [`${remember && said.own ? said.text.slice(0, at) : ""}${first}`, ...more];
    // "…, but it might change" makes what stands before it unsure.
    const isLimited = LIMITED.test(parts[0]?.slice(openingOf(parts[0]).at) ?? "");
    const isUnsure = parts.length > 1 && (isLimited || UNSURE.test(parts.at(-1) ?? ""));
    // The mark of a sentence is its last clause's.
    const isTold = parts.length > 1 && REPORTS.test(parts[0] ?? "");
    for (const [i, part] of parts.entries()) {
      const own = said.own && !(i > 0 && (isTold || (said.mark === "?" && TIMED.test(parts[0] ?? ""))));
      const asSaid = { ...said, own, ...(i < parts.length - 1 ? { mark: "", marks: "" } : {}) };
      for (const read of withBehind(readClause(part, asSaid, isShort), asSaid)) {
        clauses.push({ ...read, ...(isUnsure ? { change: null, refusal: "hedged" as const } : {}), nth });
      }
    }
  }
  return clauses;
}

type Read = Omit<ReadClause, "nth">;

/** A clause that says whose or which thing it is about, and so can be read without the one before it. */
const NAMES_SUBJECT = /^(?:(?:my|our|the)\s|\p{Lu}[\p{L}.-]*['’]s\s)/u;

/** A clause that states something, and what it says behind that: a further fact, or a clause that is handed back as unread. */
function withBehind(read: Read, said: Said): readonly Read[] {
  const { change } = read;
  const behind =
    change?.kind === "state" || change?.kind === "attribute" ? saidBehind(read.text, statedIn(change)) : "";
  // "Teal is my favorite color": what stands behind the value names the list.
  const isName = change !== null && /^(?:is|are|s|re|will|has|became|would|remains|as)\s(?:.*\s)?my\s/iu.test(behind);
  if (behind === "" || isName || remarkKind(behind) !== null) return [read];
  const next = readClause(behind, said, false);
  const isFact =
    NAMES_SUBJECT.test(behind) &&
    (next.change?.kind === "state" || (next.change?.kind === "attribute" && next.change.sure));
  return [read, ...(isFact ? withBehind(next, said) : [{ ...next, change: null, isHalf: false, questions: [] }])];
}

function readClause(text: string, said: Said, isWhole: boolean): Read {
  const { mark, own, line } = said;
  const opening = openingOf(text);
  const opened = KEEP_THIS.test(text) ? { ...opening, remember: true } : opening;
  const body = text.slice(opened.at).replace(/^(I)(?=(?:m|ve)\s)/iu, "$1'");
  const base = { ...NOTHING, text, mark, sentence: `${said.text}${mark}`, opened } as const;
  if (!own || QUOTES.test(body)) return { ...base, refusal: "others_words" };
  const secret = secretToken(body, said.marks);
  // A secret that is not stored is said, whatever keeps it from being read.
  const isHalf = secret?.isSecret === true;
  if (isHalf && secret.value === null) return { ...base, isHalf, isSecret: true };
  const isAsked = mark === "?" && secret === null;
  const questions = text.length > 400 || (line && !isAsked) ? [] : readQuestion(body, isAsked);
  if (isAsked && !isWish(text, opened))
    return { ...base, questions, refusal: questions.length > 0 ? null : "question" };
  if (opened.hedge || UNSURE.test(text) || JOKED.test(text))
    return { ...base, questions: opened.hedge ? [] : questions, refusal: "hedged" };
  const read = (marked: string): Reading => revised(marked, opened, line) ?? readChange(marked, opened, line);
  // "We changed the wifi, it's Heron88!": the mark is the secret's, as where it stands right behind its name.
  const last = body.slice(body.lastIndexOf(" ") + 1);
  const isOpen = secret === null && /^!+$/u.test(said.marks) && /\d/u.test(last) && /[^\d*#]/u.test(last);
  const whole = isOpen ? read(`${body}${said.marks}`) : null;
  const isOwn = whole !== null && whole !== "half" && whole.kind === "attribute" && isSensitive(whole.of.key, "");
  const reading = isOwn ? whole : read(secret?.body ?? body);
  if (reading === "half") return { ...base, isHalf: true, questions };
  if (reading !== null) {
    const isOther = isHalf && !(reading.kind === "attribute" && reading.values[0] === secret.value);
    return { ...base, change: isOther ? null : reading, isHalf, isOpen: secret?.isOpen === true };
  }
  if (isHalf) return { ...base, isHalf };
  const isPart = !isWhole && !/^(?:what|who|when|where|which|list|show|tell|how|remind|and)\b/iu.test(body);
  return { ...base, questions: isPart ? [] : questions };
}

/** "…, please remember" */
const KEEP_THIS =
  /[\s,.;–-]\s?(?:please|pls|plz) (?:remember|keep|note|don['’]?t forget)(?: (?:this|that|it))?[\s.!]*$/iu;

/** "can you add …?" */
const isWish = (text: string, { polite, remember }: Opened): boolean =>
  polite || (remember && /^(?:can|could|will|would)\b/iu.test(text));

const NOTHING = { change: null, isHalf: false, isOpen: false, isSecret: false, questions: [], refusal: null } as const;

const readChange = (text: string, opened: Opened, line: boolean): Reading =>
  readFavorite(text, opened) ?? readCommand(text) ?? readAttribute(text, opened, line);

const AGAINST = new RegExp(
  // "The Road Not Taken" is a title.
  String.raw`(?:,\s+(?:and\s+)?not|\s(?:not|NOT|instead of|rather than)|(?:,|\s\()\s?(?:(?:it )?was|previously|formerly|(?:up|down) from)|` +
    String.raw`\s(?<from>(?:up |down |away )?from))\s+(?:the\s+)?[^,]{1,40}$`,
  "u",
);

/** "Blue, no wait, green", "15 June, not 14", "moved to 10:15 from 9:30": what is said last holds, or against another. */
function revised(text: string, opened: Opened, line: boolean): Reading {
  const plain = text.length > 400 ? "" : withoutQuoted(text);
  const corrected = CORRECTED.exec(plain);
  const found = corrected ?? AGAINST.exec(plain);
  const before = text.slice(0, found?.index ?? 0);
  const now = { ...opened, correction: true };
  const reading = before.length < 6 ? null : readChange(before, now, line);
  if (found === null || reading === null || reading === "half") return null;
  const [first = "", ...more] = statedIn(reading);
  if (corrected === null) {
    const isMoved = reading.kind === "attribute" && (isExact(first) || /\b(?:moved|relocated) to /iu.test(before));
    return first !== "" && more.length === 0 && (found.groups?.["from"] === undefined || isMoved) ? reading : null;
  }
  const behind = text.slice(found.index + found[0].length);
  const isWhole = /^(?:my|our|the)\s/iu.test(behind);
  const at = first === "" ? -1 : before.lastIndexOf(first);
  return (at < 0 ? null : readChange(isWhole ? behind : before.slice(0, at) + behind, now, line)) ?? "half";
}
