import WORDS from "../english/word-classes.json" with { type: "json" };
import type { Drawer } from "../model/drawer.ts";
import { type Ground, groundOfBits } from "../model/message-role.ts";
import type { RelevanceBasis, RelevanceValues } from "../ranking/relevance.ts";
import { leastThatMatters, relevance, RELEVANCE_VALUES, WITHOUT_KIND, WITHOUT_SUBJECT } from "../ranking/relevance.ts";
import { searchedFields } from "../storage/ports/searched-fields.ts";
import { asksForQuestions, isMereReply, saysNothing } from "../text/evidence.ts";
import { fold, words, isStopWord } from "../text/words.ts";
import { type Asked, type AskedKind, askedKinds, holdsKind, looksUp, surelyHoldsKind } from "../text/asked-kind.ts";
import { indexTerms, onlyTerm, type TermSpan, termFinder } from "../text/analyzer.ts";
import { onceEach } from "./collapse-duplicates.ts";
import { askedPart, askedParts, asksShortly, type AskedTerm, askedTerms, ofAnother } from "./asked-terms.ts";
import type { Lexicon } from "./dependencies.ts";
import type { Found } from "./find-candidates.ts";
import type { PreparedSearch } from "./prepare.ts";
import type { Ranked } from "./rank.ts";
import { isOwnChat } from "./resolve-filter.ts";

/** How many of the first candidates make the field that hits are compared with, and how many it is chosen from. */
export const FIELD = 10;
export const FIELD_POOL = 30;
/** Gaps between scores count up to here. */
const GAP = 0.3;

/** Words of a question that a passage meets whatever it says. */
const LIGHT: ReadonlySet<string> = new Set(WORDS.light);
/** Nouns that say more than their kind: not each name is a bank's, nor each number a port. */
const TELLING_NOUNS: ReadonlySet<string> = new Set(WORDS.tellingNouns);
const MOST_UNMET = 3;
/** How far a passage is from a word that it doesn't speak of. */
const FAR = 0.8;
/** What of few words to look up has to stand nowhere, by weight, and how far from it a passage is that isn't of the same: "shirt" from "shoe". */
const NEIGHBOUR = { absent: 1 / 3, unmet: 0.65 };
/** By how much the nearest of e times as many words is nearer by chance, in cosines. */
const CHANCE = 0.1;

/** Kinds that are told in many ways: a passage that holds none of the usual ones may answer all the same. */
const LOOSE: ReadonlySet<AskedKind> = new Set(["manner", "reason"]);
/**
 * What a note has to be near in meaning, and by how much it has to lead the others, to matter where none does by its words: on notes of three hands that
 * are asked in other words, recall rose from .43, .65 and .20 to .50, .75 and .30, as often right as before.
 */
const NEAR = { dense: 0.12, lead: 0.08 };
/** Rank by frequency beyond which a word is rare; 4,000 to 9,000 do alike on dialogues of two hands, 14,000 finds less. */
const RARE = 9_000;
/** Drawers beyond which one of them is as near by chance. */
const FEW_DRAWERS = 200;

export interface Judgeable {
  readonly drawer: Drawer;
  readonly source: string;
  readonly item: Ranked;
  /** The message before it, of an assistant's words right behind a question. */
  readonly asked?: string | undefined;
}

/** Whether a folded text has a name; a hexadecimal code cut short, too, and with other hyphens. */
function holdsName(text: string, name: string): boolean {
  const [whole, code = ""] = [text, name].map((one) => fold(one).replace(/(?<=[\da-f])-(?=[\da-f])/gu, ""));
  const isCode = /^(?=.*\d)(?=.*[a-f])[\da-f]{6,}$/u.test(code);
  const codes = isCode ? (whole?.match(/\b(?=[a-f]*\d)[\da-f]{6,}\b/gu) ?? []) : [];
  return text.includes(fold(name)) || codes.some((one) => code.startsWith(one) || one.startsWith(code));
}

/** What of a question one passage may answer. */
interface Side {
  readonly terms: readonly AskedTerm[];
  readonly kinds: ReturnType<typeof askedKinds>;
}

