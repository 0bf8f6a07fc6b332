import { isUtf8 } from "node:buffer";
import type { Settings } from "../config/configuration.ts";
import type { KeptText } from "../facts/api/facts.ts";
import type { Transcripts } from "../ingest/dependencies.ts";
import type { ParsedDocument, Span } from "../model/section.ts";
import type { TranscriptContent } from "../model/transcript-read.ts";
import { byteOrderMark, plainText } from "../parsing/decode.ts";
import type { OpenedProject } from "./opened-project.ts";
import { type Redacted, type SecretFinding, placeholderOf, replaceFindings } from "../redaction/secret-value.ts";

/** Replaces the secrets of a text, where the settings say so. */
export type RedactText = (text: string) => Promise<Redacted>;

/** What the settings say of secrets: in what is said, and in documents. */
export interface ProjectRedaction {
  readonly chats: RedactText;
  readonly documents: RedactText;
}

/** What a writer keeps out of what is stored; in a message also where nothing closes it. */
const PRIVATE = /<private>[\s\S]*?<\/private>/giu;
const PRIVATE_TO_THE_END = /(?:<|&lt;)private(?:>|&gt;)[\s\S]*?(?:(?:<|&lt;)\/private(?:>|&gt;)|$)/giu;

/** A text without what its writer marked as private; see `ProjectRedaction`. Pure. */
function withoutPrivate(text: string, marked: RegExp, secrets: Redacted["findings"] = []): Redacted {
  const found = /private/iu.test(text)
    ? Array.from(text.matchAll(marked), ({ 0: { length }, index: start }) => ({
        kind: "private",
        start,
        end: start + length,
      }))
    : [];
  return replaceFindings(text, [...secrets, ...found]);
}

export const withoutPrivateParts: RedactText = async (text) => withoutPrivate(text, PRIVATE);

/**
 * The bytes of a plain text without what is marked as private, whatever it is encoded in; others as they are. What wasn't UTF-8
 * becomes it, with its mark, which outweighs an encoding that a page names.
 */
export async function withoutPrivateBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!MARK.test(buffer.toString("latin1"))) return bytes;
  const read = await plainText(bytes);
  if ("refused" in read || !/<private>/iu.test(read.text)) return bytes;
  const { text } = await withoutPrivateParts(read.text);
  return Buffer.from(isUtf8(buffer) && byteOrderMark(bytes) === null ? text : `\uFEFF${text}`);
}

/** How "<private>" stands in files, with the zeros of UTF-16. */
const MARK = new RegExp([..."<private>"].join("\\0?"), "iu");

/** The rules, which no setting changes: opened once in a process, with the first text. */
let rules: Promise<RedactText> | null = null;
const replaceSecrets: RedactText = async (text) => {
  const redact = await (rules ??= import("../redaction/redact.ts").then(({ openRedaction }) => openRedaction()));
  return await redact(text);
};

/** Opens the redaction by `security.redact`. What is marked as private goes whatever the setting. */
export function openProjectRedaction(settings: Pick<Settings, "security">): ProjectRedaction {
  const { redact } = settings.security;
  const secretsIn = async (text: string, on: boolean): Promise<Redacted["findings"]> =>
    on ? (await replaceSecrets(text)).findings : [];
  return {
    chats: async (text) => withoutPrivate(text, PRIVATE_TO_THE_END, await secretsIn(text, redact !== "off")),
    documents: async (text) => withoutPrivate(text, PRIVATE, await secretsIn(text, redact === "all")),
  };
}

/** What is said, as it may be kept: without what rules see, and without the secrets of facts. Of the owner by default. */
export async function asKept(
  { settings, facts }: Pick<OpenedProject, "settings" | "facts">,
  text: string,
  { scope = "admin", chat = "", by = "speaker" }: Partial<Omit<KeptText, "text">> = {},
): Promise<string> {
  const safe = await facts.withoutSecrets({ text, scope, chat, by });
  return (await openProjectRedaction(settings).chats(safe)).text;
}

/**
 * What is added by hand: word for word, but for what is closed as private; the kinds of secrets in it are said. What is pinned is kept without them:
 * it goes into every brief.
 */
