import { SEARCH_MODES, type SearchExplanation } from "../../model/search.ts";
import { GROUNDS, MESSAGE_MARKS } from "../../model/message-role.ts";
import type { Scope } from "../../model/caller.ts";
import type { ElementType } from "../../model/section.ts";
import { z } from "zod";
import { type Answer, type Noted, noteSchema, rangeSchema, versioned } from "./answer.ts";
import { sourceSchema } from "./status.ts";

/** The chat message that a drawer holds, or a part of it. */
export const messageRefSchema = z.object({
  /** The chat or imported conversation. */
  chat: z.string(),
  /** One session is one document. */
  session: z.string(),
  /** Ids as the chat gave them, in order. */
  ids: z.array(z.string()),
  role: z
    .string()
    .describe("user, assistant, tool_call, tool_result, summary, system; or as a generic transcript says"),
  marks: z.array(z.enum(MESSAGE_MARKS)).exactOptional().describe("What it is beside its role"),
  author: z.string().nullable(),
  /** ISO 8601 with zone, or null when the chat gave none. */
  time: z.string().nullable(),
  fetched: z.string().exactOptional().describe("Of a result that others wrote: the tool and the address it is from"),
  parent: z.string().exactOptional().describe("Id of the message that it answers"),
  turn: z
    .object({ at: z.int(), of: z.int() })
    .exactOptional()
    .describe("Which of the session's messages by people and assistants it is, or follows, and how many there are"),
});

export const saidLaterSchema = z
  .object({ id: z.string(), date: z.string().nullable(), unsure: z.literal(true).exactOptional() })
  .describe("What a person said later of the same, as something that is so from then on; unsure: or of something else");

export const hitSchema = z.object({
  id: z.string(),
  /** `hash(markdown:source:startLine:endLine:contentHash:model)`, as memsearch and OpenClaw have it. */
  compositeId: z.string(),
  contentHash: z.string().describe("SHA-256 of the whole passage's exact characters"),
  text: z.string().describe("The exact characters"),
  /** With `passage`, where `text` is a part of its drawer: which of its characters it is, and how many it has. */
  excerpt: z.object({ start: z.int(), end: z.int(), of: z.int() }).exactOptional(),
  /** A description of an attached picture, apart from the text. */
  caption: z.string().nullable(),
  /** The part of the text that shows most of the question, with `…` where it was cut. */
  snippet: z.string(),
  /** Where words of the question stand in `snippet`. */
  matches: z.array(z.object({ start: z.int(), end: z.int() })),
  score: z.number().describe("The sum of parts"),
  relevance: z.number().describe("Calibrated probability that it belongs to the answer, 0–1"),
  title: z.string().describe("What its document is called"),
  source: z.object({ name: z.string(), path: z.string(), uri: z.string() }),
  breadcrumb: z.array(z.string()),
  heading: z.string(),
  headingLevel: z.int(),
  lines: rangeSchema.nullable(),
  pages: rangeSchema.nullable(),
  message: messageRefSchema.nullable(),
  ground: z.enum(GROUNDS).describe("On what it stands: what may be cited and injected is stated"),
  unchecked: z.literal(true).exactOptional().describe("An assistant or a summary says it and cites nothing"),
  cites: z
    .array(z.string())
    .exactOptional()
    .describe("Ids of what an answer quotes as its sources, as far as it was found"),
  wing: z.string(),
  hall: z.string().nullable(),
  topicalHalls: z.array(z.string()).describe("Halls whose keywords the passage holds"),
  room: z.string(),
  scope: z.string() as unknown as z.ZodType<Scope>,
  date: z.string().nullable().describe("Content date, ISO 8601"),
  documentType: z.string(),
  elementType: z.string() as unknown as z.ZodType<ElementType>,
  /** Other drawers with the same text that this hit stands for. */
  duplicates: z.int(),
  /** Best first; left out where there are none. */
  further: z.array(z.string()).exactOptional().describe("Ids of further parts of the same message"),
  asked: z
    .object({ id: z.string(), date: z.string().nullable() })
    .exactOptional()
    .describe("An earlier message that asks the same, which this followed"),
  later: saidLaterSchema.exactOptional(),
  exchange: z
    .object({
      /** Ids of the first drawer of each; null for what there isn't. */
      words: z.string().nullable(),
      call: z.string().nullable(),
      result: z.string().nullable(),
      /** Of its other messages what holds something that is asked for, verbatim, with `…` where it was cut. */
      pieces: z.array(z.object({ id: z.string(), role: z.string(), ids: z.array(z.string()), text: z.string() })),
    })
    .exactOptional()
    .describe("In an agent's session: the call, the result and the words around it, and pieces of them that answer"),
  position: z
    .object({ at: z.int(), of: z.int() })
    .describe("Which of its document's passages it is, from 1, and how many there are"),
  /** The drawers before and after it in its document. */
  neighbours: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  /** Named contributions; they add up to `score`. */
  parts: z.record(z.string(), z.number()),
  explanation: z
    .object({
      /** Rank among the candidates by the drawer's own BM25 and by cosine; null where the retriever gave it nothing. */
      ranks: z.object({ lexical: z.int().nullable(), dense: z.int().nullable() }),
      /** For each part: the feature's value and its weight; value × weight = part. */
      features: z.record(z.string(), z.object({ value: z.number(), weight: z.number() })),
      /** What the logarithm of its relevance's odds is the sum of; see docs/search.md. */
      relevance: z.record(z.string(), z.object({ value: z.number(), weight: z.number() })),
    })
    .exactOptional(),
});