type WrittenValues = Record<keyof RelevanceValues, number>;
/** Fractions, and a copy has its whole shape at once; see `FeatureTable`. */
const BLANK = Object.fromEntries(RELEVANCE_VALUES.map((name) => [name, 0.5])) as WrittenValues;

/** Where a hit stands: its place from 0, the hit behind it, and the largest relevance so far. */
interface Among {
  readonly place: number;
  readonly next: Ranked | null;
  readonly best: number;
}

/** A word or a phrase: what is more than that may say more than one side of an `OR`. */
const SIDE = /^\s*(?:"[^"]+"|[^\s"]+)\s*$/u;

const ANSWERING: ReadonlySet<Ground> = new Set(["stated", "derived"]);

/** What a drawer says beside stop words, each word once, and how many of them are those of its heading, which come first. */
function saidBy(lexicon: Lexicon, { heading, text }: Drawer) {
  const said = new Set<string>();
  for (const { text: word } of words(fold(heading))) if (!isStopWord(word)) said.add(word);
  const headed = said.size;
  for (const { text: word } of words(fold(text))) if (!isStopWord(word)) said.add(word);
  return { headed, read: lexicon.readWords?.([...said]) ?? { words: [...said], meanings: [] } };
}
const keptSaid = onceEach((lexicon: Lexicon) => onceEach((drawer: Drawer) => saidBy(lexicon, drawer)));

/** A code, and the one or two words before it. */
const CODE = /(?<!\p{L})((?:\p{L}+\s+){1,2})((?=\p{L}*\d)\p{L}[\p{L}\d]+)\b/gu;
/** A name by its capital, within a sentence. */
const NAME = /(?<=[\p{L}\d,;:] )\p{Lu}\p{L}+/gu;
/** Number of rare words, beside the question's, that tell something, and the share of the question from which on it is taken up. */
const TELLING = 3;
const TAKEN_UP = 0.5;

/** How relevant a hit is, and what that was judged by. */
export interface Judgement {
  readonly relevance: number;
  readonly values: RelevanceValues;
  readonly basis: RelevanceBasis;
  /** Whether it may answer at all: what only asks, or what an assistant says in a chat of Loci's own, adds nothing to `covered`. */
  readonly isEvidence: boolean;
  /** Whether it tells of another thing of the kind than is asked for. */
  readonly isOther: boolean;
  /** Ids of the stated passages among the hits that it quotes as its sources. */
  readonly cites?: readonly string[];
}

/** What hits are compared with, and read by. */
interface Compared {
  readonly found: Pick<Found, "set" | "terms">;
  readonly first: readonly Ranked[];
  readonly lexicon: Lexicon | null;
  readonly findTerms: (text: string) => readonly TermSpan[];
  /** See `IndexCapabilities.keepsDrawers`. */
  readonly kept?: boolean;
}

export type RelevanceJudge = ReturnType<typeof relevanceJudge>;

/**
 * Judges how likely each hit of a search belongs to its answer. What it compares a hit with is the first ten candidates, whatever the limit is.
 * Cost: some 20 µs a hit; nothing is done for candidates that aren't shown.
 */
