import type { Drawer } from "../../model/drawer.ts";
import type { Scope } from "../../model/scope.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-message.ts";
import { contentHash } from "../../text/content-hash.ts";
import { cutExactly } from "../cut-exactly.ts";
import type { IngestSettings } from "../settings.ts";
import type { DocumentDraft, DrawerDraft } from "../document-draft.ts";
import { drawerDraft } from "../drawer-draft.ts";
import { drawerIdentifier } from "../drawer-identifier.ts";
import type { PlaceDrawers } from "../placing.ts";
import { messageContent } from "./message-content.ts";

/** Stands between two messages in a session's text. */
const BETWEEN = "\n\n";

/** What a session's document is made from. */
export interface SessionDocumentInput {
  /** In order, at least one, all of one session. */
  readonly messages: readonly TranscriptMessage[];
  /** The document's path. */
  readonly path: string;
  /** Of the file, where this session carries them; else 0. */
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly source: Pick<Source, "key" | "name" | "options">;
  readonly scope: Scope;
  readonly settings: IngestSettings;
  readonly place: PlaceDrawers;
  /** The project that the session was about, where its tool says in which folder it worked. */
  readonly project?: string | null;
}

/** SHA-256 over everything that a session's drawers are made of. */
export function sessionHash(messages: readonly TranscriptMessage[]): string {
  return contentHash(`[${messages.map(messageContent).join(",")}]`);
}

/** The text of a session that its drawers' spans refer to: the messages' texts byte for byte, an empty line between them. */
export function sessionText(messages: readonly TranscriptMessage[]): string {
  return messages.map(({ text }) => text).join(BETWEEN);
}

/**
 * A session as a document: one message, one drawer; a message over the size is split, never joined with another. Pure.
 */
export function sessionDocument(input: SessionDocumentInput): DocumentDraft {
  const { messages, path, source, settings } = input;
  const first = messages[0] as TranscriptMessage;
  const pieces = cutMessages(messages, settings.chunking.maxChunkSize);
  const placements = input.place({
    path,
    documentType: "chat",
    title: first.session,
    metadata: {},
    explicit: { wing: source.options.wing, room: source.options.room },
    configuredWing: settings.wing,
    project: input.project ?? null,
    chat: source.name.replace(/\.(?:jsonl|json|ndjson|zip|txt|md|markdown)$/i, ""),
    sourceName: source.name,
    drawers: pieces.map(({ message, text }) => ({ text, heading: speaker(message), breadcrumb: [], speaker: speaker(message) })),
  });
  const identify = drawerIdentifier(source.key, path);
  const drawers = pieces.map(({ message, text, caption, start }, i): DrawerDraft => {
    const drawer: Drawer = {
      id: identify([], text).id,
      text,
      caption,
      heading: speaker(message),
      headingLevel: 0,
      breadcrumb: [],
      names: [],
      elementType: "message",
      span: { start, end: start + text.length },
      lines: null,
      pages: null,
      message: { chat: source.name, session: message.session, ids: [message.id], role: message.role, author: message.author, time: message.time },
      placement: placements[i] as (typeof placements)[number],
      date: message.time === null ? null : { value: message.time, by: "message" },
    };
    return drawerDraft(drawer);
  });
  return {
    document: {
      source: source.key,
      path,
      scope: input.scope,
      documentType: "chat",
      title: first.session,
      contentHash: sessionHash(messages),
      bytes: input.bytes,
      modifiedAt: input.modifiedAt,
    },
    drawers,
  };
}

function speaker({ author, role }: TranscriptMessage): string {
  return author ?? role;
}

interface Piece {
  readonly message: TranscriptMessage;
  readonly text: string;
  readonly caption: string | null;
  /** Offset in the session's text. */
  readonly start: number;
}

function cutMessages(messages: readonly TranscriptMessage[], maxChunkSize: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const message of messages) {
    // A caption belongs to the first part.
    for (const [i, { text, start }] of cutExactly(message.text, maxChunkSize).entries()) pieces.push({ message, text, caption: i === 0 ? message.caption : null, start: offset + start });
    offset += message.text.length + BETWEEN.length;
  }
  return pieces;
}
