import { z } from "zod";
import { LociError, otherProjects } from "../../../index.ts";
import { SIGN_IN, TOKEN } from "../../../model/requests/index.ts";
import { noteSchema, SCHEMA_VERSION, versioned } from "../../../operations/answers/answer.ts";
import { cookieHeader } from "../page-session.ts";
import { route } from "../route.ts";

const tokensSchema = versioned({
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
  notes: z.array(noteSchema).describe("Files that are no token any more, and let nobody in"),
});

/** Who else has a key. Tokens are issued at the terminal alone: a stolen session can't make one that outlives it. */
export const TOKEN_ROUTES = {
  tokens: route({
    http: "GET /v1/tokens",
    summary: "Tokens that were issued, with their end and their last use",
    access: "home",
    answer: tokensSchema,
    handle: async ({ service }) => ({
      tokens: service.tokens.list(),
      notes: service.tokens.damaged().map(({ code, message, hint, step }) => ({ code, message, hint, step })),
    }),
  }),
  endToken: route({
    http: "DELETE /v1/tokens/:id",
    summary: "End a token; its sessions and streams end within a second",
    access: "home",
    params: TOKEN,
    answer: versioned({ ended: z.string() }),
    async handle({ params: { id }, service }) {
      if (service.tokens.revoke(id)) return { ended: id };
      throw new LociError("USAGE", `there is no token '${id}'`, { hint: "GET /v1/tokens lists them" });
    },
  }),
};

const sessionSchema = versioned({
  caller: z.string().describe("Who asks: owner, public or user:<id>"),
  projects: z.array(z.string()).describe("Projects that are known to the caller, sorted"),
  home: z.boolean().describe("Whether what all projects share is his, too: settings, tokens, health"),
  filled: z.array(z.string()).describe("Those that hold something, for the owner of all"),
  project: z.string().describe("The project of requests that name none"),
  version: z.string(),
});

const sessionCodeSchema = versioned({
  code: z.string(),
  url: z.string().describe("Opens the page signed in, once, within two minutes"),
});

/** How the page gets in: a token or a one-time code becomes a cookie that no script can read. */
export const SESSION_ROUTES = {
  sessionCode: route({
    http: "POST /v1/session/codes",
    summary: "Make a one-time code that opens the page as the caller of this token",
    access: "caller",
    answer: sessionCodeSchema,
    async handle({ service, tokenId, url }) {
      const code = service.sessions.code(tokenId);
      return { code, url: `${url.origin}/#code=${code}` };
    },
  }),
  beginSession: route({
    http: "POST /v1/session",
    summary: "Exchange a one-time code or a token for the page's cookie: HttpOnly, SameSite=Strict, for 30 days",
    access: "open",
    body: SIGN_IN,
    answer: versioned({ signedIn: z.literal(true) }),
    async handle({ body, service, url }) {
      const tokenId =
        body.code !== undefined
          ? service.sessions.redeem(body.code)
          : (service.tokens.identify(body.token ?? "")?.id ?? null);
      if (tokenId === null) {
        if (!service.allowsWrongToken())
          throw new LociError("RATE_LIMITED", "too many wrong tokens", { hint: "wait a second, and check the token" });
        throw new LociError(
          "UNAUTHORIZED",
          body.code === undefined ? "the token is not known" : "the code is used or old",
          { hint: body.code === undefined ? "check the token" : "run 'loci serve --open' again" },
        );
      }
      const value = service.sessions.cookie(tokenId);
      return Response.json(
        { schema: SCHEMA_VERSION, signedIn: true },
        { headers: { "Set-Cookie": cookieHeader(url, value) } },
      );
    },
  }),
  session: route({
    http: "GET /v1/session",
    summary: "Who asks, and which projects there are for him",
    access: "caller",
    answer: sessionSchema,
    async handle({ caller, service, projects }) {
      // Only the owner of all projects sees all names; others see those of their token.
      const home = caller === "owner" && projects === null;
      const known = home ? service.loci.projects() : (projects ?? [service.defaultProject]);
      const project = projects === null ? service.defaultProject : (projects[0] ?? service.defaultProject);
      const filled = home ? otherProjects(service.loci.home, "") : [];
      return { caller, projects: [...known].sort(), home, filled, project, version: service.version };
    },
  }),
  endSession: route({
    http: "DELETE /v1/session",
    summary: "Take the page's cookie away from this browser",
    access: "open",
    answer: versioned({ signedIn: z.literal(false) }),
    handle: async ({ url }) =>
      Response.json({ schema: SCHEMA_VERSION, signedIn: false }, { headers: { "Set-Cookie": cookieHeader(url, "") } }),
  }),
};
