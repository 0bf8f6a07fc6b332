import { z } from "zod";
import { TOKEN } from "../../../model/requests/index.ts";
import { LociError } from "../../../index.ts";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";
import { route } from "../route.ts";

const schema = z.literal(SCHEMA_VERSION);

/** Answer of `GET /v1/tokens`. */
const tokensSchema = z.object({
  schema,
  tokens: z.array(
    z.object({
      id: z.string(),
      caller: z.string().describe("Whom it stands for"),
      projects: z.array(z.string()).nullable().describe("Projects that it may be used for; null for all"),
      issuedAt: z.string(),
      expiresAt: z.string().nullable().describe("When it ends by itself; null: never"),
      usedAt: z.string().nullable().describe("When a request last came with it, to the minute; null: never"),
    }),
  ),
});

/** Who else has a key. Tokens are issued at the terminal alone: a stolen session can't make one that outlives it. */
export const TOKEN_ROUTES = {
  tokens: route({
    http: "GET /v1/tokens",
    summary: "Tokens that were issued, with their end and their last use",
    access: "owner",
    answer: tokensSchema,
    handle: async ({ service }) => ({ tokens: service.tokens.list() }),
  }),
  endToken: route({
    http: "DELETE /v1/tokens/:id",
    summary: "End a token; its sessions and streams end within a second",
    access: "owner",
    params: TOKEN,
    answer: z.object({ schema, ended: z.string() }),
    async handle({ params: { id }, service }) {
      if (service.tokens.revoke(id)) return { ended: id };
      throw new LociError("USAGE", `there is no token '${id}'`, { hint: "GET /v1/tokens lists them" });
    },
  }),
};
