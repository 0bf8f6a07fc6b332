import { z } from "zod";
import { ERROR_TABLE } from "../shared/error-table.ts";
import { errorAnswerSchema } from "../shared/schemas/error-answer.ts";
import type { Route } from "./route.ts";

// In patterns that every language's expressions know: what they let through of other scripts is checked all the same.
const HEADERS = [
  { name: "project", in: "query", required: false, schema: { type: "string", minLength: 1, maxLength: 64, pattern: "^[^\\x00-/:-`{-\\x7f]+([-._][^\\x00-/:-`{-\\x7f]+)*$" }, description: "The project; also as the header Loci-Project. The service's default when left out" },
  { name: "Loci-Caller", in: "header", required: false, schema: { type: "string", pattern: "^(owner|public|user:[^\\x00-/:-@\\[-`{-\\x7f][^\\s]{0,127})$" }, description: "For the owner: answer as somebody who sees less, `user:<id>` or `public`" },
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
      description: "Each request carries a token; who it stands for decides what exists for it. Answers are JSON with `schema: 1`; fields may be added, never renamed. Errors are `{ error: { code, message, hint, details } }`, with a code of the closed set in `components.schemas.Error`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "The owner's token stands in the file `token` of the data folder; others are made by `loci tokens add`" } },
      schemas: { Error: errorSchema() },
    },
  };
}

function operationOf(route: Route): object {
  const { method, operation, summary, access, params, query, body, takesBytes, answer, status = 200 } = route;
  const content = answer instanceof z.ZodType ? { "application/json": { schema: schemaOf(answer, "output") } } : { [answer.contentType.split(";")[0] as string]: { schema: { type: "string" } } };
  const parameters = [...parametersOf(params, "path"), ...parametersOf(query, "query"), ...(access === "open" ? [] : HEADERS)];
  const error = (description: string): object => ({ description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } });
  return {
    operationId: operation,
    summary,
    ...(access === "owner" && { description: "For the owner only." }),
    ...(access === "open" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } } }),
    ...(takesBytes === true && { requestBody: { required: true, content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } } }),
    responses: {
      [status]: { description: "The answer", content },
      ...(access !== "open" && { 401: error("No token, or a wrong one"), 403: error("The caller may not do that") }),
      ...(method !== "get" || params !== undefined || query !== undefined ? { 400: error("The request is malformed") } : {}),
      default: error("Anything else that went wrong"),
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: "path" | "query"): readonly object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Record<string, { description?: string }>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: Object.keys(rest).length === 0 ? { type: "string" } : rest,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return rest;
}

function errorSchema(): object {
  const schema = schemaOf(errorAnswerSchema, "output") as { properties: { error: { properties: { code: object } } } };
  const { error } = schema.properties;
  return { ...schema, properties: { ...schema.properties, error: { ...error, properties: { ...error.properties, code: { ...error.properties.code, enum: Object.keys(ERROR_TABLE) } } } } };
}