export async function asAdded(
  { settings, facts }: Pick<OpenedProject, "settings" | "facts">,
  { text, scope, pin = false }: Pick<KeptText, "text" | "scope"> & { readonly pin?: boolean | undefined },
): Promise<{ readonly text: string; readonly redacted: readonly string[]; readonly secrets: readonly string[] }> {
  const open = (await withoutPrivateParts(text)).text;
  if (settings.security.redact === "off") return { text: open, redacted: [], secrets: [] };
  const known = pin ? await facts.withoutSecrets({ text: open, scope, chat: "", by: "history" }) : open;
  const { text: kept, findings } = await replaceSecrets(known);
  const kinds = [...new Set([...(known === open ? [] : ["secret"]), ...findings.map(({ kind }) => kind)])];
  return pin ? { text: kept, redacted: kinds, secrets: [] } : { text: open, redacted: [], secrets: kinds };
}

/** Gives a text as it may be kept. */
type KeepText = (text: string) => Promise<string>;

/** Transcripts whose messages come without their secrets, so that none is ever written. */
export function redactedTranscripts(transcripts: Transcripts, redact: KeepText): Transcripts {
  return {
    async reader(format) {
      const reader = await transcripts.reader(format);
      if (reader === null) return null;
      return async (path, file, since) => {
        const read = await reader(path, file, since);
        return { ...read, content: redactedContent(read.content, redact), position: () => read.position() };
      };
    },
    exportRoots: (names) => transcripts.exportRoots(names),
    async readExport(root, format) {
      const read = await transcripts.readExport(root, format);
      return { ...read, content: redactedContent(read.content, redact), position: () => read.position() };
    },
  };
}

async function* redactedContent(content: TranscriptContent, redact: KeepText): TranscriptContent {
  for await (const item of content) {
    if ("skipped" in item) yield item;
    else if ("titled" in item) {
      const title = await redact(item.titled.title);
      yield { titled: { ...item.titled, title } };
    } else {
      const text = await redact(item.text);
      const author = item.author === null ? null : await redact(item.author);
      const caption = item.caption === null ? null : await redact(item.caption);
      const redacted = replacedIn(`${item.text}\n${item.caption ?? ""}`, `${text}\n${caption ?? ""}`);
      const isSame = text === item.text && caption === item.caption && author === item.author;
      yield isSame ? item : { ...item, text, author, caption, redacted };
    }
  }
}

/** Kinds of secrets whose placeholders a text got, one for each; what is private was left out on purpose. */
function replacedIn(before: string, after: string): readonly string[] {
  const marks = /\[redacted:(?!private\])[\w-]+\]/gu;
  const had = before.match(marks) ?? [];
  const isNew = (mark: string): boolean => had.every((one, i) => one !== mark || had.splice(i, 1).length === 0);
  const got = (after.match(marks) ?? []).filter(isNew);
  return got.map((mark) => mark.slice("[redacted:".length, -1));
}

/** A document without its secrets. Spans follow what was replaced; lines and pages stay those of the file. */
export async function redactedDocument(document: ParsedDocument, redact: RedactText): Promise<ParsedDocument> {
  const { text, findings } = await redact(document.text);
  if (findings.length === 0) return document;
  const at = moved(findings);
  const span = ({ start, end }: Span): Span => ({ start: at(start), end: at(end) });
  const sections = [];
  for (const section of document.sections) {
    const blocks = section.blocks.map((block) => ({ ...block, span: span(block.span) }));
    sections.push({
      ...section,
      title: (await redact(section.title)).text,
      breadcrumb: await Promise.all(section.breadcrumb.map(async (one) => (await redact(one)).text)),
      span: span(section.span),
      blocks: blocks.filter(({ span: { start, end } }) => end > start),
    });
  }
  return {
    ...document,
    text,
    metadata: { ...document.metadata, redacted: findings.map(({ kind }) => kind).filter((kind) => kind !== "private") },
    sections: sections.filter(({ span: { start, end } }) => end > start || text === ""),
    ...(document.pageStarts !== undefined && { pageStarts: document.pageStarts.map(at) }),
  };
}

/** Where a place of the old text stands in the new one; what stood inside a secret stands at the end of its placeholder. */
function moved(findings: readonly SecretFinding[]): (offset: number) => number {
  return (offset) => {
    let shift = 0;
    for (const { kind, start, end } of findings) {
      if (offset <= start) break;
      const length = placeholderOf(kind).length;
      if (offset < end) return start + shift + length;
      shift += length - (end - start);
    }
    return offset + shift;
  };
}
