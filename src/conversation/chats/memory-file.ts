import { jsonFields } from "../../text/fields.ts";

/**
 * `memory.md`: what a person wrote stands above, notes that were taken from chats below, one section a capture. Only sections that
 * begin with the mark of a capture are Loci's; everything else is the person's and is never changed.
 */

/** Notes that were taken at one time. */
export interface CaptureSection {
  /** Made from the messages that it covers, so the same capture is the same section. */
  readonly id: string;
  readonly chat: string;
  /** ISO 8601. */
  readonly at: string;
  /** Ids of the first and the last message. */
  readonly from: string;
  readonly to: string;
  readonly notes: readonly CaptureNote[];
}

export interface CaptureNote {
  readonly text: string;
  /** Of the user's message, verbatim. */
  readonly quote: string;
  readonly message: string;
}

const SECTION = /^## [^\n]*\n<!-- loci:capture (\{[^\n]*\}) -->\n/gm;
const NOTE = /^- (.*) <!-- loci:note (\{.*\}) -->$/;
const TITLE = "# Memory\n";

/** Reads a `memory.md`: the text above the first capture, as it is, and the captures. A section whose mark was damaged is a person's text. */
export function readMemory(text: string) {
  const starts = [...text.matchAll(SECTION)].flatMap((match) => {
    const head = parsed(match[1] as string);
    return head === null ? [] : [{ at: match.index, body: match.index + match[0].length, head }];
  });
  const captures = starts.map(({ at, body, head }, i) => {
    const end = starts[i + 1]?.at ?? text.length;
    return { ...head, notes: notesOf(text.slice(body, end)), text: text.slice(at, end) };
  });
  return { pinned: text.slice(0, starts[0]?.at ?? text.length), captures };
}

function parsed(json: string): Omit<CaptureSection, "notes"> | null {
  const read = jsonFields(json.replaceAll("\\u002d\\u002d", "--")) as CaptureSection | null;
  if (read === null) return null;
  const { id, chat, at, from, to } = read;
  return [id, chat, at, from, to].every((field) => typeof field === "string") ? { id, chat, at, from, to } : null;
}

function notesOf(body: string): readonly CaptureNote[] {
  return body.split("\n").flatMap((line) => {
    const match = NOTE.exec(line);
    if (match === null) return [];
    const { quote, message } = jsonFields(match[2] as string) ?? {};
    return typeof quote === "string" && typeof message === "string"
      ? [{ text: match[1] as string, quote, message }]
      : [];
  });
}

/** Puts a section behind the others; the same one isn't put twice. @param heading of the section: day, hour, chat */
export function withCapture(text: string, section: CaptureSection, heading: string): string {
  if (readMemory(text).captures.some(({ id }) => id === section.id)) return text;
  const { notes, ...head } = section;
  const lines = notes.map(
    ({ text: note, quote, message }) => `- ${note} <!-- loci:note ${comment({ quote, message })} -->`,
  );
  const before = text === "" ? TITLE : text.endsWith("\n") ? text : `${text}\n`;
  return `${before}\n## ${heading}\n<!-- loci:capture ${comment(head)} -->\n${lines.join("\n")}\n`;
}

/** JSON that can't end the comment that it stands in. */
const comment = (value: object): string =>
  JSON.stringify(value).replaceAll("--", "-\\u002d").replaceAll(">", "\\u003e");

/** The file without some captures; what a person wrote stays. @param isRemoved gets a section and how many come after it */
export function withoutCaptures(
  text: string,
  isRemoved: (section: CaptureSection, fromEnd: number) => boolean,
): string {
  const { pinned, captures } = readMemory(text);
  const kept = captures.filter((section, i) => !isRemoved(section, captures.length - 1 - i));
  return kept.length === captures.length ? text : pinned + kept.map((section) => section.text).join("");
}

/** The notes of a person's above the captures, as lines without their marks. */
export const pinnedNotes = (text: string): readonly string[] =>
  readMemory(text)
    .pinned.split("\n")
    .flatMap((line) => (line.startsWith("#") ? [] : [line.replace(/^\s*[-*+]\s+/u, "").trim()]))
    .filter((line) => line !== "");

/** The file as a prompt shows it: without marks. */
export const memoryForPrompt = (text: string): string =>
  text
    .replace(/ ?<!-- loci:(?:note|capture) .*?-->/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** The file without the notes that stand on some messages of a chat; a capture that loses its last note goes. */
export const withoutNotesOn = (text: string, chat: string, messages: ReadonlySet<string>): string =>
  withoutLines(text, (line, by) => by === chat && notesOf(line).some(({ message }) => messages.has(message)));

/** The file without some lines, of a person or, with the chat that it was taken from, of a capture; one that loses its last note goes. */
export function withoutLines(text: string, isGone: (line: string, chat: string | null) => boolean): string {
  const { pinned, captures } = readMemory(text);
  const left = (part: string, chat: string | null): string =>
    part
      .split("\n")
      .filter((line) => !isGone(line, chat))
      .join("\n");
  const kept = captures.map((section) => ({ before: section.text, after: left(section.text, section.chat) }));
  return (
    left(pinned, null) +
    kept.map(({ before, after }) => (after === before || notesOf(after).length > 0 ? after : "")).join("")
  );
}

/** The notes of two files in one: what a person wrote, and each capture under the name that its chat has now. */
export function joinedNotes(ours: string, theirs: string, nameOf: (chat: string) => string): string {
  const [{ pinned, captures }, other] = [readMemory(ours), readMemory(theirs)];
  const known = new Set(pinnedNotes(ours));
  const more = pinnedNotes(theirs).filter((note) => !known.has(note));
  const added = more.map((note) => `- ${note}\n`).join("");
  const head = ours === "" ? other.pinned : added === "" ? pinned : `${pinned.trimEnd()}\n${added}\n`;
  const before = head + captures.map(({ text }) => text).join("");
  const named = other.captures.map(({ text: _, ...section }) => ({ ...section, chat: nameOf(section.chat) }));
  return named.reduce((text, one) => withCapture(text, one, `${one.at.slice(0, 10)} ${one.chat}`), before);
}
