import type { TranscriptEntry, TranscriptFormat } from "../../../model/transcript-read.ts";
import type { Fields } from "../../../text/fields.ts";
import type { Report } from "../format-reader.ts";

/** Something that a text says, with what its marks tell of it. */
export interface Said {
  readonly role: string;
  readonly kind: TranscriptEntry["kind"];
  readonly text: string;
  readonly author?: string | null;
  readonly time?: string | null;
  readonly caption?: string | null;
  /** The session's own id, where one file holds several; the file's name by default. */
  readonly session?: string;
  /** The folder that it was said in. */
  readonly workspace?: string;
  readonly title?: string | null;
}

/** A form of text whose lines or headings say who speaks, and when. */
export interface TextShape {
  readonly format: TranscriptFormat;
  /** Whether a text has this form. @param head its beginning */
  readonly knows: (head: string) => boolean;
  /** @param file its name: some tell the day there alone */
  readonly read: (text: string, file: string) => Iterable<Said>;
}

/** A message as a shape finds it in its records. */
export interface Spoken {
  readonly role: string;
  /** A text, or blocks of any agent's kind. */
  readonly content: unknown;
  readonly id?: string | null;
  readonly author?: string | null;
  readonly time?: unknown;
  readonly caption?: string | null;
  readonly kind?: TranscriptEntry["kind"];
}

/** A conversation in the records of a file. */
export interface Talk {
  /** Its own id; the file's name by default. */
  readonly session?: string | null;
  readonly title?: string | null;
  readonly workspace?: string | null;
  readonly side?: boolean;
  readonly messages: Iterable<Spoken>;
}

/** A form of JSON, or of lines of JSON: how it is known, and where its messages stand. */
export interface RecordShape {
  readonly format: TranscriptFormat;
  /** Signs that all stand in the beginning of such a file. */
  readonly signs: readonly RegExp[];
  /** Whether people talk here, whose words stay as they are; else blocks are taken apart. */
  readonly people?: boolean;
  /** A file of the same folder that says more of the messages. */
  readonly beside?: string;
  /**
   * @param records lines, elements of an array, or one object
   * @param beside records of the file beside it; none where there is no such file
   */
  readonly talks: (records: readonly Fields[], report: Report, beside: readonly Fields[]) => Iterable<Talk>;
}

/** A stretch of lines that belong together, below the line that began it. */
export interface LineBlock<Mark> {
  readonly mark: Mark;
  readonly text: string;
}

/**
 * The lines of a text as blocks: one begins where `begins` gives a mark for a line, with what the line says itself. Lines before the first
 * mark are a block with a null mark.
 * @param begins gets the line without its break, and the last line before it that isn't empty
 */
export function* lineBlocks<Mark>(
  text: string,
  begins: (line: string, before: string) => { readonly mark: Mark; readonly rest: string } | null,
): Generator<LineBlock<Mark | null>> {
  let mark: Mark | null = null;
  let lines: string[] = [];
  let before = "";
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\r$/u, "");
    const begun = begins(line, before);
    if (line.trim() !== "") before = line.trim();
    if (begun === null) {
      lines.push(raw);
      continue;
    }
    if (mark !== null || lines.some((one) => one.trim() !== "")) yield { mark, text: trimLines(lines.join("\n")) };
    ({ mark } = begun);
    lines = begun.rest === "" ? [] : [begun.rest];
  }
  if (mark !== null || lines.some((one) => one.trim() !== "")) yield { mark, text: trimLines(lines.join("\n")) };
}

/** A text without the blank lines around it; what its first line is indented by stays. */
export const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/u, "").trimEnd();

/** A text without the rules (`---`) and blank lines that set it apart from what stands before and after. */
export const withoutRules = (text: string): string =>
  trimLines(text.replace(/^(?:\s*(?:---[ \t\r]*(?:\n|$)|\n))+/u, "").replace(/(?:\n[ \t]*(?:---)?[ \t\r]*)+$/u, ""));
