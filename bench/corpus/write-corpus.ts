import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../evals/shared/report.ts";
import { type Prose, proseOf } from "./prose.ts";

export const WINGS = 10;
/** Characters of a drawer on average, with its heading. */
const MEAN_CHARACTERS = 500;
const SECTIONS_A_FILE = 8;
const MESSAGES_A_SESSION = 20;
const AUTHORS = ["Alice", "Bob", "Carmen", "David", "Elena", "Farid", "Grace", "Hiro", "Ines", "Jonas"];
/** 1 January 2025. */
const EPOCH = 1_735_689_600_000;

/** Folders of a corpus: for each wing one of markdown files and one of chats. */
export interface Corpus {
  readonly folder: string;
  readonly files: readonly string[];
  readonly chats: readonly string[];
}

/**
 * Writes a corpus of `drawers` passages, half sections of markdown files and half messages of chats, in ten wings; where it is there
 * already it is left as it is. Every section and message is long enough to be a drawer and too short to be two, and all together have
 * 500 characters on average.
 *
 * @param folder made anew, and only there when it is complete
 */
export function writeCorpus(folder: string, drawers: number): Corpus {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    for (let wing = 0; wing < WINGS; wing++) writeWing(unfinished, wing, Math.floor(drawers / WINGS));
    renameSync(unfinished, folder);
  }
  const each = (kind: string): string[] =>
    Array.from({ length: WINGS }, (_, wing) => join(folder, kind, wingName(wing)));
  return { folder, files: each("files"), chats: each("chats") };
}

export function wingName(wing: number): string {
  return `wing-${wing}`;
}

function writeWing(folder: string, wing: number, drawers: number): void {
  const prose = proseOf(1 + wing);
  const inFiles = Math.ceil(drawers / 2);
  for (let made = 0, number = 0; made < inFiles; number++) {
    const sections = Math.min(SECTIONS_A_FILE, inFiles - made);
    made += sections;
    const into = join(folder, "files", wingName(wing), `part-${Math.floor(number / 100)}`);
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, `note-${number}.md`), markdown(prose, sections));
  }
  const chats = join(folder, "chats", wingName(wing));
  mkdirSync(chats, { recursive: true });
  for (let made = 0, number = 0; made < drawers - inFiles; number++) {
    const messages = Math.min(MESSAGES_A_SESSION, drawers - inFiles - made);
    made += messages;
    // A thousand sessions a file: some 10 MB.
    appendFileSync(
      join(chats, `chat-${Math.floor(number / 1000)}.jsonl`),
      session(prose, `w${wing}s${number}`, number, messages),
    );
  }
}

// From 0.4 to 1.6 of the mean. Sentences end past their target, by seven words on average: 45 characters.
function lengthOf(prose: Prose, before: number): number {
  return Math.max(40, MEAN_CHARACTERS * (0.4 + 1.2 * prose.random()) - before - 45);
}

function markdown(prose: Prose, sections: number): string {
  const topic = prose.topic();
  return Array.from({ length: sections }, () => {
    const head = `## ${prose.words(topic, 3)}\n\n`;
    return `${head}${prose.text(topic, lengthOf(prose, head.length))}\n\n`;
  }).join("");
}

function session(prose: Prose, name: string, number: number, messages: number): string {
  const topic = prose.topic();
  const pair = Math.floor(prose.random() * (AUTHORS.length - 1));
  return Array.from({ length: messages }, (_, i) => {
    const author = AUTHORS[pair + (i % 2)] as string;
    const time = new Date(EPOCH + number * 3_600_000 + i * 60_000).toISOString();
    return `${JSON.stringify({ session: name, id: `${name}-${i}`, role: i % 2 === 0 ? "user" : "assistant", author, time, text: prose.text(topic, lengthOf(prose, 0)) })}\n`;
  }).join("");
}

/** Distinct questions on the subjects of every corpus, the same for all sizes. */
export function corpusQuestions(count: number, seed = 1000): readonly string[] {
  const prose = proseOf(seed);
  const random = seededRandom(seed + 1);
  const questions = new Set<string>();
  while (questions.size < count) questions.add(prose.question(Math.floor(random() * 1000)));
  return [...questions];
}
