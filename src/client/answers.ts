import type { z } from "zod";
import type { ASK_BODY } from "../surfaces/http/routes/ask.ts";
import type { answerSchema, askSourceSchema, verifiedSchema, injectionSchema } from "../operations/answers/ask.ts";
import type { changesSchema } from "../surfaces/http/routes/changes.ts";
import type {
  addedMessageSchema,
  chatMessagesSchema,
  chatsSchema,
  deletedChatSchema,
} from "../surfaces/http/routes/chats.ts";
import type { DrawerSource, Progress } from "../index.ts";
import type { uploadedSchema } from "../surfaces/http/routes/documents.ts";
import type { factHistorySchema, factListsSchema, factsChangeAnswerSchema } from "../surfaces/http/routes/facts.ts";
import type { filetreeSchema } from "../surfaces/http/routes/filetree.ts";
import type { SEARCH_BODY, searchAnswerSchema } from "../surfaces/http/routes/search.ts";
import type { sessionCodeSchema, sessionSchema } from "../surfaces/http/routes/session.ts";
import type { findingsSchema, settingsSchema } from "../surfaces/http/routes/settings.ts";
import type { addedDrawerSchema, expandedSchema } from "../operations/answers/hits.ts";
import type { factsAnswerSchema, factsToldSchema } from "../operations/answers/facts.ts";
import type { forgottenSchema } from "../operations/answers/forgotten.ts";
import type { runSchema } from "../operations/answers/run.ts";
import type { sourceSchema, statusSchema } from "../operations/answers/status.ts";
import type {
  ADD_DRAWER,
  ADD_MESSAGE,
  ADD_SOURCES,
  ASK_FACTS,
  CHANGE_FACTS,
  EXPAND,
  FORGET_MANY,
  INJECT,
  TELL,
  ValuesOf,
} from "../model/requests/index.ts";

// What goes to the service and what comes back, taken from the very schemas that the service checks by.
export type SearchRequest = ValuesOf<typeof SEARCH_BODY>;
export type SearchAnswer = z.output<typeof searchAnswerSchema>;
export type AskRequest = Omit<ValuesOf<typeof ASK_BODY>, "stream">;
export type AskAnswer = z.output<typeof answerSchema>;
/** What happens while a question is answered: passages, harmless pieces of the answer, the answer as it is kept. */
export type AskEventAnswer =
  | {
      readonly type: "passages";
      readonly passages: readonly z.output<typeof askSourceSchema>[];
      readonly covered: boolean;
    }
  | { readonly type: "delta"; readonly text: string }
  | ({ readonly type: "done" } & Omit<AskAnswer, "schema">);
export type VerifyAnswer = z.output<typeof verifiedSchema>;
export type ExpandRequest = ValuesOf<typeof EXPAND>;
export type ExpandAnswer = z.output<typeof expandedSchema>;
export type MessageRequest = ValuesOf<typeof ADD_MESSAGE>;
export type MessageAnswer = z.output<typeof addedMessageSchema>["message"];
export type ChatsAnswer = z.output<typeof chatsSchema>;
export type ChatMessagesAnswer = z.output<typeof chatMessagesSchema>;
export type DeletedChatAnswer = z.output<typeof deletedChatSchema>["deleted"];
export type ChangesAnswer = z.output<typeof changesSchema>;
export type DocumentAnswer = z.output<typeof uploadedSchema>["document"];
export type SourcesRequest = ValuesOf<typeof ADD_SOURCES>;
export type SourceAnswer = z.output<typeof sourceSchema>;
export type JobAnswer = z.output<typeof runSchema>;
/** What happens to a run: how far it is, or its state at the start and at each change. */
export type JobEventAnswer =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "job"; readonly job: JobAnswer };
export type StatusAnswer = z.output<typeof statusSchema>;
export type FiletreeAnswer = z.output<typeof filetreeSchema>;
export type FactsTellRequest = ValuesOf<typeof TELL>;
export type FactsToldAnswer = z.output<typeof factsToldSchema>;
export type FactsAskRequest = ValuesOf<typeof ASK_FACTS>;
export type FactsAskAnswer = z.output<typeof factsAnswerSchema>;
export type FactsChangeRequest = ValuesOf<typeof CHANGE_FACTS>;
export type FactsChangeAnswer = z.output<typeof factsChangeAnswerSchema>;
export type ForgetRequest = ValuesOf<typeof FORGET_MANY>;
export type ForgottenAnswer = z.output<typeof forgottenSchema>;
export type FactListsAnswer = z.output<typeof factListsSchema>;
export type FactHistoryAnswer = z.output<typeof factHistorySchema>;
export type SettingsAnswer = z.output<typeof settingsSchema>;
export type FindingsAnswer = z.output<typeof findingsSchema>;
export type SessionAnswer = z.output<typeof sessionSchema>;
export type SessionCodeAnswer = z.output<typeof sessionCodeSchema>;
/** Where a drawer comes from. */
export type DrawerSourceAnswer = DrawerSource;
export type AddDrawerRequest = ValuesOf<typeof ADD_DRAWER>;
export type AddedDrawerAnswer = z.output<typeof addedDrawerSchema>;
export type InjectRequest = ValuesOf<typeof INJECT>;
export type InjectionAnswer = z.output<typeof injectionSchema>;
