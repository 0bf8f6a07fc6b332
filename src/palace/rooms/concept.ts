import { BoundedCache } from "../../caches/bounded-cache.ts";
import { fold, isStopWord, words } from "../../text/words.ts";
import { stem } from "../../text/stem.ts";
import { GENERIC_WORDS } from "./plain-words.ts";

/**
 * Groups of words that mean the same in a heading: short forms, spellings, derivations that stemming doesn't join, and plain synonyms.
 * The first of a group stands for it. `|` between groups. Only words that mean the same in nearly every heading.
 */
export const SAME_WORDS =
  // Software.
  "authentication auth authn login signin|authorization authz authorisation|database databases db dbs|configuration " +
  "config configs cfg settings setting preferences|kubernetes k8s|repository repo repos repositories|environment env " +
  "envs environments|development dev|production prod|performance perf|infrastructure infra|administration admin|" +
  "javascript js|typescript ts|python py|postgres pg postgresql psql|golang go|dependencies dependency deps dep|" +
  "directory dir dirs folder folders|message msg msgs|error err errs errors exception exceptions fault faults|" +
  "installation install installing installs setup|deployment deploy deploys deploying deployments|migration migrate " +
  "migrating migrations migrates|optimization optimize optimizing optimise optimising optimisation|organization " +
  "organisation organise organize organizing organising|debugging debug|benchmark benchmarks benchmarking|backup " +
  "backups|api apis|llm llms|documentation|architecture architectural|certificate cert certs certificates|" +
  "credentials creds|library lib|package packages pkg pkgs|parameter param params parameters|arguments args argument|" +
  "function func fn functions|variable var vars variables|standup standups|retrospective retro retros|specification " +
  "spec specs|synchronization sync syncing synchronisation synchronizing|" +
  // People.
  "doctor doctors physician physicians gp dr|lawyer lawyers attorney attorneys solicitor|children child kids kid|" +
  "baby babies infant infants newborn newborns|mother mom mum mums|father dad dads|grandmother grandma granny nana|" +
  "grandfather grandpa granddad|employee employees staff personnel|hiring hire recruitment recruiting recruit|" +
  "customer customers client clients|wife wives|husband hubby|person people|woman women|man men|" +
  // Home, travel, daily life.
  "home house houses homes|flat apartment apartments flats|buying buy purchase purchases purchasing|rubbish garbage " +
  "trash|sofa couch|bicycle bike bikes bicycles cycling|car cars automobile automobiles|travel trip trips travelling " +
  "traveling journey|holiday holidays vacation vacations|photos photo photograph photographs pics pictures picture " +
  "photography|movie film films movies|shop store shops stores shopping|phone telephone cellphone smartphone|" +
  "television tv telly|wifi wireless|email emails mail|cooking cookery|recipes recipe|birthday birthdays bday|" +
  "fitness gym workout workouts exercising|stomach tummy belly|ache aches pain pains|medication medicine medicines " +
  "meds drugs|vaccination vaccine vaccines vaccinations|teeth tooth|feet foot|color colour colours colors|neighbor " +
  "neighbour neighbors neighbours neighborhood neighbourhood|practice practise practising practicing practices " +
  "practiced practised|licence license licenses|cheque check|theatre theater|grey gray|jewelry jewellery|airplane " +
  "plane aeroplane|dinner supper|" +
  // Money and work.
  "price prices pricing cost costs|salary salaries wage wages|payment pay payments paying|invoice invoices billing " +
  "invoicing bill bills|job jobs employment|company companies firm firms|analysis analyses analyze analyse analyzing " +
  "analysing|maintenance maintain maintaining|insurance insuring insure|investment invest investing investments|" +
  "application applications apply applying apps app|renovation renovate renovating remodel remodeling remodelling|" +
  // Study.
  "documentation docs doc|university uni college univ|mathematics math maths|biology bio|chemistry " +
  "chem|doctorate phd|thesis dissertation|exam exams examination examinations|homework assignment assignments|" +
  // Abbreviations of two words.
  "machine-learning ml|artificial-intelligence ai|continuous-integration ci|continuous-delivery|" +
  "user-interface ui|user-experience ux|human-resources hr|operating-system os|pull-request pr prs|" +
  "test-driven-development tdd";

