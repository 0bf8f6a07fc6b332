import { openMemorySearchIndex } from "../../test/contract/reference/open-search-index.ts";
import { NoteNames } from "../palace/graph/note-names.ts";
import { daysIn } from "../text/days.ts";
import { DEFAULT_RECALL, type SearchDependencies } from "./dependencies.ts";
import type { DocumentWrite, DrawerWrite } from "../storage/ports/search-index.ts";
import type { EmbeddingProvider } from "../embedding/port.ts";
import type { Scope } from "../model/caller.ts";
import { quantise } from "../model/vector.ts";
import { contentHash, drawerId } from "../text/content-hash.ts";
import { signalsOf } from "../text/evidence.ts";

/** A small document for tests: a chat session whose messages become drawers. */
export interface ChatFixture {
  /** What the session is called. */
  readonly title?: string;
  readonly session: string;
  readonly scope?: Scope;
  readonly wing?: string;
  readonly date?: string;
  readonly messages: readonly (readonly [author: string, text: string])[];
}

/** Makes documents as ingest would, with real vectors of `provider`. */
export async function chatDocuments(
  chats: readonly ChatFixture[],
  provider: EmbeddingProvider,
): Promise<DocumentWrite[]> {
  return Promise.all(
    chats.map(async ({ session, scope = "kb", wing = "w", date = null, title, messages }) => {
      const vectors = await provider.embedPassages(messages.map(([, text]) => text));
      return {
        document: {
          source: "chats",
          path: session,
          scope,
          documentType: "chat",
          title: session,
          contentHash: session,
          bytes: 1,
          modifiedAt: 0,
        },
        drawers: messages.map(([author, text], i): DrawerWrite => {
          const id = drawerId({
            source: "chats",
            path: session,
            breadcrumb: [],
            contentHash: contentHash(text),
            ordinal: i,
          });
          const vector = vectors[i];
          if (vector === undefined) throw new Error("a vector is missing");
          return {
            vector: quantise(vector),
            signals: signalsOf(text),
            drawer: {
              id,
              text,
              caption: null,
              heading: author,
              headingLevel: 0,
              breadcrumb: [],
              names: title === undefined ? [] : [title],
              elementType: "message",
              span: { start: 0, end: text.length },
              lines: null,
              pages: null,
              message: {
                chat: "chat",
                session,
                ids: [`${session}:${i}`],
                role: "user",
                author,
                time: date,
                turn: { at: i + 1, of: messages.length },
              },
              placement: {
                wing: { value: wing, by: "explicit" },
                hall: { value: null, by: "unsure" },
                room: { value: session, by: "inferred" },
                topicalHalls: [],
              },
              date: date === null ? null : { value: date, by: "message" },
            },
          };
        }),
      };
    }),
  );
}

/** What a search over such documents works with, in an index in memory, on a day of its own. */
export async function chatDependencies(
  chats: readonly ChatFixture[],
  provider: EmbeddingProvider & NonNullable<SearchDependencies["lexicon"]>,
): Promise<SearchDependencies> {
  const index = openMemorySearchIndex();
  await index.apply({ put: await chatDocuments(chats, provider), remove: [] });
  return {
    index,
    provider,
    lexicon: provider,
    unrelated: async () => ({ mean: 0.07, deviation: 0.09 }),
    settings: DEFAULT_RECALL,
    sources: async () => [{ key: "chats", name: "chats", root: "" }],
    notes: async () => new NoteNames([]),
    accesses: async () => new Map(),
    now: () => Date.parse("2023-06-14T12:00:00Z"),
    days: daysIn("UTC"),
    timer: () => 0,
  };
}
