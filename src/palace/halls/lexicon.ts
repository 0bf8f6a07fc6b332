import { CUES } from "./cues.ts";
import { BASE_VERBS, IRREGULAR_PASTS, NOT_PAST, OBJECT_OPENERS, PLAIN_VERBS } from "./verbs.ts";

/** What a word can be, as bits. */
export const Kind = {
  past: 1,
  base: 2,
  third: 4,
  opener: 8,
  determiner: 16,
  be: 32,
  was: 64,
  have: 128,
  had: 256,
  modal: 512,
  adverb: 1024,
  question: 2048,
  auxiliary: 4096,
  subject: 8192,
  plainVerb: 16384,
  firstPerson: 32768,
  firstPersons: 65536,
  secondPerson: 131072,
} as const;

/** A node of the trie over the words of all phrases of all cues: the cues that end here, and the words that may follow. */
export interface CueNode {
  /** Indices of cues in `CUES`. */
  readonly cues: readonly number[];
  readonly next: ReadonlyMap<string, CueNode> | null;
}

/** What the classifier knows of a word, whatever sentence it stands in. */
export interface KnownWord {
  /** Bits of `Kind`. */
  readonly kind: number;
  /** Where the cues that begin with this word start; null: there are none. */
  readonly cues: CueNode | null;
}

/**
 * What is known of a word in lower case: from the lists, or by its ending.
 *
 * Cost: one look-up. The first one lays out the lists, about 1 ms.
 */
export function knownWord(word: string): KnownWord {
  return (lexicon ??= laidOut()).get(word) ?? byEnding(word);
}

function byEnding(word: string): KnownWord {
  if (word.length > 3 && word.endsWith("ed")) return PAST;
  return word.length > 4 && word.endsWith("ly") ? ADVERB : UNKNOWN;
}

/** Made when first asked for. */
let lexicon: ReadonlyMap<string, KnownWord> | null = null;

/**
 * What the lists say, or an ending. What follows a first word of cues is laid out when that word is first met: a question has ten words of some two thousand,
 * and the first question of a process waits for this.
 */
class Entry implements KnownWord {
  kind: number;
  /** What stands behind this word in cues, each with its cue: "", 3, "out", 4, … Empty once it is laid out. */
  readonly rests: (string | number)[] = [];
  private node: CueNode | null = null;

  constructor(kind: number) {
    this.kind = kind;
  }

  get cues(): CueNode | null {
    if (this.rests.length > 0) this.node = nodeOf(this.rests.splice(0));
    return this.node;
  }
}

const UNKNOWN = new Entry(0);
const PAST = new Entry(Kind.past);
const ADVERB = new Entry(Kind.adverb);

function laidOut(): ReadonlyMap<string, KnownWord> {
  const words = new Map<string, Entry>();
  const listed = (word: string, kind: number): Entry => {
    let known = words.get(word);
    if (known === undefined) words.set(word, (known = new Entry(kind)));
    return known;
  };
  listKinds((list, kind) => {
    for (const word of list.split(" ")) listed(word, 0).kind |= kind;
  });
  Object.values(CUES).forEach((phrases, cue) => {
    for (const phrase of phrases.split("|")) {
      const space = phrase.indexOf(" ");
      const first = space < 0 ? phrase : phrase.slice(0, space);
      listed(first, byEnding(first).kind).rests.push(space < 0 ? "" : phrase.slice(space + 1), cue);
    }
  });
  return words;
}

/** Words that stand in a list have no other kind than those said there, whatever their ending: hence `NOT_PAST`. */
function listKinds(mark: (list: string, kind: number) => void): void {
  mark(BASE_VERBS, Kind.base);
  for (const verb of BASE_VERBS.split(" ")) mark(thirdPerson(verb), Kind.third);
  mark(IRREGULAR_PASTS, Kind.past);
  mark(NOT_PAST, 0);
  mark(OBJECT_OPENERS, Kind.opener);
  mark("the a an my your our his her its their this that these those no some any every each", Kind.determiner);
  mark("is are am isn't aren't i'm we're they're you're he's she's it's be being that's there's", Kind.be);
  mark("was were wasn't weren't been got getting gets get", Kind.was);
  mark("has have hasn't haven't i've we've they've you've having", Kind.have);
  mark("had hadn't", Kind.had);
  mark(
    "can could may might must will would shall should can't couldn't won't wouldn't shouldn't cannot i'll we'll you'll i'd we'd you'd they'd he'd she'd",
    Kind.modal,
  );
  mark(
    "not never just already also really finally only even still always usually often recently barely nearly almost apparently actually then once never",
    Kind.adverb,
  );
  mark("what who whom whose which where when why how what's who's where's how's", Kind.question);
  mark(
    "do does did is are am was were can could will would shall should may might have has had don't " +
      "doesn't didn't isn't aren't won't can't need want any anyone",
    Kind.auxiliary,
  );
  mark(PLAIN_VERBS, Kind.plainVerb | Kind.base);
  mark("i we they you people kids children girls boys who", Kind.subject);
  mark("i i'm i've i'd my me mine myself", Kind.firstPerson);
  mark("we we're we've our us ours", Kind.firstPersons);
  mark("you your you're yours you'll yourself", Kind.secondPerson);
}

function thirdPerson(verb: string): string {
  const last = verb.slice(-1);
  if ("sxzo".includes(last) || verb.endsWith("ch") || verb.endsWith("sh")) return `${verb}es`;
  return last === "y" && !"aeiou".includes(verb.slice(-2, -1)) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

interface OpenNode {
  readonly cues: number[];
  next: Map<string, OpenNode> | null;
}

function nodeOf(rests: readonly (string | number)[]): CueNode {
  const root: OpenNode = { cues: [], next: null };
  for (let i = 0; i < rests.length; i += 2) {
    const cue = rests[i + 1] as number;
    let node = root;
    for (const word of rests[i] === "" ? [] : (rests[i] as string).split(" ")) {
      node.next ??= new Map();
      let following = node.next.get(word);
      if (following === undefined) node.next.set(word, (following = { cues: [], next: null }));
      node = following;
    }
    if (!node.cues.includes(cue)) node.cues.push(cue);
  }
  return root;
}