/** Two words that are also written as one. */
export const ONE_WORD =
  "follow up=followup|follow ups=followup|following up=followup|next step=next-step|next steps=next-step|action " +
  "item=action-item|action items=action-item|job hunting=job-search|job hunt=job-search|job search=job-search|job " +
  "searching=job-search|ci cd=continuous-integration|cd ci=continuous-integration|back up=backup|backing up=backup|" +
  "backed up=backup|set up=setup|setting up=setup|stand up=standup|stand ups=standup|sign in=login|log in=login|" +
  "logging in=login|sign up=signup|check list=checklist|wi fi=wifi|e mail=email|e mails=email|road map=roadmap|time " +
  "line=timeline|web site=website|on boarding=onboarding|home work=homework|data base=database|data bases=database|" +
  "work flow=workflow|machine learning=machine-learning|artificial intelligence=artificial-intelligence|continuous " +
  "integration=continuous-integration|user interface=user-interface|user interfaces=user-interface|user " +
  "experience=user-experience|human resources=human-resources|operating system=operating-system|operating " +
  "systems=operating-system|pull request=pull-request|pull requests=pull-request";

/** What a heading, slug or name is about. */
export interface Concept {
  /** The folded words that say something, in the order of the name. */
  readonly words: readonly string[];
  /** Their stems with abbreviations written out, distinct and sorted, `+` between: equal keys mean the same concept. */
  readonly key: string;
  /** The stems of the key. */
  readonly stems: readonly string[];
  /** Of a name of one or two words: as if it were written as one, with its ending off ("bee keeping" and "beekeeping": `beekeep`); else empty. */
  readonly compact: string;
}

/** Word → the first of its group in `SAME_WORDS`. */
const SAME_WORD: ReadonlyMap<string, string> = new Map(
  SAME_WORDS.split("|").flatMap((group) =>
    group.split(" ").map((word) => [word, group.split(" ")[0] as string] as const),
  ),
);

/** Whether a word is short for another, or another spelling of it ("hr", "ml"). */
export const isShort = (word: string): boolean => SAME_WORD.has(word);

/** Two words → the one that they are also written as. */
const JOINED: ReadonlyMap<string, string> = new Map(
  ONE_WORD.split("|").map((entry) => entry.split("=") as [string, string]),
);

/** Names of products that capitals inside don't part. */
const BRANDS: ReadonlySet<string> = new Set(
  (
    "javascript typescript coffeescript github gitlab bitbucket youtube linkedin whatsapp facebook " +
    "mongodb openai paypal macbook postgresql wordpress powerpoint onenote dropbox airbnb docusign chatgpt latex xstate"
  ).split(" "),
);

/** Made when first asked for: a search that only shows names would wait some milliseconds for it. */
let generic: ReadonlySet<string> | null = null;

function isGeneric(word: string): boolean {
  generic ??= new Set(GENERIC_WORDS.split(" ").map((one) => stem(one)));
  return generic.has(stem(word));
}

/** Numbering of files, headings and versions: `ch04`, `01`, `part2`, `3a`, `v2`, `rc1`. */
const NUMBERED =
  "ch|chap|chapter|part|pt|sec|section|appendix|lesson|day|week|unit|module|vol|step|ex|exercise|no|s|v|session|rc|beta|alpha|rev|ver|fig|p";
const NUMBERING = new RegExp(`^(?:${NUMBERED})?\\d+[a-z]?$`);
/** The same with a sign between: `sec-5.3`. */
const PARTED_NUMBERING = new RegExp(String.raw`(?<!\p{L})(${NUMBERED})[\s._-]+(?=\d)`, "giu");

/**
 * Reads what a name is about: words without stop words, generic words ("notes", "overview"), numbering and dates.
 * @param name a heading, a file name without its extension, a slug
 * @example conceptOf("Overview of the Auth Migrations (2024)").key // "authent+migrat"
 */
