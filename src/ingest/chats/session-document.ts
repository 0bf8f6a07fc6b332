import { keeping } from "../../caches/bounded-cache.ts";
import type { Document, Drawer } from "../../model/drawer.ts";
import { Signal, messageRole } from "../../model/message-role.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { contentHash } from "../../text/content-hash.ts";
import { ownWords } from "../../text/evidence.ts";
import { isPreparing, LONE_COMMAND } from "../../text/remark.ts";
import {
  type DocumentDraft,
  type DrawerDraft,
  bornKey,
  cutExactly,
  drawerDraft,
  drawerIdentifier,
} from "../document-draft.ts";
import { contentDate, type FileDocumentInput } from "../file-document.ts";

/** Stands between two messages in a session's text. */
const BETWEEN = "\n\n";

/** Size and time are the file's, where this session carries them; else 0. */
export interface SessionDocumentInput
  extends
    Pick<Document, "path" | "bytes" | "modifiedAt" | "scope">,
    Pick<FileDocumentInput, "source" | "settings" | "place"> {
  /** In order, at least one, all of one session. */
  readonly messages: readonly TranscriptMessage[];
  /** As its tool calls it; null for none. */
  readonly title?: string | null;
  /** What the chat is called, where it goes on here and its sessions are days of it. */
  readonly chat?: string;
  /** The day of a time where the user is; of titles alone. */
  readonly dayOf?: (time: string) => string;
  /** The project that the session was about, where its tool says in which folder it worked. */
  readonly project?: string | null;
  /** What the chat belongs to, where neither a project nor one named person says so; by default what its source is called. */
  readonly subject?: string;
  /** Tool and conversation, as the session is kept; null where the tool's ids tell no conversation. */
  readonly identity?: string | null;
  /** Messages whose drawers stand in another session, which told them first: they count in the text alone. */
  readonly elsewhere?: ReadonlySet<TranscriptMessage>;
}

/** SHA-256 over everything that a session's drawers are made of. */
export const sessionHash = (messages: readonly TranscriptMessage[]): string =>
  contentHash(`[${messages.map(messageContent).join(",")}]`);

/** The text of a session that its drawers' spans refer to: the messages' texts byte for byte, an empty line between them. */
export const sessionText = (messages: readonly TranscriptMessage[]): string =>
  messages.map(({ text }) => text).join(BETWEEN);

/**
 * A session as a document: one message, one drawer; a message over the size is split, never joined with another. An answer that is quoted passages and
 * nothing else has none: what it says is found where it was said. Pure.
 */
export function sessionDocument(input: SessionDocumentInput): DocumentDraft {
  const { messages, path, source, settings } = input;
  const maxSize = Math.min(settings.chunking.maxMessageSize, settings.chunking.maxChunkSize);
  const pieces = cutMessages(messages, maxSize).filter(({ message }) => input.elsewhere?.has(message) !== true);
  const placements = input.place({
    path,
    documentType: "chat",
    title: input.title ?? "",
    metadata: {},
    explicit: { wing: source.options.wing, room: source.options.room },
    configuredWing: settings.wing,
    project: input.project ?? null,
    chat: input.subject ?? source.name,
    sourceName: source.name,
    drawers: pieces.map(({ message, text }) => ({
      text,
      heading: speaker(message),
      breadcrumb: [],
      speaker: speaker(message),
      spoken: isSpoken(message),
    })),
  });
  const identify = messageIdentifier(input);
  const turnOf = turnsOf(messages);
  // Exports of a screen have a date in their name alone.
  const dateOfFile = contentDate({}, fileOf(path) ?? path, 0);
  const drawers = pieces.map(({ message, text, caption, start, continues }, i): DrawerDraft => {
    const drawer: Drawer = {
      id: identify(message, text),
      text,
      caption,
      heading: speaker(message),
      headingLevel: 0,
      breadcrumb: [],
      names: input.title == null ? [] : [input.title],
      elementType: message.from === undefined ? "message" : "memory_summary",
      span: { start, end: start + text.length },
      lines: null,
      pages: null,
      message: {
        chat: source.name,
        session: message.session,
        ids: [message.id, ...(message.from ?? [])],
        role: message.role,
        ...(message.marks !== undefined && { marks: message.marks }),
        author: message.author,
        time: message.time,
        ...(message.parent !== undefined && { parent: message.parent }),
        turn: turnOf(message),
      },
      placement: placements[i] as (typeof placements)[number],
      date: message.time === null ? dateOfFile : { value: message.time, by: "message" },
    };
    const draft = drawerDraft(drawer);
    return continues ? { ...draft, signals: draft.signals | Signal.continues } : draft;
  });
  return {
    document: {
      source: source.key,
      path,
      scope: input.scope,
      documentType: "chat",
      title: titleOf(input),
      contentHash: sessionHash(messages),
      bytes: input.bytes,
      modifiedAt: input.modifiedAt,
    },
    drawers,
  };
}

/**
 * Gives the drawers of a session their ids. Where its tool's ids tell a conversation, they are made of these and the scope, not of the source
 * that brought it: of the entry's own id where that is a random one, else of the conversation.
 */
function messageIdentifier(given: SessionDocumentInput): (message: TranscriptMessage, text: string) => string {
  const { source, path, scope, identity = null } = given;
  if (identity === null) {
    const identify = drawerIdentifier(bornKey(source, fileOf(path)), path);
    return (_, text) => identify([], text).id;
  }
  const identifierOf = keeping((key: string) => drawerIdentifier(`message ${scope}`, key));
  return ({ id, role }, text) => identifierOf(messageKey(identity, id))([role], text).id;
}

const RANDOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:#\d+)?$/u;

