import { fold } from "../../text/fold.ts";
import { stem } from "../../text/stem.ts";
import { isStopWord } from "../../text/stop-words.ts";
import { words } from "../../text/words.ts";
import { GENERIC_WORDS } from "./plain-words.ts";

/** What a heading, slug or name is about. */
export interface Concept {
  /** The folded words that say something, in the order of the name. */
  readonly words: readonly string[];
  /** Their stems with abbreviations written out, distinct and sorted, `+` between: equal keys mean the same concept. */
  readonly key: string;
  /** The stems of the key. */
  readonly stems: readonly string[];
}

const GENERIC: ReadonlySet<string> = new Set(GENERIC_WORDS.split(" ").map((word) => stem(word)));

/** Numbering of files and headings: `ch04`, `01`, `part2`, `3a`, `v2`. */
const NUMBERING = /^(?:ch|chap|chapter|part|pt|sec|section|appendix|lesson|day|week|unit|module|vol|step|ex|exercise|no|s|v|session)?\d+[a-z]?$/;

/** Short forms that people write for the long one, and pairs of words that name the same thing in headings. */
const SAME_WORD: Readonly<Record<string, string>> = {
  auth: "authentication", authn: "authentication", login: "authentication", signin: "authentication", db: "database", dbs: "database", databases: "database",
  config: "configuration", cfg: "configuration", configs: "configuration", settings: "configuration", k8s: "kubernetes", repo: "repository", repos: "repository",
  env: "environment", envs: "environment", dev: "development", prod: "production", perf: "performance", infra: "infrastructure", admin: "administration",
  js: "javascript", ts: "typescript", py: "python", pg: "postgres", postgresql: "postgres", psql: "postgres", golang: "go", os: "operating-system",
  deps: "dependencies", dependency: "dependencies", dir: "directory", dirs: "directory", folder: "directory", msg: "message", err: "error", errs: "error", exceptions: "error", exception: "error",
  install: "installation", setup: "installation", installing: "installation", deploy: "deployment", deploys: "deployment", deploying: "deployment", migrate: "migration", migrating: "migration", migrations: "migration",
  pics: "photos", pictures: "photos", photography: "photos", photo: "photos", gym: "fitness", workout: "fitness", workouts: "fitness", exercising: "fitness", bday: "birthday", birthdays: "birthday",
  vacation: "holiday", vacations: "holiday", holidays: "holiday", trip: "travel", trips: "travel", travelling: "travel", traveling: "travel", journey: "travel", kids: "children", kid: "children", child: "children",
  car: "car", cars: "car", automobile: "car", auto: "car", film: "movie", films: "movie", movies: "movie", apartment: "flat", apartments: "flat", flats: "flat", salary: "pay", salaries: "pay", wages: "pay", wage: "pay",
  pricing: "price", prices: "price", cost: "price", costs: "price", colour: "color", colours: "color", colors: "color", optimisation: "optimization", optimising: "optimization", optimizing: "optimization", optimize: "optimization",
  organisation: "organization", organisations: "organization", recipe: "recipes", men: "man", women: "woman", mice: "mouse", feet: "foot", teeth: "tooth", lives: "life", leaves: "leaf", knives: "knife", wives: "wife", people: "person",
  univ: "university", uni: "university", college: "university", colleges: "university", math: "mathematics", maths: "mathematics", bio: "biology", chem: "chemistry", phd: "doctorate", maintenance: "maintain", payment: "pay", payments: "pay",
  ml: "machine-learning", ai: "artificial-intelligence", ci: "continuous-integration", cd: "continuous-delivery", ui: "user-interface", ux: "user-experience", hr: "human-resources", tv: "television", llms: "llm", apis: "api",
  bug: "bug", bugs: "bug", debug: "bug", debugging: "bug", retro: "retrospective", standup: "stand-up", invoice: "invoice", billing: "invoice", invoicing: "invoice", doctor: "doctor", doctors: "doctor", dr: "doctor", meds: "medication", medicine: "medication", medicines: "medication",
};

/** Abbreviations whose long form is two words: "continuous integration" is "ci". */
const LONG_FORMS: ReadonlyMap<string, string> = new Map(
  Object.values(SAME_WORD).filter((long) => long.includes("-")).map((long) => [long.replaceAll("-", " "), long]),
);

/**
 * Reads what a name is about: words without stop words, generic words ("notes", "overview"), numbering and dates.
 *
 * @param name a heading, a file name without its extension, a slug
 * @example conceptOf("Overview of the Auth Migrations (2024)").key // "authent+migrat"
 */
export function conceptOf(name: string): Concept {
  const said: string[] = [];
  for (const word of nameWords(name)) {
    if (isStopWord(word) || NUMBERING.test(word) || GENERIC.has(stem(word))) continue;
    said.push(word);
  }
  const stems = [...new Set(joined(said).map((word) => stem(SAME_WORD[word] ?? word)))].sort();
  return { words: said, key: stems.join("+"), stems };
}

/** The folded words of a name; capitals inside a word and underscores part it too ("AuthMigration"). */
function nameWords(name: string): readonly string[] {
  const parted = name.replace(/(\p{Ll})(\p{Lu})(?=\p{Ll}{2})/gu, "$1 $2").replace(/['’](?=s\b)/giu, " ").replace(/(\p{L})['’](\p{L})/gu, "$1$2");
  return words(parted).flatMap((word) => fold(word.text).split(" ")).filter((word) => word !== "s");
}

function joined(said: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < said.length; i++) {
    const pair = LONG_FORMS.get(`${said[i]} ${said[i + 1] ?? ""}`);
    kept.push(pair ?? (said[i] as string));
    if (pair !== undefined) i++;
  }
  return kept;
}