/** The chat message that a drawer holds, or a part of it. */
export type MessageRef = Answer<typeof messageRefSchema>;
/** One found drawer. */
export type Hit = Answer<typeof hitSchema>;
/** An earlier message that asks what is asked now. */
export type AskedBefore = NonNullable<Hit["asked"]>;
export type SaidLater = NonNullable<Hit["later"]>;
/** A tool's call in an agent's session with what it gave and the words before it. */
export type Exchange = NonNullable<Hit["exchange"]>;
/** Why a hit stands where it stands. */
export type HitExplanation = NonNullable<Hit["explanation"]>;

/** With `explain`: what the search did. Output only, so its shape is the library's own type. */
const explanationSchema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<SearchExplanation>;

export const searchResultSchema = versioned({
  query: z.string(),
  mode: z.enum(SEARCH_MODES),
  modelIdentity: z.string().nullable(),
  covered: z.boolean().describe("Whether the first hits answer"),
  probability: z.number().describe("Calibrated probability that they do, 0–1"),
  hits: z.array(hitSchema),
  weaker: z.int().describe("From which hit on they are weaker: the number of those that matter"),
  later: z.array(hitSchema).exactOptional().describe("With asOf: what answers and was said after it; no part of hits"),
  several: z
    .object({ documents: z.int().describe("Sessions and files that the hits stand in") })
    .exactOptional()
    .describe("Where the question asks for several things"),
  filters: z.record(z.string(), z.unknown()),
  timings: z.record(z.string(), z.number()).describe("Milliseconds by stage"),
  notes: z.array(noteSchema),
  explanation: explanationSchema.exactOptional(),
});

/** The answer to a question, as the library gives it. */
export type SearchResult = Noted<Answer<typeof searchResultSchema>>;

/** Drawers that were opened, in document order; documents as their first drawer was asked for, and no drawer twice. */
export const expandedSchema = versioned({
  drawers: z.array(hitSchema.extend({ fresh: z.boolean().describe("Whether the file still holds the text") })),
  text: z.string().describe("All of it as one text"),
});

/** What was opened: no drawer twice, and all of it as one text, what neighbours share once. */
export type Expanded = Answer<typeof expandedSchema>;

/** A drawer that was opened: as a hit, without score, and whether its file still holds it. */
export type ExpandedDrawer = Expanded["drawers"][number];

export const drawerSourceSchema = versioned({
  id: z.string(),
  source: z.object({ key: z.string(), name: z.string(), kind: sourceSchema.shape.kind.nullable() }),
  path: z.string().describe("Relative to the source; for a chat, its session"),
  scope: z.string(),
  file: z.string().nullable().describe("Absolute path; null for anybody but the owner"),
  uri: z.string().nullable().describe("The file as a URI with the line; null for anybody but the owner"),
  breadcrumb: z.array(z.string()),
  lines: rangeSchema.nullable(),
  pages: rangeSchema.nullable(),
  message: messageRefSchema.nullable(),
  documentType: z.string(),
  title: z.string(),
  fresh: z.boolean().describe("Whether the file still holds its text; lines are then those of now"),
  pinned: z.boolean().describe("Whether it was pinned when it was added by hand, or since"),
});
export type DrawerSource = Answer<typeof drawerSourceSchema>;

/** A drawer that was stored, and the markdown file that holds it. */
export const addedDrawerSchema = versioned({
  id: z.string(),
  file: z.string().nullable().describe("Absolute; null for anybody but the owner"),
  wing: z.string(),
  room: z.string(),
  redacted: z.array(z.string()).describe("Kinds of secrets that stand in it as `[redacted:kind]`"),
  secrets: z.array(z.string()).describe("Kinds of secrets that stand in it word for word; briefs leave them out"),
});

/** Whether a text is stored already, and the drawers that say the same. */
export const duplicateCheckSchema = versioned({
  duplicate: z.boolean(),
  matches: z
    .array(z.object({ id: z.string(), similarity: z.number().describe("0 to 1"), text: z.string() }))
    .describe("Passages above 0.9, most similar first"),
});
export type DuplicateCheck = Answer<typeof duplicateCheckSchema>;
export type DuplicateMatch = DuplicateCheck["matches"][number];
