import type { z } from "zod";
import type { Progress } from "../index.ts";
import type { addedMessageSchema, addMessageSchema } from "../surfaces/http/routes/chats.ts";
import type { uploadedSchema } from "../surfaces/http/routes/documents.ts";
import type { filetreeSchema } from "../surfaces/http/routes/filetree.ts";
import type { searchAnswerSchema, searchBodySchema } from "../surfaces/http/routes/search.ts";
import type { addSourcesSchema } from "../surfaces/http/routes/sources.ts";
import type { expandedSchema } from "../surfaces/shared/schemas/expanded.ts";
import type { expandRequestSchema } from "../surfaces/shared/schemas/expand-request.ts";
import type { factsAnswerSchema } from "../surfaces/shared/schemas/facts-answer.ts";
import type { factsAskRequestSchema } from "../surfaces/shared/schemas/facts-ask-request.ts";
import type { factsTellRequestSchema } from "../surfaces/shared/schemas/facts-tell-request.ts";
import type { factsToldSchema } from "../surfaces/shared/schemas/facts-told.ts";
import type { runSchema } from "../surfaces/shared/schemas/run.ts";
import type { sourceSchema } from "../surfaces/shared/schemas/source.ts";
import type { statusSchema } from "../surfaces/shared/schemas/status.ts";

// What goes to the service and what comes back, taken from the very schemas that the service checks by.
export type SearchRequest = z.input<typeof searchBodySchema>;
export type SearchAnswer = z.output<typeof searchAnswerSchema>;
export type ExpandRequest = z.input<typeof expandRequestSchema>;
export type ExpandAnswer = z.output<typeof expandedSchema>;
export type MessageRequest = z.input<typeof addMessageSchema>;
export type MessageAnswer = z.output<typeof addedMessageSchema>["message"];
export type DocumentAnswer = z.output<typeof uploadedSchema>["document"];
export type SourcesRequest = z.input<typeof addSourcesSchema>;
export type SourceAnswer = z.output<typeof sourceSchema>;
export type JobAnswer = z.output<typeof runSchema>;
/** What happens to a run: how far it is, or its state at the start and at each change. */
export type JobEventAnswer = { readonly type: "progress"; readonly progress: Progress } | { readonly type: "job"; readonly job: JobAnswer };
export type StatusAnswer = z.output<typeof statusSchema>;
export type FiletreeAnswer = z.output<typeof filetreeSchema>;
export type FactsTellRequest = z.input<typeof factsTellRequestSchema>;
export type FactsToldAnswer = z.output<typeof factsToldSchema>;
export type FactsAskRequest = z.input<typeof factsAskRequestSchema>;
export type FactsAskAnswer = z.output<typeof factsAnswerSchema>;
