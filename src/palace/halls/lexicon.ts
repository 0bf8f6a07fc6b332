import { CUES } from "./cues.ts";

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
interface CueNode {
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

/**
 * Verbs whose form shows the tense or mood of a sentence. Closed lists instead of a tagger: a wrong guess on an unknown
 * verb costs one feature, a tagger would cost more time than the whole classifier may take.
 */

/** Irregular past forms that are no base form as well; regular ones are found by their ending. */
export const IRREGULAR_PASTS =
  "was were had did went got made said took came saw knew gave found thought told became left felt brought began " +
  "kept held wrote stood heard meant met ran paid sat spoke led grew lost fell sent built understood drew broke " +
  "spent rose drove bought wore chose ate slept won taught caught fought sought threw flew sang rang swam drank " +
  "forgot froze hid rode shook shot sold stole stuck struck swore tore woke withdrew bent bit blew bound bred crept " +
  "dealt dug fed fled hung laid lent lit rebuilt rewrote overslept shrank sank slid spun sprang stung swept swung " +
  "wept wound undertook overcame underwent ground shone strode burnt learnt dreamt leapt spilt";

/** Words in -ed that are no past form, and past-like words that mostly stand as adjectives. */
const NOT_PAST =
  "need bed red shed feed seed speed weed exceed proceed succeed indeed hundred breed bleed embed kindred sacred " +
  "naked wicked rugged beloved unused based supposed interested tired bored excited married concerned related " +
  "limited fixed advanced detailed complicated crowded experienced talented";

/** Base forms that open an imperative, and whose -s form is a present tense. */
export const BASE_VERBS =
  "add adjust adopt aim allow apply ask attach avoid back bake be begin bend block boil book borrow bring brush " +
  "build buy call carry change charge check choose clean clear click close collect combine come commit compare " +
  "configure consider contact cook cool copy count cover create cut define delete deploy describe design disable " +
  "discuss do download drain draw drink drive drop dry eat enable encourage enjoy ensure enter expect explain " +
  "export favour fill find finish fix focus follow forget freeze get give go grab grate group grow hang have heat " +
  "help hire hold ignore import improve include increase insert inspect install invest invite join keep knead label " +
  "land lay lead learn leave let lift limit line listen load lock look lower make mark marinate measure meet melt " +
  "mind mix monitor move name note offer open order organise organize pack paint park pass paste pay pick pin place " +
  "plan plant play point pour practise practice prefer prepare press prevent print protect provide prune pull push " +
  "put raise randomise read rebuild record reduce refactor refill refresh regenerate register reinstall relax " +
  "release remember remind remove rename rent repeat replace report request reset resist rest restart restore " +
  "return reuse review rewrite rinse roast rotate run save scale schedule search season see select sell send " +
  "separate serve set sew share shop show shut sign simmer skip sleep slice slow soak sort speak specify spend " +
  "split spray spread stand start stay steam stick stir stop store stretch strip study submit substitute subtract " +
  "suggest swap switch take talk taste tell test think throw tie tighten toast track train translate treat trim " +
  "trust try tune turn undo unplug update upgrade use validate verify visit wait walk warm wash watch water wear " +
  "weigh whisk wipe wire work worry wrap write accept act agree answer appear argue arrange arrive assume attend " +
  "balance bear become behave believe belong break breathe cause celebrate claim connect consist contain continue " +
  "control cost cross cycle deal decide deduct depend destroy deserve develop die differ divide earn edit emit " +
  "equal establish exist expire extend face fail fall feature feed feel fight fit fly force form generate handle " +
  "happen hate hear hide hit host hurt implement indicate influence involve issue kill know last launch lend lie " +
  "live lose love maintain manage map matter mean need notice occur operate own parse perform permit preserve " +
  "process produce promise propose publish reach react realise realize receive recommend refer reflect refuse " +
  "relate remain render represent require resemble resolve respond reveal ride rise rule sail say score seem sit " +
  "solve sound stem suffer suit supply support suppose survive teach tend touch travel understand vary want warn " +
  "win wish wonder zoom bleed preheat batch cache mock log profile benchmark debug rebase squash ship merge stash " +
  "escape encrypt hash bind seal sand drill sow mulch regulate convert absorb attract bypass cite compile comply " +
  "concern conduct decline dissolve drift enforce equip evolve exceed exclude forbid govern imply inherit link " +
  "marry migrate number oppose orbit outweigh possess prohibit rank reign reside restrict reward span specialise " +
  "specialize symbolise transform transmit transport trigger yield fertilise fertilize pot repot";

/** Words after which an opening base form is surely an imperative ("water the plants", not "water boils"). */
const OBJECT_OPENERS =
  "the a an your my our his her its their this that these those it them him me us yourself some any all every each " +
  "both more less enough only one two three at least with in into on onto to for from off up down out over under " +
  "about as before after until by early slowly not sure well carefully gently regularly often always twice once " +
  "small plenty time either something someone anything and or & which whether if when where how what why between " +
  "against through toward towards away back along around outside inside";

/** Base forms that are hardly ever nouns: at the start of a sentence they are imperatives whatever follows ("take breaks"). */
const PLAIN_VERBS =
  "add adjust adopt allow apply ask attach avoid bake be become begin bring build buy carry choose clarify collect " +
  "combine compare configure consider convert create decide define delete describe disable discuss do eat enable " +
  "encourage ensure expect explain explore fill find follow force forget get give go grab grate grow hang have hear " +
  "hire identify ignore implement improve include increase insert inspect install invest invite join keep learn " +
  "leave let listen lower make melt mix organise organize pour practise prepare prevent protect provide put reach " +
  "read reduce refactor remember remind remove replace rinse roast say scrub see sell send separate simmer sit soak " +
  "speak spend steam stick strip submit take teach tell think throw tighten toast translate treat try unplug update " +
  "use validate verify visit wait wash wear whisk wrap write";
