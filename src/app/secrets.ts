import type { Asked, SECRETS_CALL } from "../model/requests/index.ts";
import type { OpenedProject } from "./opened-project.ts";
import { example, step } from "../model/next-step.ts";
import { lstatSync, readFileSync, rmSync } from "node:fs";
import { letOthers } from "./exclusive.ts";
import { filesBelow } from "../files/private-folder.ts";
import { readPart } from "../files/plain-file.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import { readKept, readPacked, rewriteKept } from "../ingest/kept/kept-file.ts";
import { LociError } from "../model/error.ts";
import type { Job } from "../operations/answers/run.ts";
import { openRedaction, openSecretFinder, type Redact } from "../redaction/redact.ts";
import type { SecretFinding } from "../redaction/secret-value.ts";
import { rebuild } from "./documents/rebuild.ts";

/** A place that holds a secret. The secret itself is never told. */
export interface SecretPlace {
  /** What kind of secret, as its placeholder names it. */
  readonly kind: string;
  /** How many of that kind stand there. */
  readonly count: number;
  /** `file`: a file of the data folder. `drawer`: what search finds. `transcript`: a file that was named, outside of it. */
  readonly where: "file" | "drawer" | "transcript";
  /** The file, or the document of the drawer. */
  readonly path: string;
  /** 1-based line of the first of them; null for a drawer. */
  readonly line: number | null;
  /** Of the drawer; null for a file. */
  readonly drawer: string | null;
}

/** What was looked through, what was found, and what was done about it. */
export interface SecretsReport {
  readonly looked: { readonly files: number; readonly drawers: number };
  readonly places: readonly SecretPlace[];
  /** Topics of exact facts that are secrets. They were told to be kept, and stand in the catalog alone: scrubbing leaves them. */
  readonly facts: readonly string[];
  /** After scrubbing: files rewritten, and the run that made the index anew. Null: nothing was changed. */
  readonly scrubbed: { readonly files: number; readonly job: Job | null; readonly left: number } | null;
}

type SecretsOptions = Omit<Asked<typeof SECRETS_CALL>, "caller">;

/** Files of a project that people or agents wrote: what is said, kept or handed over as text. */
const OWN_TEXT = /\.(?:jsonl|json|md|txt|ndjson|kept)$/iu;
/** Files of one JSON value a line; those of kept sessions are packed. */
const LINES = /\.(?:jsonl|ndjson|kept)$/iu;
const KEPT = /\.kept$/iu;
/** Larger files are no chats. */
const MAX_BYTES = 200_000_000;
/** Bytes of a file of lines, and drawers of a document, that are read at once. */
const PIECE = 1_000_000;
const DRAWERS = 500;

/**
 * Looks for secrets in what the project keeps of chats, in its drawers, and in files that are named; scrubs the project's memory of them.
 * Files outside of the data folder stay as they are.
 * @throws LociError `CONFIG_INVALID` for scrubbing while `security.redact` is off: the next run would bring them back; `CANCELLED`
 */
export async function findSecrets(project: OpenedProject, options: SecretsOptions): Promise<SecretsReport> {
  if (options.scrub === true && project.settings.security.redact === "off")
    throw new LociError("CONFIG_INVALID", "security.redact is off, so the next run would bring the secrets back", {
      hint: step`${example("config set", "security.redact chats")}`,
    });
  const first = await look(project, options);
  if (options.scrub !== true) return { ...first, scrubbed: null };
  const redact = openRedaction();
  let files = 0;
  for (const path of new Set(first.places.flatMap(({ where, path }) => (where === "file" ? [path] : [])))) {
    const content = contentOf(path);
    const lines: string[] = [];
    if (LINES.test(path)) for (const line of content.split("\n")) lines.push(await redactLine(line, redact));
    const scrubbed = LINES.test(path) ? lines.join("\n") : (await redact(content)).text;
    if (scrubbed === content) continue;
    await (KEPT.test(path) ? rewriteKept(path, scrubbed) : writeFileAtomically(path, scrubbed));
    files++;
  }
  // Files of facts are made from the catalog, which keeps secrets apart: the record is written again, what was scrubbed is whole again.
  rmSync(project.folder.factRecord, { force: true });
  await project.facts.sync();
  const drawers = first.places.some(({ where }) => where === "drawer") || files > 0;
  const job =
    drawers && (await project.catalog.sources.list()).length > 0
      ? await rebuild(project, { ...(options.signal !== undefined && { signal: options.signal }) })
      : null;
  const left = (await look(project, { ...options, paths: [] })).places.reduce((sum, { count }) => sum + count, 0);
  return { ...first, scrubbed: { files, job, left } };
}

