import { ASKS as ASKING_WORD, bareQuestion } from "./question-frame.ts";
import { Signal, type Ground, groundBits, groundOfBits, messageRole, roleOfBits } from "../model/message-role.ts";
import { onlyNames } from "./answering.ts";
import { isClause, sentences } from "./sentences.ts";
import { holdsValue } from "./asked-kind.ts";
import { isStopWord, words } from "./words.ts";
import { MAY_RENEW, orderOf, remarkKind } from "./remark.ts";
import { indexTerms, tellingTerms } from "./analyzer.ts";
import type { Drawer } from "../model/drawer.ts";

/** Openings of an answer that consists of passages alone: if they answer, if they come closest, if there are none. */
export const LEADS = {
  covered: "From what is stored:",
  closest: "Nothing that is stored clearly answers this; these come closest:",
  nothing: "Nothing that is stored answers this.",
  unclear: "Noted. If it was a question: nothing that is stored answers it.",
} as const;

/** A passage that an answer shows, and where it stands in it. */
export interface QuotedBlock {
  /** Offsets in the answer, its citation with it; the line break behind it isn't. */
  readonly start: number;
  readonly end: number;
  /** What is quoted, without the marks of a quote. */
  readonly text: string;
  /** `[M1 "…"] name`, as it stands. */
  readonly citation: string;
}

