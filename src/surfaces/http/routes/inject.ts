import { injectionSchema } from "../../../operations/answers/ask.ts";
import { INJECT } from "../../../model/requests/index.ts";
import { route } from "../route.ts";

/** What memory adds to a prompt. */
export const injectRoute = route({
  method: "post",
  path: "/v1/inject",
  operation: "inject",
  summary: "What memory adds to an agent's prompt, fenced as data, or why it stays silent",
  access: "caller",
  body: INJECT,
  answer: injectionSchema,
  handle: async ({ body: { prompt, ...options }, project, caller }) =>
    await (await project()).inject(prompt, { ...options, caller }),
});
