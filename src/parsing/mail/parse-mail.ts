import { basename, extname } from "node:path";
import type { Email } from "postal-mime";
import type { Block, ParsedDocument } from "../../model/section.ts";
import { contentKind, defaultType, refusedFormat, typeByContent } from "../file-type.ts";
import { type BinaryInput, type BinaryParser, skipFile } from "../parser-input.ts";
import { type FoundHeading, sectionsFromHeadings } from "../sections-from-headings.ts";
import { bytesOfWindows1252, MISREAD, plainText, strictly, withSigns } from "../decode.ts";
import { LociError } from "../../model/error.ts";

/** Attachments of a message that are read, and messages inside of messages. */
const [MOST_ATTACHMENTS, DEEPEST] = [100, 5];

/** Headers of which a message has at least one; programs that keep or test mail leave out most. */
const OF_MAIL = new RegExp(
  "^(?:from|to|b?cc|subject|date|received|message-id|sender|reply-to|in-reply-to|references|return-path|" +
    "delivered-to|mime-version|(?:content|x|list|resent)-[\\w-]+)$",
  "u",
);

/** Reads an attachment by the reader of its type, as the registry does. */
type ReadPart = (input: BinaryInput & { readonly documentType: string }) => Promise<ParsedDocument>;

interface MailInput extends BinaryInput {
  readonly readPart: ReadPart;
}

/** What is written so far of a file of mail. */
class MailText {
  text = "";
  readonly headings: FoundHeading[] = [];
  readonly blocks: Block[] = [];
  readonly #input: MailInput;

  constructor(input: MailInput) {
    this.#input = input;
  }

  add(text: string, kind: Block["kind"] = "paragraph"): void {
    if (text.trim() === "") return;
    const start = this.text.length;
    this.text += `${text.trimEnd()}\n`;
    this.blocks.push({ kind, span: { start, end: this.text.length } });
    this.text += "\n";
  }

  heading(title: string, level: number): void {
    this.headings.push({ title, level: Math.min(6, level), start: this.text.length });
    this.add(title, "heading");
  }

  /** What another reader made of a part: its text and its headings, below those that are there. */
  append({ text, sections }: ParsedDocument, level: number): void {
    const start = this.text.length;
    const body = text.trim();
    const cut = text.length - text.trimStart().length;
    let before: readonly string[] = [];
    for (const section of sections) {
      const { breadcrumb } = section;
      const at = section.span.start - cut;
      // A sheet has its name and those of its columns, and no section above it that has its name alone.
      const shared = breadcrumb.findIndex((title, i) => title !== before[i]);
      for (const [i, title] of breadcrumb.entries()) {
        const isLast = i === breadcrumb.length - 1;
        const own = level + (isLast ? section.level : i + 1);
        if (title !== "" && at >= 0 && at < body.length && (isLast || (shared >= 0 && i >= shared)))
          this.headings.push({ title, level: Math.min(6, own), start: start + at });
      }
      before = breadcrumb;
      for (const { kind, span } of section.blocks) {
        const [from, to] = [Math.max(cut, span.start) - cut, Math.min(cut + body.length, span.end) - cut];
        if (from < to) this.blocks.push({ kind, span: { start: start + from, end: start + to } });
      }
    }
    if (body !== "") this.text += `${body}\n\n`;
  }

