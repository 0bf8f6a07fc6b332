import type { z } from "zod";
import type { answerSchema, askSourceSchema } from "../operations/answers/ask.ts";
import type { Progress } from "../index.ts";
import type { ASK, ValuesOf } from "../model/requests/index.ts";
import type { HAND_ROUTES } from "../surfaces/http/routes/hand-routes.ts";
import type { AnswerOf, RouteCalls } from "./calls.ts";

// What goes to the service and what comes back, taken from the very schemas that the service checks by.
export type SearchRequest = Parameters<RouteCalls["search"]>[0];
export type SearchAnswer = AnswerOf<"search">;
export type AskRequest = ValuesOf<typeof ASK>;
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
export type ExpandAnswer = AnswerOf<"expand">;
export type SourceAnswer = AnswerOf<"sources">["sources"][number];
export type JobAnswer = AnswerOf<"job">["job"];
/** What happens to a run: how far it is, or its state at the start and at each change. */
export type JobEventAnswer =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "job"; readonly job: JobAnswer };
/** What became of a document that was handed over. */
export type DocumentAnswer = z.output<(typeof HAND_ROUTES)["addDocument"]["answer"]>;
export type FiletreeAnswer = AnswerOf<"filetree">;
export type ForgottenAnswer = AnswerOf<"forget">;
export type FactListsAnswer = AnswerOf<"facts">;
export type SettingsAnswer = AnswerOf<"settings">;
export type SessionAnswer = AnswerOf<"session">;