export function relevanceJudge(
  { question: prepared, mode, sources }: Pick<PreparedSearch, "question" | "mode" | "sources">,
  { found, first, lexicon, findTerms, kept = false }: Compared,
) {
  const { text: question, mentioned, voice, syntax } = prepared;
  const asked = askedTerms(prepared, found, lexicon);
  const kinds = askedKinds(question);
  const { either } = syntax;
  const parts = either.length > 0 && either.every((side) => SIDE.test(side)) ? either : askedParts(question);
  /** What a hit is judged by, the one that it holds most of: each side of `OR` between words and phrases, each part of a question, else all of it. */
  const sides = parts.map((part): Side => {
    if (parts.length === 1) return { terms: asked.terms, kinds };
    const own = new Set(indexTerms(part));
    return {
      terms: asked.terms.filter(({ term }) => own.has(term)),
      kinds: parts === either ? kinds : askedKinds(part),
    };
  });
  // Without terms only meaning was searched.
  const find = found.terms.length > 0 ? findTerms : termFinder(new Set(asked.terms.map(({ term }) => term)));
  /** Whether the question is short enough that each of its words is asked for. */
  const isShort = asksShortly(question);
  /** The folded noun behind "what" or "which": "what make is the piano". */
  const noun = /\b(?:what|which)\s+(\p{L}+)\s+(?:is|are|was|were|do|does|did|has|have|had|can)\b/u.exec(
    fold(question),
  )?.[1];
  const classed = classedCodes(question);
  const isOfAnother = ofAnother(question, kinds);
  const wordOf = new Map(prepared.words.map((word) => [onlyTerm(word), word]));
  /** First candidates that may be evidence. */
  const pool = first.filter(({ candidate }) => ANSWERING.has(groundOfBits(candidate.signals)));
  /** Those of them with which hits are compared. */
  let field: readonly Ranked[] = pool.slice(0, FIELD);
  const vectors = field.some((one) => one.values().dense !== 0);
  const by: RelevanceBasis["by"] = mode === "semantic" ? "meaningOnly" : vectors ? "withVectors" : "wordsOnly";
  /** Names, numbers and identifiers of the question that no passage holds: its subject; set by `judgeFirst`. */
  let missing: readonly string[] = [];
  /** Share of the question that nothing which may answer holds; set by `judgeFirst`. */
  let absent = 0;

  /** Whether a word is so rare in its language that it tells by itself what is spoken of, as a name does. */
  const isRare = (word: string): boolean => {
    const rank = lexicon?.frequencyRank?.(word);
    return rank === null || (rank ?? 0) > RARE;
  };

  /**
   * Judges the first hits, and with that whether any of them holds what the question is about.
   * @param next the candidate behind the last of them @param read whatever was read, these among it @param again ids of what says only again what another
   * of them says @param replies whether what an assistant merely replied counts as what may answer
   */
  function judgeFirst(
    first: readonly Judgeable[],
    beside: Readonly<{ next: Ranked | null; read: readonly Judgeable[]; again: ReadonlySet<string>; replies: boolean }>,
  ): readonly Judgement[] {
    const { next, read, again, replies } = beside;
    const silent = read.filter((one) => !mayAnswer(one, replies));
    const held = silent.map(({ drawer }) => termsOf(drawer));
    const unheld = asked.absent((term) => held.filter((terms) => terms.has(term)).length);
    absent = unheld.share;
    const left = new Set(silent.map(({ item }) => item.candidate.id));
    // What is no evidence is no rival, and takes no place; nor is what says a thing again.
    const evidence = first.filter(({ item }) => !left.has(item.candidate.id));
    // In an agent's session what stands beside the same question, asked before, is found by that one's words: no rival either.
    const same = silent.filter((_, i) => share(asked.terms, held[i] as ReadonlySet<string>) >= TAKEN_UP);
    const asking = new Set(
      same.flatMap(({ item: { candidate } }) => (candidate.author === "user" ? [candidate.document] : [])),
    );
    const texts = unheld.missing.length === 0 ? [] : evidence.map(({ drawer }) => fold(textOf(drawer)));
    missing = unheld.missing.filter((name) => !texts.some((text) => holdsName(text, name)));
    const isRival = ({ candidate: { id, document } }: Ranked): boolean =>
      !left.has(id) && !again.has(id) && !asking.has(document);
    field = pool.filter(isRival).slice(0, FIELD);
    const rivals = evidence.filter(({ item }) => isRival(item));
    let [best, before] = [0, 0];
    return first.map((one) => {
      const isEvidence = !left.has(one.item.candidate.id);
      const [{ item } = one] = isEvidence ? [one] : evidence;
      const place = isEvidence ? before : 0;
      const after = place + (isRival(item) ? 1 : 0);
      const judged = judge(one, { place, next: rivals[after]?.item ?? next, best, isEvidence });
      if (isEvidence) before = after;
      best = Math.max(best, judged.relevance);
      return judged;
    });
  }

  /**
   * Which of the judged hits are worth showing, however unsure it is that they answer: what holds all of a question that asks for no kind of thing
   * ("Ines", "what do we know about the oven"), and, among few drawers of which none matters, the one that is nearest in meaning and far ahead of the
   * others. They cover nothing.
   */
  function worthShowing(judged: readonly Judgement[]): readonly boolean[] {
    if (missing.length > 0) return [];
    const [first] = kinds;
    const best = Math.max(0, ...judged.map(({ relevance }) => relevance));
    const near =
      found.set.visible <= FEW_DRAWERS && best < leastThatMatters(best)
        ? Math.max(NEAR.dense, ...judged.map((one) => one.values.dense))
        : 2;
    return judged.map(
      ({ values: { dense, denseLead, kindHeld, unmetTerms, met, held, terms }, isEvidence, isOther }) => {
        if (!isEvidence || isOther) return false;
        if (first === undefined && terms > 0 && met > 0 && held === 1) return true;
        // What holds all but the one thing that is asked of it is about it, and no answer in other words.
        const may = first === undefined ? held === 0 || unmetTerms !== 1 : kindHeld > 0 || LOOSE.has(first.kind);
        return may && dense >= near && denseLead >= NEAR.lead;
      },
    );
  }

  function judge(hit: Judgeable, among: Among & { readonly isEvidence?: boolean }): Judgement {
    const { isEvidence = mayAnswer(hit, false) } = among;
    const basis = { by, message: hit.drawer.message !== null };
    const found = termsOf(hit.drawer);
    const [side] = sides.toSorted((a, b) => share(b.terms, found) - share(a.terms, found)) as [Side];
    const values = valuesOf(hit, among, { basis, side, found });
    const probability = relevance(values, basis);
    const [first] = side.kinds;
    // What may be of the kind is none where the passage doesn't speak of all that is asked: "who administers Buildkite", "We switched from …".
    const lacksKind = values.kindLacked > 0 || (values.kindHeld === 0 && values.unmet > FAR);
    const lacks = lacksKind && first !== undefined && !LOOSE.has(first.kind);
    const kindless = basis.message ? WITHOUT_KIND.message : WITHOUT_KIND.note;
    const far = probability > WITHOUT_KIND.message && first !== undefined && standsFar(first, hit.drawer);
    const isOther = isOfAnother(textOf(hit.drawer), basis.message);
    // "Aunt's phone" is answered by no uncle's, nor "Anna's address" by her birthday.
    const isNeighbour =
      basis.message &&
      absent > NEIGHBOUR.absent &&
      values.unmetTerms > 0 &&
      values.unmet > NEIGHBOUR.unmet &&
      looksUp(question.replace(/\?\s*$/u, ""));
    const most =
      missing.length > 0 || !isEvidence || isOther
        ? WITHOUT_SUBJECT
        : lacks
          ? kindless
          : far || isNeighbour
            ? WITHOUT_KIND.message
            : 1;
    return { relevance: Math.min(most, probability), values, basis, isEvidence, isOther };
  }

  /**
   * What only asks or thanks, or what a program wrote, answers nothing, however much of the question it says. What an assistant says counts in an agent's
   * history; in Loci's own chats, and right behind a question, it is no answer, unless the question is after it.
   */
  function mayAnswer({ drawer, source, item, asked }: Judgeable, replies: boolean): boolean {
    // As it was decided on the way in.
    const ground = groundOfBits(item.candidate.signals);
    const from = sources.get(source);
    const isOwn = from !== undefined && isOwnChat(from);
    if (saysNothing(drawer, question, isOwn)) return false;
    if (ground === "asked") return asksForQuestions(question);
    const proves = (): boolean =>
      !isOwn && (replies || !isMereReply(item.candidate, drawer, asked)) && saysMore(drawer);
    return ground === "stated" || (ground === "derived" && (voice.assistant || proves()));
  }

  /** Whether an agent's words tell anything beside the question that they take up: "I found no record of the tenor in the notes" doesn't. */
  function saysMore(drawer: Drawer): boolean {
    const rankOf = lexicon?.frequencyRank?.bind(lexicon);
    if (rankOf === undefined || share(asked.terms, termsOf(drawer)) < TAKEN_UP) return true;
    const known = new Set(words(fold(question)).map(({ text }) => onlyTerm(text) ?? text));
    const names = new Set(Array.from(drawer.text.matchAll(NAME), ([name]) => fold(name)));
    const said = new Set(words(fold(drawer.text)).map(({ text }) => text));
    const fresh = [...said].filter((word) => !known.has(onlyTerm(word) ?? word));
    const isSure = (word: string): boolean => /\d/u.test(word) || names.has(word) || rankOf(word) === null;
    return fresh.some(isSure) || fresh.filter(isRare).length >= TELLING;
  }

  function valuesOf(
    { drawer, item }: Judgeable,
    { place, next, best: known }: Among,
    { basis, side, found }: Readonly<{ basis: RelevanceBasis; side: Side; found: ReadonlySet<string> }>,
  ): RelevanceValues {
    const features = item.values();
    const score = item.learned();
    const best = field[0]?.learned() ?? score;
    const others = field.filter((one) => one !== item);
    const { dense, speaker } = features;
    const values: WrittenValues = { ...BLANK };
    const lacking = writeWords(drawer, values, { ...side, found });
    const { held } = values;
    values.unmet = 0;
    values.absent = absent;
    values.dense = dense;
    values.denseLead = others.length === 0 ? 0 : dense - mean(others, (one) => one.values().dense);
    values.behind = Math.min(GAP, Math.max(0, best - score));
    values.ahead = next === null ? 0 : Math.max(-GAP, Math.min(GAP, score - next.learned()));
    values.lead = field.length < 2 ? 0 : Math.min(GAP, best - mean(field.slice(1), (one) => one.learned()));
    values.rank = Math.log(1 + place);
    values.terms = Math.log(1 + asked.terms.length);
    values.question = features.question;
    values.speaker = speaker;
    values.tool = features.tool;
    values.rivals = mean(others, (one) => one.values().coverage);
    values.heldDense = held * dense;
    values.speakerHeld = speaker * held;
    if (lacking.length === 0) return values;
    // What wouldn't matter if it met every word isn't looked at any closer: words of a text are many.
    values.unmet = relevance(values, basis) < leastThatMatters(known) ? 1 : farFrom(lacking, drawer);
    return values;
  }

  /** Writes what the passage's words say. @returns the words of a short question that it lacks */
  function writeWords(
    drawer: Drawer,
    values: WrittenValues,
    { terms, kinds, found }: Side & { readonly found: ReadonlySet<string> },
  ): readonly string[] {
    const [first] = kinds;
    // Only a kind of thing is looked for in it.
    const beside = first === undefined ? "" : besideAsked(drawer.text, first.words);
    const may = first !== undefined && holdsKind(first.kind, beside);
    const lacking = isShort ? lackingOf({ terms, kinds, found }, beside) : [];
    values.unmetTerms = Math.min(MOST_UNMET, lacking.length);
    values.met = isShort && lacking.length === 0 ? 1 : 0;
    values.held = share(terms, found);
    const names = terms.filter(({ name }) => name);
    values.namesMissed = 1 - share(names, found);
    values.kindHeld = first !== undefined && may && surelyHoldsKind(first.kind, beside) ? 1 : 0;
    values.kindLacked = first !== undefined && !may ? 1 : 0;
    values.length = Math.log(2 + (drawer.text.match(/\s+/gu)?.length ?? 0)) / 5;
    return lacking;
  }

  /** The words of the question that a passage doesn't hold, but for what only asks for a kind of thing that it does hold. */
  function lackingOf(
    { terms, kinds, found }: Side & { readonly found: ReadonlySet<string> },
    beside: string,
  ): readonly string[] {
    const lacking = terms.flatMap(({ term, name }) => {
      const word = wordOf.get(term) ?? term;
      const isClass = classed.get(word)?.some((code) => found.has(code)) === true;
      const isLight = LIGHT.has(word) && word !== noun && !kinds[0]?.words.has(word);
      return name || isClass || found.has(term) || isLight ? [] : [word];
    });
    return lacking.filter(
      (word) => TELLING_NOUNS.has(word) || !kinds.some(({ words, kind }) => words.has(word) && holdsKind(kind, beside)),
    );
  }

  /** How far a passage is from the word that it meets least, by its other words. */
  function farFrom(lacking: readonly string[], drawer: Drawer): number {
    if (lexicon === null) return 1;
    const { headed, read } = kept ? keptSaid(lexicon)(drawer) : saidBy(lexicon, drawer);
    const but = new Set(read.words.slice(headed).filter((word) => mentioned.has(word)));
    const chance = CHANCE * Math.log(Math.max(1, read.words.length - but.size));
    return 1 - Math.max(0, (lexicon.leastMet?.(lacking, read, { but, chance }) ?? 0) - chance);
  }

  /** The question's terms that a drawer holds, by its words, headings, file or author. A name that is spelt as a stem of "in" isn't held by that. */
  function termsOf(drawer: Drawer): ReadonlySet<string> {
    const found = new Set<string>();
    const { heading, content, breadcrumb } = searchedFields(drawer);
    // A message without an author stands under its role: that says nothing of users.
    const headed = drawer.message !== null && heading === drawer.message.role ? "" : heading;
    // A session's title says what its first exchange is about; a later message doesn't hold its words.
    for (const text of [headed, ...content, ...((drawer.message?.turn?.at ?? 1) > 2 ? [] : breadcrumb)]) {
      for (const { term, start, end } of find(text)) {
        if (found.has(term)) continue;
        const word = fold(text.slice(start, end));
        if (!isStopWord(word) || mentioned.has(word)) found.add(term);
      }
    }
    if (drawer.message !== null) for (const part of fold(drawer.message.author ?? "").split(/\s+/)) found.add(part);
    return found;
  }

  /** Whether a passage of a document holds a kind of thing, but beside another subject: a date of the sentence before. */
  function standsFar({ kind, words }: Asked, { message, text, heading, breadcrumb, names }: Drawer): boolean {
    if (message !== null || LOOSE.has(kind)) return false;
    const termsOf = (part: string): readonly string[] => find(part).map(({ term }) => term);
    const headed = new Set([heading, ...breadcrumb, ...names].flatMap(termsOf));
    const part = askedPart(text, (one) => termsOf(one).filter((term) => !headed.has(term)));
    return !holdsKind(kind, besideAsked(part, words));
  }

  /** A text with "…" for the words of the question, but those by which a kind is told: what it says beside them. */
  function besideAsked(text: string, kept: ReadonlySet<string>): string {
    return text.replace(/[\p{L}\p{N}]+/gu, (word) => {
      const folded = fold(word);
      return mentioned.has(folded) && !isStopWord(folded) && !kept.has(folded) ? "…" : word;
    });
  }

  return {
    question,
    kinds,
    /** Whether the question is after what an assistant said. */
    asksForAnswers: voice.assistant,
    /** What the question is about and no passage holds. */
    missing: () => missing,
    isRare,
    judgeFirst,
    judge,
    worthShowing,
  };
}

/** Nouns that say what a code of the question is, and the code's terms: of "error code E18", which a passage may call otherwise. */
const classedCodes = (question: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Array.from(question.matchAll(CODE)).flatMap(([, before = "", code = ""]) =>
      words(fold(before)).map(({ text }) => [text, indexTerms(code)] as const),
    ),
  );

const mean = (field: readonly Ranked[], of: (one: Ranked) => number): number =>
  field.reduce((sum, one) => sum + of(one), 0) / Math.max(1, field.length);

/** Share of the weight of terms that were found; 1 where there are none. */
function share(terms: readonly AskedTerm[], found: ReadonlySet<string>): number {
  let [whole, held] = [0, 0];
  for (const { term, weight } of terms) {
    whole += weight;
    if (found.has(term)) held += weight;
  }
  return whole === 0 ? 1 : held / whole;
}

const textOf = ({ text, caption, heading, breadcrumb, names, message }: Drawer): string =>
  [text, caption ?? "", heading, ...breadcrumb, ...names, message?.author ?? ""].join("\n");