  async message(email: Email, level: number): Promise<void> {
    const subject = (email.subject ?? "").replaceAll(/\s+/gu, " ").trim();
    this.heading(subject === "" ? "(no subject)" : subject, level);
    const people = (list: Email["to"]): string =>
      (list ?? []).map(({ name, address }) => (name ? (address ? `${name} <${address}>` : name) : address)).join(", ");
    const head = [
      ["From", people(email.from === undefined ? [] : [email.from])],
      ["To", people(email.to)],
      ["Cc", people(email.cc)],
      ["Date", email.headers.find(({ key }) => key === "date")?.value ?? ""],
    ];
    this.add(head.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`])).join("\n"));
    const own = email.text ?? "";
    if (own.trim() !== "")
      for (const paragraph of own.replaceAll("\r\n", "\n").split(/\n[ \t]*(?=\n)/u))
        this.add(paragraph.replace(/^\n/u, ""));
    else if ((email.html ?? "") !== "") await this.#file("a.html", Buffer.from(email.html ?? ""), level);
    // Calendars send an invitation without a name, and some a second time with one.
    const hasInvitation = email.attachments.some(({ filename }) => /\.ics$/iu.test(filename ?? ""));
    for (const attachment of email.attachments.slice(0, MOST_ATTACHMENTS)) {
      const bytes = new Uint8Array(attachment.content as ArrayBuffer);
      const called = UNNAMED[attachment.mimeType] ?? "";
      const name = attachment.filename ?? (hasInvitation && called === INVITATION ? "" : called);
      const isMessage = attachment.mimeType === "message/rfc822" || /\.eml$/iu.test(name);
      if (isMessage && level < DEEPEST) {
        await this.message(await readMessage(bytes, this.#input), level + 1);
        continue;
      }
      // Text of any kind, also where its type is none ("text"). A second invitation says nothing new, nor does a page's style.
      if (name === "" && /^text(?!\/(?:calendar|css|javascript))/u.test(attachment.mimeType))
        await this.#file("part.txt", bytes, level + 1);
      if (name === "" || (attachment.disposition === "inline" && attachment.mimeType.startsWith("image/"))) continue;
      this.heading(`Attachment: ${name}`, level + 1);
      if (!isMessage) await this.#file(name, bytes, level + 1);
    }
  }

  /** An attachment by the reader of its format. One that can't be read is named, and says why. */
  async #file(name: string, bytes: Uint8Array, level: number): Promise<void> {
    const { path, limits, readPart } = this.#input;
    const documentType = defaultType(name) ?? typeByContent(name, () => bytes);
    if (documentType === null) return this.add(`(not read: ${refusedFormat(name) ?? "unknown type"})`);
    if (documentType === "mail") return;
    try {
      this.append(await readPart({ bytes, path: `${path}/${name}`, documentType, limits }), level);
    } catch (error) {
      if (!(error instanceof LociError)) throw error;
      this.add(`(not read: ${String(error.details["reason"])})`);
    }
  }
}

/**
 * Parses a message (EML) or a mailbox (MBOX): a section a message, by its subject, with who wrote it to whom and when,
 * its text, and what its attachments say, each by the reader of its own format. Other attachments are named. The
 * headers, parts and encodings of mail are the library's: it is small, kept, and needs no other package.
 * @throws LociError `FILE_SKIPPED`: `wrong-type`, `nesting`, `empty`
 * Cost: memory for one message and its parts, beside the text.
 */
export const mailParser =
  (readPart: ReadPart): BinaryParser =>
  (input) =>
    parseMail({ ...input, readPart });

async function parseMail(input: MailInput): Promise<ParsedDocument> {
  const { bytes, path } = input;
  const written = new MailText(input);
  const messages = mailboxMessages(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let only: Email | null = null;
  const dates: { start: number; date: string | null }[] = [];
  for (const message of messages) {
    const email = await readMessage(message, input);
    if (!email.headers.some(({ key }) => OF_MAIL.test(key))) {
      // A text that was saved as mail without its headers.
      const saved = messages.length === 1 && contentKind(message) === "plain text" ? await plainText(message) : null;
      if (saved === null || !("text" in saved)) continue;
      [email.text, email.subject] = [saved.text, undefined];
    }
    only = messages.length === 1 ? email : null;
    dates.push({ start: written.text.length, date: sentAt(email) });
    await written.message(email, 1);
  }
  if (written.text === "") throw skipFile(path, bytes.length === 0 ? "empty" : "wrong-type", { expected: "mail" });
  const { text, headings, blocks } = written;
  // A mailbox is called as its file is, and not as the first of its messages.
  const title = messages.length > 1 ? basename(path, extname(path)) : only?.subject;
  return {
    text,
    sections: sectionsFromHeadings({ text, lines: null, headings, blocks, elementType: "section" }),
    metadata: {
      ...(title ? { title } : {}),
      ...(only !== null && dates[0]?.date ? { date: dates[0].date } : dates.length > 1 ? { dates } : {}),
    },
  };
}

/** When a message was sent; where it doesn't say, when the first of those who passed it on had it. */
export function sentAt({ date, headers }: Email): string | null {
  const hop = headers.findLast(({ key }) => key === "received")?.value ?? "";
  const dates = [date ?? "", hop.slice(hop.lastIndexOf(";") + 1).trim()];
  const sent = dates.find((one) => !Number.isNaN(Date.parse(one)));
  return sent === undefined ? null : new Date(sent).toISOString();
}

async function readMessage(message: Uint8Array, { path, limits }: BinaryInput): Promise<Email> {
  try {
    return await readMail(message, Math.min(64, limits.maxNesting));
  } catch (error) {
    throw skipFile(path, /nesting/iu.test(String(error)) ? "nesting" : "damaged", { cause: error });
  }
}

/** How many characters of a message couldn't be decoded. */
const lostIn = ({ subject, text, html }: Email): number => [subject, text, html].join("").split("\uFFFD").length - 1;

const INVITATION = "invite.ics";
/** What is called for its type where it has no name. */
const UNNAMED: Readonly<Record<string, string>> = { "application/ms-tnef": "winmail.dat", "text/calendar": INVITATION };

/** A line that begins a message in a mailbox (RFC 4155). */
const FROM = /^From .*\d{4}\s*$/u;

/** The messages of a mailbox, without the line that begins each; the file itself where it is one message. */
export function mailboxMessages(bytes: Buffer): readonly Uint8Array[] {
  // Apple's messages have their length above, and below what its program notes of them.
  const [counted, length] = /^(\d+) *\n/u.exec(bytes.toString("latin1", 0, 100)) ?? [];
  if (counted !== undefined) return [bytes.subarray(counted.length, counted.length + Number(length))];
  // A mark of UTF-8, and blank lines, may stand above the first.
  const file = bytes.subarray(
    /^(?:\u00ef\u00bb\u00bf)?[\r\n]*/u.exec(bytes.toString("latin1", 0, 100))?.[0].length ?? 0,
  );
  if (file.toString("latin1", 0, 5) !== "From ") return [file];
  const starts: number[] = [];
  for (let at = 0; at >= 0 && at < file.length; at = nextFrom(file, at + 1)) {
    const end = file.indexOf(10, at);
    const blankBefore = at === 0 || file[at - 2] === 10 || (file[at - 2] === 13 && file[at - 3] === 10);
    if (blankBefore && FROM.test(file.toString("latin1", at, end < 0 ? file.length : end))) starts.push(at);
  }
  return starts.map((start, i) => {
    const message = file.subarray(file.indexOf(10, start) + 1, starts[i + 1] ?? file.length);
    // Lines of a text that begin so were marked.
    return message.includes("\n>From ")
      ? Buffer.from(message.toString("latin1").replaceAll(/^>(>*From )/gmu, "$1"), "latin1")
      : message;
  });
}

function nextFrom(file: Buffer, from: number): number {
  const at = file.indexOf("\nFrom ", from - 1);
  return at < 0 ? -1 : at + 1;
}

/** Where a header names an encoding that programs write over any text: of a part, or of a word. */
const NAMED = String.raw`(?<=^(?:Content-Type|Subject|From|To|Cc):(?:[^\n]|\n[ \t])*(?:charset\s*=\s*"?|=\?))`;
const WESTERN = /^(?:(?:us-)?ascii|ansi_x3\.4-1968|iso-8859-1|windows-1252)(?=[?"\s;]|$)/iu;
const LABEL = new RegExp(NAMED + WESTERN.source.slice(1), "gimu");
const DECLARED = new RegExp(String.raw`${NAMED}(?!utf-?8)[\w.:-]+(?=[?"\s;]|$)`, "gimu");
const ASCII = /ascii|ansi/iu;
/** Encoded words and parts whose names are tried. */
const MOST_LABELS = 50;

/** The bytes of the lines that were decoded as Western text, and hold more than ASCII. */
function readAsWestern({ subject, text, html, from, to, cc }: Email): Uint8Array {
  const people = [from, ...(to ?? []), ...(cc ?? [])].map((one) => one?.name);
  const lines = withSigns([subject, ...people, text, html].join("\n")).match(/^.*[^\0-\x7F].*$/gmu) ?? [];
  return Buffer.concat(lines.map((line) => bytesOfWindows1252(`${line}\n`) ?? Buffer.alloc(0)));
}

/** How many characters of a message look like UTF-8 that was decoded as Western text ("Ã©" for "é"). */
const misreadIn = ({ subject, text, html, from, to, cc }: Email): number =>
  withSigns(JSON.stringify([subject, text, html, from, to, cc])).match(MISREAD)?.length ?? 0;

const OBSCURED = /^\s*(\S+ at \S+)\s+\((.+)\)\s*$/u;

/** A mail, taken apart by the library; what is in an encoding that nobody names is guessed. @throws what it throws for a damaged one */
export async function readMail(bytes: Uint8Array, maxNestingDepth: number): Promise<Email> {
  const { default: PostalMime, decodeWords } = await import("postal-mime");
  const parse = async (raw: Uint8Array): Promise<Email> =>
    await PostalMime.parse(raw, { maxNestingDepth, attachmentEncoding: "arraybuffer", forceRfc822Attachments: true });
  let email = await parse(bytes);
  const guessed = lostIn(email) === 0 ? null : await plainText(bytes);
  const again = guessed !== null && "text" in guessed ? await parse(Buffer.from(guessed.text)) : email;
  if (lostIn(again) < lostIn(email)) email = again;
  // What is called Western and is strict UTF-8 is that: each name is taken for a false one where that mends something and breaks nothing.
  // So is what has any other name where the whole message is strict UTF-8 beyond ASCII: bytes of another encoding hardly ever are.
  const isUtf8 = bytes.some((byte) => byte > 0x7f) && strictly(bytes, "utf-8") !== null;
  let raw = isUtf8 || readAsWestern(email).length > 0 ? Buffer.from(bytes).toString("latin1") : "";
  for (const { 0: label, index } of [...raw.matchAll(isUtf8 ? DECLARED : LABEL)].slice(0, MOST_LABELS).reverse()) {
    const renamed = `${raw.slice(0, index)}utf-8${raw.slice(index + label.length)}`;
    const other = await parse(Buffer.from(renamed, "latin1"));
    const isOther = label.search(WESTERN) < 0 && (other.text !== email.text || other.html !== email.html);
    if ((isOther || misreadIn(other) < misreadIn(email)) && lostIn(other) <= lostIn(email))
      [raw, email] = [renamed, other];
  }
  // Nor is anything beyond ASCII in it: what is called so still is in an encoding that its lines are guessed by.
  const { encoding } = raw.search(LABEL) < 0 ? {} : await plainText(readAsWestern(email));
  const renamed = raw.replaceAll(LABEL, (label) => (ASCII.test(label) ? (encoding ?? label) : label));
  const other = renamed === raw ? email : await parse(Buffer.from(renamed, "latin1"));
  if (lostIn(other) <= lostIn(email)) email = other;
  // Archives of lists write the sign of an address as a word; the name stands in brackets behind it.
  const [, address, name] = OBSCURED.exec(email.headers.find(({ key }) => key === "from")?.value ?? "") ?? [];
  if (address !== undefined && name !== undefined) email.from = { address, name: decodeWords(name) };
  for (const key of ["subject", "text", "html"] as const)
    if (email[key] !== undefined) email[key] = withSigns(email[key]);
  return email;
}
