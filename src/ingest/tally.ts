import { asLociError } from "../model/error.ts";
import type { Note, NoteCode } from "../model/note.ts";
import { TRANSCRIPT_FORMATS } from "../model/transcript-read.ts";
import type { FailedFile, Job, SkippedFile } from "../operations/answers/run.ts";
import NOTES from "./notes.json" with { type: "json" };
import type { Applied } from "../storage/ports/search-index.ts";

/** Counts a run while it goes. The only thing in ingest that changes in place; `job()` gives it as plain data. */
export class Tally {
  bytes = 0;
  indexed = 0;
  unchanged = 0;
  removedFiles = 0;
  /** Drawers of no source that were taken out. */
  orphans = 0;
  computed = 0;
  reused = 0;
  #messages: { added: number; kept: number; skipped: number } | null = null;
  readonly skipped: SkippedFile[] = [];
  /** Entries of transcripts, as `file:line`: listed with the skipped files, not counted as files. */
  readonly skippedMessages: SkippedFile[] = [];
  /** Records of transcripts that hold no message, by name. */
  readonly #leftOut = new Map<string, number>();
  readonly failed: FailedFile[] = [];
  readonly named = new Map<NoteCode, string[]>();
  readonly notes: Note[] = [];
  #added = 0;
  #removed = 0;
  #unseenFailures = 0;

  /** Counts of messages, to be counted on; a run that meets no chat tells none. */
  ofChats(): { added: number; kept: number; skipped: number } {
    return (this.#messages ??= { added: 0, kept: 0, skipped: 0 });
  }

  applied({ added, removed }: Applied): void {
    this.#added += added;
    this.#removed += removed;
  }

  /** Adds what a scan couldn't take, one by one: there may be more of it than a call takes arguments. */
  scanned({ skipped, failed }: { skipped: readonly SkippedFile[]; failed: readonly FailedFile[] }): void {
    for (const file of skipped) this.skipped.push(file);
    for (const file of failed) this.failed.push(file);
  }

  /** Counts records that hold no message. */
  leaveOut(kinds: Iterable<readonly [kind: string, count: number]> = []): void {
    for (const [kind, count] of kinds) this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + count);
  }

  /** Takes a file's name, perhaps with what is said of it, for the note of this code. */
  name(code: NoteCode, file: string): void {
    this.named.set(code, [...(this.named.get(code) ?? []), file]);
  }

  /** Names where secrets were replaced, how many of which kind. @param kinds one for each secret */
  redact(where: string, kinds: readonly string[]): void {
    const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => `${length} ${kind}`);
    if (counts.length > 0) this.name("SECRETS_REDACTED", `${where} (${counts.join(", ")})`);
  }

  fail(path: string, thrown: unknown): void {
    const { code, message } = asLociError(thrown);
    this.failed.push({ path, code, message });
  }

  /** A failure of the run itself, not of a file: it is named, but was not "seen". */
  failRun(path: string, thrown: unknown): void {
    this.#unseenFailures++;
    this.fail(path, thrown);
  }

  get seen(): number {
    return this.indexed + this.unchanged + this.skipped.length + this.failed.length - this.#unseenFailures;
  }

  /** Whether the run found nothing changed, and nothing to tell. */
  get isEmpty(): boolean {
    const files = this.indexed + this.removedFiles + this.failed.length;
    return files + this.#added + this.#removed + this.orphans + this.notes.length === 0;
  }

  get added(): number {
    return this.#added;
  }

  /** Drawers more (or fewer) than before the run. */
  get growth(): number {
    return this.#added - this.#removed;
  }

  /**
   * The counts as a job.
   * @param before drawers that the run's sources held before it: those that were not removed were kept, read again or not
   * @param total drawers in the project
   */
  job(
    frame: Pick<Job, "id" | "kind" | "status" | "startedAt" | "seconds" | "sources">,
    before: number,
    total: number,
  ): Job {
    return {
      ...frame,
      bytes: this.bytes,
      files: {
        seen: this.seen,
        indexed: this.indexed,
        unchanged: this.unchanged,
        skipped: this.skipped.length,
        removed: this.removedFiles,
        failed: this.failed.length - this.#unseenFailures,
      },
      drawers: {
        added: this.#added,
        kept: Math.max(0, before - this.#removed),
        removed: this.#removed + this.orphans,
        total,
      },
      embeddings: { computed: this.computed, reused: this.reused },
      ...(this.#messages && { messages: { ...this.#messages } }),
      skipped: [...this.skipped, ...this.skippedMessages],
      failed: [...this.failed],
      notes: [
        ...this.notes,
        ...(Object.keys(NOTES) as (keyof typeof NOTES & NoteCode)[]).flatMap((code) => {
          const [message, hint = ""] = NOTES[code];
          const all = this.named.get(code);
          return all === undefined
            ? []
            : [{ code, message: `${message}: ${shortList(all)}`, hint: hint.replace("{forms}", FORMS) }];
        }),
        ...leftOutNote(this.#leftOut),
      ],
    };
  }
}

/** Maximum number of names in a note; the others are counted. */
const NAMED = 5;

const FORMS = TRANSCRIPT_FORMATS.join(", ");

/** Records without a word of anybody's, and events whose words an item tells too: nothing is said of them, since each session of Codex has some. */
const WORDLESS =
  /^(?:session_meta|turn_context|world_state|token_usage_record|event_msg (?:token_count|user_message|agent_message|item_completed))$/u;

/** What of transcripts isn't read, by kind, the most frequent first. */
function leftOutNote(kinds: ReadonlyMap<string, number>): readonly Note[] {
  const worded = [...kinds].filter(([kind]) => !WORDLESS.test(kind));
  const most = worded.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([kind, count]) => `${count} ${kind}`);
  const all = worded.reduce((sum, [, count]) => sum + count, 0);
  const message = `${all} ${all === 1 ? "record" : "records"} of histories not read: ${shortList(most)}`;
  const hint = "they hold no message, or one that another record tells; mine one file by itself to see what it has";
  return all === 0 ? [] : [{ code: "RECORDS_LEFT_OUT", message, hint }];
}

/** The first of some names, or numbers, and how many more there are. */
export const shortList = (all: readonly (string | number)[]): string =>
  `${all.slice(0, NAMED).join(", ")}${all.length > NAMED ? ` and ${all.length - NAMED} more` : ""}`;