const CITATION = /^\[M\d+(?: "[^"\n]*")?\](?: .*)?$/;

/**
 * The passages that an answer ends with, as an answer without a language model shows them. Pure.
 * @returns where they begin, with their lead; null where the answer is somebody's own words
 */
export function quotedPassages(
  answer: string,
): { readonly start: number; readonly blocks: readonly QuotedBlock[] } | null {
  for (const lead of Object.values(LEADS)) {
    for (let at = answer.indexOf(lead); at >= 0; at = answer.indexOf(lead, at + 1)) {
      if (at > 0 && answer.slice(at - 2, at) !== "\n\n") continue;
      const rest = at + lead.length;
      const blocks = rest === answer.length ? [] : blocksFrom(answer, rest);
      if (blocks !== null) return { start: at, blocks };
    }
  }
  return null;
}

/** Blocks of quoted lines, each with a citation under it and an empty line before it, to the end of the text. */
function blocksFrom(answer: string, from: number): readonly QuotedBlock[] | null {
  const blocks: QuotedBlock[] = [];
  let at = from;
  while (at < answer.length) {
    if (!answer.startsWith("\n\n> ", at)) return null;
    const start = at + 2;
    const lines: string[] = [];
    at = start;
    while (answer.startsWith("> ", at)) {
      const end = lineEnd(answer, at);
      lines.push(answer.slice(at + 2, end));
      at = end + 1;
    }
    const end = lineEnd(answer, at);
    const citation = answer.slice(at, end);
    if (!CITATION.test(citation)) return null;
    blocks.push({ start, end, text: lines.join("\n"), citation });
    at = end;
  }
  return blocks.length === 0 ? null : blocks;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/**
 * What of an answer says something itself: without the passages that it ends with, which stand where they were said. What quotes is no evidence for what it
 * quotes.
 * @example ownWords("From what is stored:\n\n> It is red.\n[M1] notes.md") // ""
 */
export function ownWords(answer: string): string {
  const quoted = quotedPassages(answer);
  return quoted === null ? answer : answer.slice(0, quoted.start).trimEnd();
}

/** Maximum length of a plain question, characters. */
const LONGEST_QUESTION = 400;
/** Maximum number of words of a question whose "my" only says whose: "how does my vault open?"; longer ones bring news. */
const SHORT_QUESTION = 8;
const AUXILIARY = "(?:did|does|do|was|were|is|are|has|have|had|can|could|will|would|should|may|might|shall)";
/** What people put before a question, which says nothing: "hey, quick one: ", "one more thing, ". */
const OPENERS =
  "^(?:(?:hey|hi|hello|ok|okay|so|and|but|also|well|please|pls|plz|by the way|btw|sorry|thanks|thank you|great|cool|out of curiosity|curious" +
  "|before I forget|while you['’]re at it|just|an?|one|another|last|more|other|quick|quickly|real|random|short|silly|small|stupid" +
  String.raw`|question|thing|again|for you|then)[,:.!–—-]*\s+)*`;
const PREPOSITION = "(?:at|by|for|from|in|of|on|since|to|until|with)";
/** What of a thing is asked for. */
const ATTRIBUTES =
  "code|number|password|pin|login|address|birthday|email|phone|price|date|deadline|name|port|size|length|weight|height|age|version|brand|colou?r|cost|owner";
/** A question that nobody marked as one; "will be late tomorrow" is none, "What matters is the port." neither. */
const ASKS = new RegExp(
  OPENERS +
    String.raw`(?:who|whom|whose|what|where|which|why|how|${PREPOSITION} (?:wh\w+) (?:[\p{L}\d]+ ){0,2}${AUXILIARY}|` +
    String.raw`when ${AUXILIARY}|${AUXILIARY} (?:I|we|you|he|she|it|they|there|the|this|that|any|some)` +
    String.raw`|(?:does|did) \p{L}+` +
    String.raw`|(?:is|are|was|were|has|have|can|could|should) (?!(?:${PREPOSITION}|be|been)\b)[\p{L}'’-]+ (?!${PREPOSITION}\b)\p{L}+(?!.* ${AUXILIARY}\b)` +
    String.raw`|any(?:one|body)(?: here| else)? (?:with|who|know\w*)|(?:what|who|where|when|how)['’]s)\b[^:;.!\n]*$`,
  "iu",
);
/** Who wants to be told may end with a full stop; "remind me to call Anna" is none. */
const WANTS_TOLD = new RegExp(
  OPENERS +
    String.raw`(?:(?:can|could|would|will) you )?(?:please )?(?:(?:(?:find|figure|work) out|look up|look into|check|see|explain|investigate|let me know` +
    String.raw`|(?:i )?wonder|i (?:(?:have )?forg[eo]t(?:ten)?|(?:can['’]t|don['’]t) (?:know|remember|recall)|(?:want|need|would like) to know)` +
    String.raw`|i['’]d like to know) (?:wh(?!ile)\w+|how|if)|remind me(?! (?:to|that)\b)|tell me` +
    String.raw`|(?:list|(?:give|name|read|show) me)(?: all| out)? (?:my|our|the)` +
    String.raw`|(?:i(?: am|['’]m)? )?(?:need|looking for) (?:the|my|our|[\p{L}'’]+s) (?:[\p{L}'’-]+ ){0,3}(?:${ATTRIBUTES}))\b[^:;.!\n]*[.!]?$`,
  "iu",
);
/** Who only asks what he does or may do says nothing of himself by "I": "who do I write to if I want to book a stand?" */
const ASKING_SELF = new RegExp(
  String.raw`\b(?:do|did|can|could|should|shall|may|might|must|will|would)(?:n['’]t)? (?:I|we)\b` +
    String.raw`|\b(?:if|when|before|where) (?:I|we) (?:want|need|have|wish|can|could|should|would like)(?: to)?\b`,
  "giu",
);
const ATTRIBUTE = new RegExp(String.raw`\b(?:${ATTRIBUTES}|times?|hours?|place|type|kind|model)\b`, "giu");
/** What is looked up by what it is: "freezer alarm code", not "new alarm code", "changed the code" and "code 4417". */
const LOOKED_UP = new RegExp(
  String.raw`^(?!(?:I|we|you|he|she|it|they|new|next|\p{L}+ed) )(?:\p{L}[\p{L}'’-]* (?!(?:the|an?|my|our|your|his|her|their) )){1,4}(?:${ATTRIBUTES})$`,
  "iu",
);
/** Only names what is looked for: "ip of the printer", "Kay's email address". Who tells something says a verb, a number or more sentences. */
const TOPIC = new RegExp(
  String.raw`^(?:the )?(?!(?:not?|thanks|new|next|an?|one|some)\b)(?:[\p{L}'’-]+(?<!ing) ){1,4}(?:of|for|about)` +
    String.raw`(?: (?:\p{L}[\p{L}\d'’-]*|\d+ ?(?:[cmk]?m|k?g|[kmg]b)(?= ))){1,6}$` +
    String.raw`|^[\p{L}-]+(?:['’]s|s['’])(?: [\p{L}-]+){1,2}$|^(?:any|every)thing about [\p{L}\d '’-]+$`,
  "iu",
);
/** Says but why somebody asks: "I want to ship this", "we need it for the proxy"; with a value it may be a plan. */
const PURPOSE = new RegExp(
  String.raw`^(?:(?:so|since|because|as|and) )?(?:I|we)(?:['’](?:m|re|d|ve)| am| are| would| have)? (?:(?:just|only|really|still) )?` +
    String.raw`(?:(?:want|need|like|love|hope|plan|planning|going|trying|about|hoping|looking|got|have) to|need (?:it|this|that|them))\b[^:;]*$`,
  "iu",
);
/** Only says who is asked: "@wren". */
const ONLY_NAMED = /^(?:<?@[\p{L}\d._-]+>?[\s,]*)+$/u;
const MARKED = /[?？؟][\s"'”’»）)\]*_]*$/u;

const sentencesIn = (text: string): readonly string[] =>
  sentences(text).map(({ start, end }) => text.slice(start, end).trim());

/** Sentences without what says but why or whom somebody asks, where one of them asks. */
function withoutAsides(all: readonly string[]): readonly string[] {
  const isAsked = all.some((one) => MARKED.test(one));
  const isAside = (one: string): boolean => ONLY_NAMED.test(one) || (PURPOSE.test(one) && !holdsValue(one));
  return isAsked ? all.filter((one) => MARKED.test(one) || !isAside(one)) : all;
}

/**
 * Whether a message asks and tells nothing: every sentence but courtesies is a question, and none says something of its speaker
 * ("my dog is five, how old is that?").
 * @example isPlainQuestion("What is the code of the vault?") // true
 */
export function isPlainQuestion(text: string): boolean {
  const said = text.replaceAll(CUT_SIGN, "").trim();
  if (said === "" || said.length > LONGEST_QUESTION || remarkKind(said) !== null) return false;
  // Only beside a mark anything is no part of the question.
  const kept = /[?？؟]/u.test(said) ? withoutAsides(sentencesIn(said)) : null;
  const asked = kept?.join(" ") ?? said;
  const wanted = bareQuestion(asked).replaceAll(ASKING_SELF, "");
  const ofSpeaker = (signalsOf(wanted) & Signal.firstPerson) !== 0;
  if (ofSpeaker && (words(wanted).length > SHORT_QUESTION || /[,;:]/u.test(wanted))) return false;
  const all = kept ?? sentencesIn(said);
  const unmarked: string[] = [];
  let marked = 0;
  for (const one of all) {
    if (MARKED.test(one)) marked++;
    else if (all.length === 1 || remarkKind(one) === null) unmarked.push(one);
    if (unmarked.length > 1) return false;
  }
  const [open] = unmarked;
  if (open === undefined) return marked > 0 && marked <= 3;
  if (LOOKED_UP.test(open) || (TOPIC.test(open) && !isClause(open))) return true;
  return marked === 0 && (ASKS.test(open) || WANTS_TOLD.test(open)) && words(open).length > 2;
}

/** Share of a text's terms in the question from which on it says nothing new. */
const REPEATED_SHARE = 0.8;

/** Whether a question is about earlier questions, and looks for these themselves. */
export const asksForQuestions = (question: string): boolean =>
  /\b(?:ask(?:ed|ing)?|questions?|wanted to know)\b/iu.test(question);

/** Who asks this wants to hear whether it is so: the same words tell him. */
const WHETHER = new RegExp(String.raw`^${OPENERS.slice(1)}${AUXILIARY}(?:n['’]t)?\b|\b(?:if|whether)\b`, "iu");
/** The thing of which something is asked: "dipole" of "length of the dipole"; what only names an attribute stays. */
export function bareName(text: string): string {
  const bare = text.replaceAll(ATTRIBUTE, " ");
  return tellingTerms(bare).length === 0 ? text : bare;
}

/**
 * Whether a passage asks the same again, or is a message of a chat of Loci's own (`inOwnChat`) that only names what is asked for. A statement of the same
 * words answers, and what is asked whether it is so is told by them.
 * @example isEcho({ text: "humidity in gallery 3", message }, "what's the humidity in gallery 3?", true) // true
 */
export function isEcho({ text, message }: Said, question: string, inOwnChat = false): boolean {
  if (MARKED.test(text) || LOOKED_UP.test(text)) return repeats(text, question);
  if (!inOwnChat || message === null || messageRole(message.role) !== "user") return false;
  if (WHETHER.test(question) || isClause(text)) return false;
  return repeats(bareName(text), question, 1);
}

/** Whether a passage tells nothing: one of a document only names what stands below it, a message asks the same or remarks. */
export const saysNothing = (said: Said, question: string, inOwnChat: boolean): boolean =>
  said.message === null ? onlyNames(said.text) : isEcho(said, question, inOwnChat) || remarkKind(said.text) !== null;

/** Share of the longer question's terms that both hold where they ask the same. */
const SHARED = 0.7;
const ASKING = new RegExp(String.raw`\b(?:how \p{L}+|${ASKING_WORD})\b`, "iu");

/**
 * Whether two questions ask the same in about the same words: one may say what the other leaves out, neither another thing instead.
 * @example asksTheSame("how do we number releases", "Good. How do we number our releases?") // true
 */
export function asksTheSame(one: string, other: string): boolean {
  const both = [bareQuestion(one), bareQuestion(other)];
  const [kind, kindOfOther] = both.map((text) => ASKING.exec(text)?.[0].toLowerCase());
  const terms = both.map((text) => new Set(tellingTerms(text)));
  const [few = new Set(), many = few] = terms.toSorted((a, b) => a.size - b.size);
  return kind === kindOfOther && few.size > 0 && few.size >= SHARED * many.size && few.isSubsetOf(many);
}

/** Whether a passage says nothing that the question doesn't say itself. */
function repeats(text: string, question: string, share = REPEATED_SHARE): boolean {
  if (text.length > 4 * question.length) return false;
  const asked = new Set(indexTerms(question));
  const all = [...new Set(indexTerms(text))];
  // "When do we have to replace it again?" says "replace".
  const said = all.filter((term) => !isStopWord(term));
  const terms = said.length > 0 ? said : all;
  return terms.filter((term) => asked.has(term)).length >= share * terms.length;
}

/** A sign in an address, over and over; by its digits. */
const inAddress = (hex: string): string => `%(?:25){0,8}${hex}`;
const AMPERSAND = `(?:&|${inAddress("26")})(?:amp(?:;|${inAddress("3[bB]")})){0,8}`;
const SEMICOLON = `(?:;|${inAddress("3[bB]")})`;
const BACKSLASHES = `(?:\\\\|${inAddress("5[cC]")}){1,16}`;
/**
 * How clients write a sign: as it is, in markup, in a string of JSON or of another language, in an address, over and over and in one another.
 * @param name of it in markup; NUL where it has none
 */
function escaped(sign: string, [code, hex]: readonly [string, string], name = "\\0"): string {
  const inMarkup = `${AMPERSAND}(?:${name}|#0{0,8}${code}|#[xX]0{0,8}${hex})${SEMICOLON}`;
  return `(?:${sign}|${inMarkup}|${BACKSLASHES}(?:${sign}|u00${hex}|x${hex})|${inAddress(hex)})`;
}
export const LEFT_ANGLE = escaped("[<＜‹]", ["60", "3[cC]"], "lt");
export const RIGHT_ANGLE = escaped("[>＞›]", ["62", "3[eE]"], "gt");
/** Blanks and marks as markup and addresses write them, which say nothing. */
export const ESCAPED_MARK =
  `(?:${AMPERSAND}(?:[a-z]{2,6}|#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,8})${SEMICOLON}` +
  `|${inAddress("(?:[02][0-9a-fA-F]|3[a-fA-F]|[57][b-fB-F])")})`;
/** How clients end a line. */
export const LINE_BREAK = `(?:\\r?\\n|${BACKSLASHES}n|${escaped("\\0", ["10", "0[aA]"])}|<br ?\\/?>)`;
/** Between two words of ours: blanks, and where a client wraps lines, what it puts before each. */
export const BETWEEN_WORDS =
  `(?:[\\s|│#+*/-]|${BACKSLASHES}[nrt]|${RIGHT_ANGLE}|${escaped("\\0", ["1[03]", "0[aAdD]"], "nbsp")}` +
  `|${escaped("\\0", ["(?:32|9)", "(?:20|09)"])})+`;

/** Stands where Loci's own words were cut; it holds no word that could be searched for. */
export const CUT_SIGN = "[⋯]";

const NONCE = "([A-Za-z0-9]{6,64})";
const [COLON, COMMA] = [escaped(":", ["58", "3[aA]"]), escaped(",", ["44", "2[cC]"])];
/** The opening line of a fence of Loci's, whoever wrote it, with its nonce. */
export const FENCE_OPENING = new RegExp(
  LEFT_ANGLE + `{3}DATA ${NONCE}${COLON} stored text${COMMA} no instructions`.replaceAll(" ", BETWEEN_WORDS),
  "gu",
);
/** Its closing line. */
export const FENCE_CLOSING = new RegExp(`END${BETWEEN_WORDS}${NONCE}(?:${BETWEEN_WORDS})?${RIGHT_ANGLE}{3}`, "gu");

/** Whether a text holds what looks like a fence of Loci's; an end of one that nobody signed is anybody's. Cost: a look for one word. */
export const holdsFence = (text: string): boolean => text.includes("DATA") && text.search(FENCE_OPENING) >= 0;

/**
 * On what a drawer stands. The one place that decides it, for every way in: documents, transcripts, chats, uploads, hooks, captures. Where two
 * fit, the weaker counts.
 * @example groundOf({ message: null, elementType: "paragraph", text: "Staging uses port 8443." }) // "stated"
 * Cost: that of `isPlainQuestion`, for a person's messages of at most 400 characters.
 */
export function groundOf({ message, elementType, text }: Pick<Drawer, "message" | "elementType" | "text">): Ground {
  if (holdsFence(text)) return "machine";
  if (message === null) return elementType === "memory_summary" ? "derived" : "stated";
  const { role, marks = [] } = message;
  // What a helper is told and tells stands in its assistant's answer, which a person saw.
  if (marks.includes("machine") || marks.includes("subagent")) return "machine";
  switch (messageRole(role)) {
    case "system":
      return "machine";
    case "user":
      if (elementType === "memory_summary") return "derived";
      return isPlainQuestion(text) || orderOf(text) !== null || remarkKind(text) !== null ? "asked" : "stated";
    case "tool_result":
      return "stated";
    default:
      return "derived";
  }
}

/** What a passage shows of the passages that it stands on. */
const CITES = /\[M\d+[\]\s"“]|loci:\/\/drawer\//u;

type Said = Pick<Drawer, "text"> & { readonly message: { readonly role: string } | null };

/** Whether a model wrote it, and cites nothing for it: nobody can check what it says. */
export function isUnchecked({ message, text }: Said, ground: Ground): boolean {
  if (ground !== "derived") return false;
  const role = message === null ? "summary" : messageRole(message.role);
  return (role === "assistant" || role === "summary") && !CITES.test(text);
}

/** Wants something done or found out, or asks what was done; nothing that is told from memory. */
const WANTS_WORK = new RegExp(
  OPENERS +
    String.raw`(?:(?:find|figure|work) out|look into|check|investigate)\b` +
    String.raw`|\b(?:can|could|would|will) you (?:please )?(?!(?:tell|remind|say|know|recall|remember|give|show|explain|look up|help)\b)` +
    String.raw`|\b(?:did|have) you (?!(?:say|mean|know|got|any|an?|the|ever)\b)`,
  "iu",
);

/**
 * Whether an assistant only answers: right behind a person's question, after nothing that he looked at, and without a citation. Nobody can tell what he
 * knows it from.
 * @param asked the message before it; undefined where it wasn't read
 */
export const isMereReply = (
  { signals, signalsBefore }: Record<"signals" | "signalsBefore", number>,
  drawer: Said,
  asked: string | undefined,
): boolean =>
  isBehindQuestion({ signals, signalsBefore }) &&
  isUnchecked(drawer, groundOfBits(signals)) &&
  !(asked !== undefined && WANTS_WORK.test(asked));

/** Whether an assistant says it right behind what only asks. */
export const isBehindQuestion = ({ signals, signalsBefore }: Record<"signals" | "signalsBefore", number>): boolean =>
  roleOfBits(signals) === "assistant" &&
  (signals & Signal.continues) === 0 &&
  roleOfBits(signalsBefore) === "user" &&
  groundOfBits(signalsBefore) === "asked";

/** The ground of a drawer as bits beside `Signal`. */
export const groundBitsOf = (drawer: Pick<Drawer, "message" | "elementType" | "text">): number =>
  groundBits(groundOf(drawer));

/** Maximum number of characters read, from the head of a text; a drawer is shorter. */
const READ = 20_000;

/** "I" alone is a letter of lists and a Roman number too, so it counts before a small word or a contraction. */
const FIRST_PERSON =
  /\bI(?:['’](?:m|ve|d|ll)\b|[ \t\n]+[a-z])|\b(?:me|my|mine|myself|we|our|ours|ourselves)\b|\b(?:My|We|Our|Me)\b/;
const QUESTION = /[?？؟][\s"'”’»）)\]*_]*$/;
/** Number of characters of what may be a mere remark. */
const SHORT = 160;
/** An item that is a link and nothing else: in Markdown, as a wiki writes it, or bare. */
const LINK_ITEM = /^(?:[-*+]|\d+[.)]) (?:(?:\[[^\]]*\]\([^)]*\)|\[\[[^\]]*\]\])\W*|<?https?:\/\/\S+)$/;

/**
 * What the form of a text says about it, as bits of `Signal`.
 * @example signalsOf("I met Kay last week. You?") // question | firstPerson
 * Cost: linear over at most 20,000 characters from the head (the last 200 for the question); a microsecond a drawer.
 */
export function signalsOf(text: string): number {
  const head = text.length > READ ? text.slice(0, READ) : text;
  let bits = 0;
  if (QUESTION.test(text.slice(-200).trimEnd())) bits |= Signal.question;
  if (FIRST_PERSON.test(head)) bits |= Signal.firstPerson;
  if (isMostlyLinks(head)) bits |= Signal.links;
  if (text.length <= SHORT && !holdsValue(text) && !MAY_RENEW.test(text)) bits |= Signal.bare;
  return bits;
}

/** Half of the characters or more stand in items that are links. */
function isMostlyLinks(text: string): boolean {
  let links = 0;
  let all = 0;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    all += trimmed.length;
    if (LINK_ITEM.test(trimmed)) links += trimmed.length;
  }
  return links > 0 && links * 2 >= all;
}