async function look(
  project: Pick<OpenedProject, "folder" | "indexHandle" | "system" | "facts">,
  { paths = [], signal }: SecretsOptions,
): Promise<Omit<SecretsReport, "scrubbed">> {
  // The runtime frees what was looked through in between, and hears of an abort.
  const pass = letOthers(project.system.timer);
  const find = openSecretFinder();
  const secretsIn = async function* (text: string): AsyncGenerator<SecretFinding> {
    await pass();
    signal?.throwIfAborted();
    for await (const some of find(text)) yield* some;
  };
  const places: SecretPlace[] = [];
  const lookThrough = async (
    texts: Iterable<readonly [text: string, line: number | null]>,
    place: Pick<SecretPlace, "where" | "path" | "drawer">,
  ): Promise<void> => {
    const found = new Map<string, { count: number; line: number | null }>();
    for (const [text, at] of texts)
      for await (const { kind, start } of secretsIn(text)) {
        // Lines are counted for the first of a kind alone.
        const lineOf = () => at ?? (place.drawer === null ? text.slice(0, start).split("\n").length : null);
        const { count, line } = found.get(kind) ?? { count: 0, line: lineOf() };
        found.set(kind, { count: count + 1, line });
      }
    for (const [kind, counted] of found) places.push({ kind, ...counted, ...place });
  };
  const { chats, memory, facts, factRecord, recorded, sessions } = project.folder;
  const own = [chats, memory, facts, factRecord, recorded, sessions].flatMap(filesIn);
  const named = paths.flatMap(filesIn);
  for (const path of own) await lookThrough(textsIn(path), { where: "file", path, drawer: null });
  for (const path of named) await lookThrough(textsIn(path), { where: "transcript", path, drawer: null });
  let drawers = 0;
  await project.indexHandle.use(async (index) => {
    for (const document of await index.documents()) {
      for (let from = 0, read = DRAWERS; read === DRAWERS; from += DRAWERS) {
        const some = await index.documentDrawers(document, "all", { from, to: from + DRAWERS - 1 });
        read = some.length;
        drawers += read;
        for (const { drawer } of some)
          await lookThrough([[drawer.text, null]], { where: "drawer", path: document.path, drawer: drawer.id });
      }
    }
  });
  const secret = await project.facts.list(null, { secret: true });
  return { looked: { files: own.length + named.length, drawers }, places, facts: secret.map(({ topic }) => topic) };
}

const contentOf = (path: string): string =>
  KEPT.test(path) ? (readKept(path)?.text ?? "") : readFileSync(path, "utf8");

/** The texts in a file, with the lines of those that are one of its lines. */
function* textsIn(path: string): Generator<readonly [text: string, line: number | null]> {
  let line = 0;
  if (!LINES.test(path)) yield [contentOf(path), null];
  else for (const one of linesOf(path)) for (const text of (line++, textsOfLine(one))) yield [text, line];
}

/** The lines of a file, of which only a piece is held at a time; what is packed is unpacked whole, but no text before its turn. */
function* linesOf(path: string): Generator<string> {
  const packed = KEPT.test(path) ? (readPacked(path)?.bytes ?? Buffer.alloc(0)) : null;
  const open: Buffer[] = [];
  for (let from = 0, read = PIECE; read === PIECE; from += PIECE) {
    const piece = packed?.subarray(from, from + PIECE) ?? readPart(path, from, from + PIECE);
    read = piece.length;
    const end = piece.lastIndexOf("\n");
    if (end >= 0)
      yield* Buffer.concat([...open.splice(0), piece.subarray(0, end)])
        .toString()
        .split("\n");
    open.push(piece.subarray(end + 1));
  }
  yield Buffer.concat(open).toString();
}

/** Every text in a line of JSON; the line itself where it is none. */
function textsOfLine(line: string): readonly string[] {
  const texts: string[] = [];
  try {
    JSON.parse(line, (_, value: unknown) => (typeof value === "string" ? texts.push(value) : value));
    return texts;
  } catch {
    // No JSON: it is looked through as it stands.
    return [line];
  }
}

async function redactLine(line: string, redact: Redact): Promise<string> {
  const scrubbed = new Map<unknown, string>();
  for (const text of textsOfLine(line)) {
    const { text: safe, findings } = await redact(text);
    if (findings.length > 0) scrubbed.set(text, safe);
  }
  if (scrubbed.size === 0 || scrubbed.has(line)) return scrubbed.get(line) ?? line;
  return JSON.stringify(JSON.parse(line, (_, value: unknown) => scrubbed.get(value) ?? value));
}

/** The text files of a folder, or the file itself. */
const filesIn = (path: string): readonly string[] =>
  [path, ...filesBelow(path)].filter((file) => {
    const stat = OWN_TEXT.test(file) ? lstatSync(file, { throwIfNoEntry: false }) : undefined;
    return stat?.isFile() === true && stat.size <= MAX_BYTES;
  });
