import { z } from "zod";
import type { ErrorCode } from "../../index.ts";
import { ERROR_TABLE } from "../shared/error-table.ts";
import { jsonSchemaOf } from "../shared/json-schema.ts";
import type { Fields } from "../../model/requests/index.ts";
import { errorAnswerSchema } from "../../operations/answers/answer.ts";
import type { Route } from "./route.ts";

// Written with syntax that regular expressions of every language support; other scripts they let through are checked anyway.
const HEADERS = [
  {
    name: "project",
    in: "query",
    required: false,
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 64,
      pattern: "^[^\\x00-/:-`{-\\x7f]+([-._][^\\x00-/:-`{-\\x7f]+)*$",
    },
    description: "The project; also as the header Loci-Project. The service's default when left out",
  },
  {
    name: "Loci-Caller",
    in: "header",
    required: false,
    schema: { type: "string", pattern: "^(owner|public|user:[^\\x00-/:-@\\[-`{-\\x7f][^\\s]{0,127})$" },
    description: "For the owner: answer as somebody who sees less, `user:<id>` or `public`",
  },
];

/** The OpenAPI 3.1 document of the service, made from its routes and their schemas. */
export function openapiDocument(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Loci",
      version,
      summary: "Memory for AI agents: verbatim, local, exact.",
      description:
        "Each request carries a token; who it stands for decides what exists for it. Answers are JSON " +
        "with `schema: 1`; fields may be added, never renamed. Errors are `{ error: { code, message, " +
        "hint, details } }`, with a code of the closed set in `components.schemas.Error`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "The owner's token stands in the file `token` of the data folder; others are made by `loci tokens add`",
        },
      },
      schemas: { Error: errorSchema() },
    },
  };
}

function operationOf(route: Route): object {
  const { operation, summary, access, params, query, body, takesBytes, answer, status = 200 } = route;
  const content =
    answer instanceof z.ZodType
      ? { "application/json": { schema: schemaOf(answer) } }
      : { [answer.contentType.split(";")[0] as string]: { schema: { type: "string" } } };
  const parameters = [
    ...parametersOf(params, "path"),
    ...parametersOf(query, "query"),
    ...(access === "open" ? [] : HEADERS),
  ];
  return {
    operationId: operation,
    summary,
    ...((access === "owner" || access === "home") && { description: "For the owner only." }),
    ...(access === "open" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: jsonSchemaOf(body) } } },
    }),
    ...(takesBytes === true && {
      requestBody: {
        required: true,
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
    }),
    responses: { [status]: { description: "The answer", content }, ...errorsOf(route) },
  };
}

/** Errors of what a route is about, beside those that all have. */
const ERRORS_OF: Readonly<Record<string, readonly ErrorCode[]>> = {
  search: ["QUERY_INVALID", "SOURCE_NOT_FOUND", "MODEL_MISMATCH", "MODEL_UNAVAILABLE"],
  inject: ["QUERY_INVALID", "MODEL_MISMATCH", "MODEL_UNAVAILABLE"],
  ask: ["QUERY_INVALID", "MODEL_MISMATCH", "MODEL_UNAVAILABLE"],
  expand: ["DRAWER_NOT_FOUND"],
  forget: ["DRAWER_NOT_FOUND", "SOURCE_BUSY"],
  drawers: ["DRAWER_NOT_FOUND", "DUPLICATE", "SCOPE_INVALID", "QUOTA_EXCEEDED", "SOURCE_BUSY"],
  facts: ["FACT_INVALID", "FACT_NOT_FOUND", "FACT_CHANGED"],
  chats: ["CHAT_NOT_FOUND", "DUPLICATE", "SCOPE_INVALID", "QUOTA_EXCEEDED", "SOURCE_BUSY"],
  documents: [
    "FILE_SKIPPED",
    "SCOPE_INVALID",
    "SOURCE_SCOPE_REQUIRED",
    "SOURCE_NOT_FOUND",
    "QUOTA_EXCEEDED",
    "SOURCE_BUSY",
  ],
  sources: [
    "SOURCE_NOT_FOUND",
    "SOURCE_SCOPE_REQUIRED",
    "SCOPE_INVALID",
    "PATH_NOT_FOUND",
    "PATH_UNREADABLE",
    "SOURCE_BUSY",
  ],
  jobs: ["JOB_NOT_FOUND", "NOTHING_TO_INDEX"],
  filetree: ["PATH_NOT_FOUND", "PATH_UNREADABLE"],
};

/** The errors that a route can answer, by status, each with its codes and when they come. */
function errorsOf({ path, access, body, takesBytes }: Route): Readonly<Record<string, object>> {
  const subject = /^\/v1\/(\w+)/.exec(path)?.[1] ?? "";
  const codes: ErrorCode[] = [
    "USAGE",
    "FORBIDDEN",
    ...(access === "open"
      ? []
      : (["UNAUTHORIZED", "CALLER_INVALID", "PROJECT_INVALID", "PROJECT_NOT_FOUND", "RATE_LIMITED"] as const)),
    ...(body !== undefined || takesBytes === true ? (["TOO_LARGE"] as const) : []),
    ...(ERRORS_OF[subject] ?? []),
    ...(access === "open" ? [] : (["INDEX_DAMAGED", "STORAGE_FAILED", "STORAGE_BUSY", "STORAGE_FULL"] as const)),
    "UNAVAILABLE",
    "INTERNAL",
  ];
  const byStatus = Map.groupBy(codes, (code) => ERROR_TABLE[code].http);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => `\`${code}\`: ${ERROR_TABLE[code].when}`).join("; "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

function parametersOf(fields: Fields | undefined, place: "path" | "query"): readonly object[] {
  const { properties = {}, required = [] } = jsonSchemaOf(fields ?? {});
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    // Several names stand in one parameter, separated by commas.
    ...("type" in rest && rest.type === "array" && { style: place === "path" ? "simple" : "form", explode: false }),
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: Object.keys(rest).length === 0 ? { type: "string" } : rest,
  }));
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: "any" }) as Record<string, unknown>;
  return rest;
}

function errorSchema(): object {
  const schema = schemaOf(errorAnswerSchema) as { properties: { error: { properties: { code: object } } } };
  const { error } = schema.properties;
  return {
    ...schema,
    properties: {
      ...schema.properties,
      error: {
        ...error,
        properties: { ...error.properties, code: { ...error.properties.code, enum: Object.keys(ERROR_TABLE) } },
      },
    },
  };
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{overflow:auto}";

/**
 * The document as one page, a route after the other: no script, nothing loaded from anywhere.
 * @param document as `openapiDocument` gives it
 */
export function docsPage(routes: readonly Route[], document: object, version: string): string {
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> };
  const sections = routes.map(({ method, path, operation, summary }) => {
    const described = JSON.stringify(paths[path.replace(/:(\w+)/g, "{$1}")]?.[method], null, 2);
    return (
      `<h2 id="${operation}"><code>${method.toUpperCase()} ${escape(path)}</code></h2><p>${prose(summary)}</p>` +
      `<details><summary>Parameters, body, answers</summary><pre>${escape(described)}</pre></details>`
    );
  });
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width,initial-scale=1"><title>Loci: HTTP</title><style>${STYLE}</style>` +
    `<h1>Loci ${escape(version)}: HTTP</h1><p>Every request but a few carries <code>Authorization: Bearer TOKEN</code>; the ` +
    `owner's token stands in the file <code>token</code> of the data folder. A project is named by ` +
    `<code>?project=NAME</code>. The same as data: <a href="/openapi.json">openapi.json</a>.</p>${sections.join("")}</html>`
  );
}

const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