export function conceptOf(name: string): Concept {
  return conceptOfWords(nameWords(name), stemOrNone);
}

/** Whether a text says one of these stems. Cost: a look-up a word, up to the first that does. */
export function speaksOf(text: string, stems: ReadonlySet<string>): boolean {
  for (const { text: word } of words(text)) {
    let said = saidBy.get(word);
    if (said === undefined) saidBy.set(word, (said = conceptOf(word).stems));
    if (said.some((stem) => stems.has(stem))) return true;
  }
  return false;
}

const MAX_REMEMBERED = 20_000;
const saidBy = new BoundedCache<string, readonly string[]>(MAX_REMEMBERED);

/**
 * `conceptOf` for many slugs: their words are cut at hyphens, and each word is stemmed once; a slug that came before is remembered. What is no
 * plain slug goes the long way. Cost: about 3 µs a new slug; keeps some 200 bytes for each of the last 20,000 to 40,000.
 */
export function slugConcepts(): SlugConcepts {
  const cut = cutSlugs();
  const known = new BoundedCache<string, Concept>(2 * MAX_REMEMBERED);
  return (slug) => {
    let found = known.get(slug);
    if (found === undefined) known.set(slug, (found = cut(slug)));
    return found;
  };
}

/** Reads slugs as `conceptOf` does. */
export type SlugConcepts = (slug: string) => Concept;

function cutSlugs(): SlugConcepts {
  const stems = new Map<string, string | null>();
  const known = (word: string): string | null => {
    let found = stems.get(word);
    if (found === undefined) {
      if (stems.size >= MAX_REMEMBERED) stems.clear();
      stems.set(word, (found = stemOrNone(word)));
    }
    return found;
  };
  return (slug) => (PLAIN_SLUG.test(slug) ? conceptOfWords(slug.split("-"), known) : conceptOf(slug));
}

/** Words that `nameWords` would leave as they are: letters only, since digits are parted from letters; without a lone "s", the rest of a genitive. */
const PLAIN_SLUG = /^(?:[a-rt-z]|[a-z]{2,})(?:-(?:[a-rt-z]|[a-z]{2,}))*$/;

/** @param stemOf null for a word that says nothing */
function conceptOfWords(parts: readonly string[], stemOf: (word: string) => string | null): Concept {
  const words: string[] = [];
  const stems = new Set<string>();
  let last = "";
  for (const word of joined(parts)) {
    const stemmed = stemOf(word);
    if (stemmed === null) continue;
    words.push(word);
    stems.add(stemmed);
    last = stemmed;
  }
  const sorted = [...stems].sort();
  const compact = words.length === 1 ? last : words.length === 2 ? stem(words.join("")) : "";
  return { words, key: sorted.join("+"), stems: sorted, compact };
}

function stemOrNone(word: string): string | null {
  return isStopWord(word) || NUMBERING.test(word) || isGeneric(word) ? null : stemOf(word);
}

/** The folded words of a name; capitals inside a word and underscores part it too ("AuthMigration"). */
function nameWords(name: string): readonly string[] {
  const parted = name
    .replace(/[\p{L}]+/gu, (word) =>
      BRANDS.has(word.toLowerCase()) ? word : word.replace(/(\p{Ll})(\p{Lu})(?=\p{Ll}{2})/gu, "$1 $2"),
    )
    .replace(PARTED_NUMBERING, "$1")
    .replace(/['’](?=s\b)/giu, " ")
    .replace(/(\p{L})['’](\p{L})/gu, "$1$2");
  return words(parted)
    .flatMap((word) => fold(word.text).split(" "))
    .filter((word) => word !== "s");
}

/** The stem of a word's group; "quarterly" goes with "quarter". */
function stemOf(word: string): string {
  const known = SAME_WORD.get(word);
  return stem(known ?? (word.length > 7 && word.endsWith("ly") ? word.slice(0, -2) : word));
}

function joined(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const pair = JOINED.get(`${words[i]} ${words[i + 1] ?? ""}`);
    kept.push(pair ?? (words[i] as string));
    if (pair !== undefined) i++;
  }
  return kept;
}