/** Whether an id is of one entry in the world, also in the copies of it that forked and resumed sessions hold. */
export const isRandomId = (id: string): boolean => RANDOM_ID.test(id);

/** Stands in an identity before what tells a conversation without an id by how it begins. */
export const BEGINS = "begins-";

/** Whether a conversation has no id of its own: it is known by how it begins; an earlier version gave it no identity at all. */
export const hasNoId = (identity: string | null): boolean => identity === null || identity.includes(` ${BEGINS}`);

/** What a message is keyed by: tool and entry, else tool and conversation. @param identity "tool conversation" */
export const messageKey = (identity: string, id: string): string =>
  isRandomId(id) ? `${identity.slice(0, identity.indexOf(" "))} ${id}` : identity;

/** Whether a person or an assistant says it, also to a helper or as one, rather than a program. */
function isSpoken({ role, marks }: TranscriptMessage): boolean {
  const plain = messageRole(role);
  return marks?.includes("machine") !== true && (plain === "user" || plain === "assistant");
}

/** The turn of each message: what a program says belongs to what somebody said before it, what stands before all of that to the first. */
function turnsOf(messages: readonly TranscriptMessage[]): (message: TranscriptMessage) => { at: number; of: number } {
  const turns = new Map<TranscriptMessage, number>();
  let said = 0;
  for (const message of messages) turns.set(message, (said += isSpoken(message) ? 1 : 0));
  return (message) => ({ at: Math.max(1, turns.get(message) ?? 1), of: Math.max(1, said) });
}

const LONGEST_TITLE = 80;
/** An id that a program made up says nothing to people. */
const MADE_UP = /[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}/u;

/**
 * What a session is called: by its tool; a day of a chat by the chat and the day; else by the first line of the first request that says what for, that a
 * person made, or of a helper's, that an assistant made; where nobody asked for anything, by its id if people can read it, or by what is said first.
 */
function titleOf({ title = null, chat, messages, dayOf }: SessionDocumentInput): string {
  const first = messages[0] as TranscriptMessage;
  if (title !== null) return title;
  if (chat !== undefined) return `${chat} (${first.session})`;
  const said = messages.filter(({ text }) => text.trim() !== "" && !LONE_COMMAND.test(text));
  const asked = said.filter(
    ({ role, author, marks }) => author === null && messageRole(role) === "user" && marks?.includes("machine") !== true,
  );
  const request = asked.find(({ text, marks }) => marks === undefined && !isPreparing(text)) ?? asked[0];
  if (request !== undefined) return firstLine(request, dayOf);
  const spoken = MADE_UP.test(first.session) ? (said.find(isSpoken) ?? said[0]) : undefined;
  return spoken === undefined ? first.session : firstLine(spoken, dayOf);
}

function firstLine(request: TranscriptMessage, dayOf = (time: string): string => time.slice(0, 10)): string {
  const lines = request.text.trim().split("\n");
  const line = (lines.find((one) => !isPreparing(one)) ?? (lines[0] as string)).replace(/\s+/g, " ").trim();
  const words = line
    .slice(0, LONGEST_TITLE)
    .replace(/\s+\S*$/u, "")
    .toWellFormed();
  const cut = line.length <= LONGEST_TITLE ? line : `${words}…`;
  return request.time === null ? cut : `${cut} (${dayOf(request.time)})`;
}

const speaker = ({ author, role }: TranscriptMessage): string => author ?? role;

interface Piece {
  readonly message: TranscriptMessage;
  readonly text: string;
  readonly caption: string | null;
  readonly start: number;
  /** Whether the piece before is of the same message. */
  readonly continues: boolean;
}

function cutMessages(messages: readonly TranscriptMessage[], maxSize: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const message of messages) {
    // What an answer only quotes is found where it was said.
    const own = messageRole(message.role) === "assistant" ? ownWords(message.text) : message.text;
    const isQuotedOnly = own === "" && message.text !== "" && message.caption === null;
    // A caption belongs to the first part.
    for (const [i, { text, start }] of isQuotedOnly ? [] : cutExactly(own, maxSize).entries())
      pieces.push({
        message,
        text,
        caption: i === 0 ? message.caption : null,
        start: offset + start,
        continues: i > 0,
      });
    offset += message.text.length + BETWEEN.length;
  }
  return pieces;
}

/** Everything of a message that its drawers are made of, as one text: two messages of a session with the same say the same. */
export const messageContent = ({ id, role, author, time, text, caption, marks }: TranscriptMessage): string =>
  JSON.stringify([id, role, author, time, text, caption, ...(marks === undefined ? [] : [marks])]);

/**
 * The path of a session's document: its session where the source is one file; behind the file's own path where it is a folder,
 * since two files may hold sessions of one name.
 * @param file path inside the source's folder; null where the source is a file
 */
export const sessionPath = (file: string | null, session: string): string =>
  file === null ? session : `${file}#${session}`;

/** Whether a document's path belongs to a file of a folder source. */
export const isOfFile = (path: string, file: string | null): boolean => file === null || path.startsWith(`${file}#`);

/** Which of a source's documents belong to a file; each session of it is one. */
export const documentsOfFile = <D extends { readonly path: string }>(
  documents: Iterable<D>,
  file: string | null,
): readonly D[] => [...documents].filter(({ path }) => isOfFile(path, file));

/** The file, or the folder of an export (ending in `/`), that a document's path of a folder source belongs to; null for a path that names none. */
export const fileOf = (path: string): string | null =>
  /^(.*?(?:\.(?:jsonl|json|ndjson|zip|txt|md|markdown)|\/))#/i.exec(path)?.[1] ?? null;
