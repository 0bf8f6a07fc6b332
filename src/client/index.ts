/**
 * A typed client of `loci serve`, for programs that run beside it. Needs nothing but `fetch`.
 * @example
 * import { createClient } from "loci/client";
 * const loci = createClient({ token, project: "notes" });
 * const { message } = await loci.addMessage("planning", { id: "m7", role: "user", text: "When is the launch?" });
 * const { hits } = await loci.search({ query: "When is the launch?", excludeIds: message.drawers });
 * console.log(hits.map(({ citation, text }) => `${citation.mark} ${text}`));
 */
export { createClient, type LociClient } from "./create-client.ts";
export { LociClientError } from "./transport.ts";
export type { CallOptions, ClientOptions, ClientRequest } from "./transport.ts";
export type {
  AskAnswer,
  AskEventAnswer,
  AskRequest,
  DocumentAnswer,
  ExpandAnswer,
  FactListsAnswer,
  FiletreeAnswer,
  ForgottenAnswer,
  JobAnswer,
  JobEventAnswer,
  SearchAnswer,
  SearchRequest,
  SessionAnswer,
  SettingsAnswer,
  SourceAnswer,
} from "./calls.ts";
export type { AnswerOf, RouteCalls } from "./calls.ts";
