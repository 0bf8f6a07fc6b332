import { HEDGES } from "./closed-words.ts";
import type { Opener } from "./openers.ts";
import type { Token } from "./tokens.ts";

/** Why a clause in the shape of a statement is none. */
export type Refusal = "hedged" | "hypothetical" | "reported" | "question" | "negated";

/** Words that make all before a clause a condition or a report of what somebody says. */
const HYPOTHETICAL = new RegExp(
  String.raw`(?:^|\s)(?:if|unless|suppose|supposing|imagine|pretend|assuming|assume|hypothetically|what if|` +
    String.raw`let's say|whether|would|could|might|should)(?:\s|$)`,
  "u",
);
const SPEECH = new RegExp(
  String.raw`(?:^|\s)(?:according|said|says|say|saying|told|tells|asked|asks|asking|ask|thinks|thought|` +
    String.raw`claims|claimed|wrote|writes|writing|write|replied|translate|answers|answered|announced|` +
    String.raw`believes|sings|sang|shouted|whispered|quote|quoted|quoting|called|titled|string|prints|print|` +
    String.raw`means|example|lyrics|story|novel|poem|character|hero|sentence|phrase|text|message|prompt|` +
    String.raw`words|roleplay|joke|explained|insists|insisted|mentioned|complete|rephrase|paraphrase|` +
    String.raw`summarize|correct|fix|spell|rewrite)(?:\s|$)`,
  "u",
);
const NEGATED = new RegExp(
  String.raw`(?:^|\s)(?:don't|doesn't|didn't|do not|does not|not|never|can't|cannot|won't|` +
    String.raw`wouldn't) (?:think|believe|suppose|guess|mean|want|know|say|remember|feel)(?:\s|$)|` +
    String.raw`(?:^|\s)(?:forget|ignore|disregard|delete|remove)(?: that| what i said(?: :)?)?$`,
  "u",
);
/** "Translate: …", "please fix this sentence: …": whatever follows is a text to work on. */
const TEXT_WORK = new RegExp(
  "^(?:please |can you |could you )?(?:translate|rewrite|rephrase|paraphrase|summari[sz]e|fix|" +
    "correct|proofread|shorten|complete)(?: [^:]{0,60})? :",
  "u",
);
const RETRACTED = new RegExp(
  String.raw`(?:^|\s)(?:just kidding|jk|kidding|psych|but that was a lie|but i'm not sure|not sure|` +
    String.raw`i'm not sure|but not really|not really|or is it|or maybe|i think|i guess|maybe|i suppose|` +
    String.raw`or not|i forget|i forgot|idk|es broma|but i lied|isn't it|isnt it|right \?|isn't he|isn't she|` +
    String.raw`aren't they|don't you think)(?:\s|$|\p{P})`,
  "u",
);

/** Words that begin a time or a circumstance before a question. */
const TIME_BEFORE = new RegExp(
  String.raw`^(?:as of|as per|back|before|after|until|till|by|during|when|while|whenever|since|on \d|` +
    String.raw`in (?:\d{4}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter)|` +
    String.raw`last|at the time)\b`,
  "u",
);

/** Marks of tone: "/s" says that the opposite is meant. */
export const JOKED = /(?:^|\s)\/(?:s|sarc|sarcasm|j|jk|hj|joke|joking|irony)(?=[\s.!]|$)/u;

/** What stands around a clause. */
export interface Around {
  readonly senses: ReadonlySet<Opener["sense"]>;
  readonly saidBefore: string;
  readonly joint: string;
  readonly own: string;
  /** The whole sentence. */
  readonly said: string;
  readonly after: string;
  readonly following: string;
  readonly question: boolean;
  readonly whole: boolean;
  readonly rest: readonly Token[];
  /** Whether the clause is a command. */
  readonly commands: boolean;
}

/** Why what stands before a clause makes it none. */
function refusalBefore({ saidBefore, joint, own, question, whole }: Around): Refusal | null {
  const joins = (word: string): boolean => /^(?:and|but|so)$/u.test(word);
  // "You asked earlier: …" is answered by the speaker himself.
  if (joint === ":" && /^(?:(?:since|as|because|ok|well) )*you (?:(?:'ve|have|had|once) )*asked\b/u.test(saidBefore))
    return null;
  if (HYPOTHETICAL.test(saidBefore) && !joins(joint)) return "hypothetical";
  if (SPEECH.test(saidBefore) && !joins(joint) && !joins(own)) return "reported";
  if (NEGATED.test(saidBefore) && !joins(joint)) return "negated";
  if (TEXT_WORK.test(saidBefore)) return "reported";
  // "Back when I lived in Rome, what was my favorite …?" asks of a time that wasn't read.
  if (question && joint === "," && TIME_BEFORE.test(saidBefore)) return "hypothetical";
  // A colon announces what others say, unless only opening words stand before it.
  const shortQuestion = question && whole && saidBefore.split(" ").length < 8;
  return joint === ":" && saidBefore !== ":" && !shortQuestion ? "reported" : null;
}

/** Why a clause in the shape of a statement is none, by what stands around it; null where it is one. */
export function refusalOf(given: Around): Refusal | null {
  const { senses, said, saidBefore, after, following, own, question, whole, rest, commands } = given;
  if (senses.has("hedge") || JOKED.test(`${said} ${following}`)) return "hedged";
  const before = refusalBefore(given);
  if (before !== null) return before;
  const next = rest.find(({ kind }) => kind !== "mark")?.word ?? "";
  if (/^(?:if|unless)$/u.test(next)) return "hypothetical";
  if (RETRACTED.test(`${after} `)) return "hedged";
  if (/^(?:just kidding|jk\b|kidding|psych|not!?$|not really|es broma)/iu.test(following.trim())) return "hedged";
  if (question && (whole || /^(?:isn't|right|no|yes|correct|eh|huh|ok|okay|innit|or)$/u.test(next)))
    return senses.has("polite") || (senses.has("remember") && /^(?:can|could|will|would|please)$/u.test(own))
      ? null
      : "question";
  if (HEDGES.has(rest[0]?.word ?? "")) return "hedged";
  // "As a customer, my favorite …" speaks for one.
  if (/^as an? /u.test(saidBefore)) return "hedged";
  if (commands && /^(?:when|once|after|as|until|till|in)$/u.test(rest[0]?.word ?? "") && rest.length > 2)
    return "hypothetical";
  return null;
}
