import { z } from "zod";
import type { Tool } from "./tool.ts";

/** A JSON schema, or a part of one. */
export type JsonSchema = { readonly [key: string]: unknown };

/** A tool as `tools/list` gives it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly outputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean; readonly idempotentHint?: boolean; readonly openWorldHint: false };
}

/**
 * A tool as clients are told of it. Every byte of it stands in each conversation's context, so: of the input what a model needs to
 * call it (bounds are checked, and named by the error), of the output the top level of what is always there.
 */
export function listedTool({ name, description, input, output, behaviour }: Tool): ListedTool {
  const { readOnly = false, destructive = false, idempotent = false } = behaviour;
  return {
    name,
    description,
    inputSchema: withoutBounds(z.toJSONSchema(input, { io: "input" })) as ListedTool["inputSchema"],
    outputSchema: topLevel(z.toJSONSchema(output, { io: "input" })),
    // A tool that is read-only needs no word on destruction or repetition; the protocol's defaults are `destructive` and not `idempotent`.
    annotations: { ...(readOnly ? { readOnlyHint: true } : { destructiveHint: destructive, ...(idempotent && { idempotentHint: true }) }), openWorldHint: false },
  };
}

const BOUNDS = new Set(["$schema", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => (BOUNDS.has(key) && typeof value !== "object" ? [] : [[key, withoutBounds(value)]])));
}

/** What is always there. What may be there is left out: more fields are allowed, as they are in the contract. */
function topLevel(schema: JsonSchema): ListedTool["outputSchema"] {
  const properties = schema["properties"] as Record<string, JsonSchema>;
  const required = (schema["required"] ?? []) as readonly string[];
  return { type: "object", properties: Object.fromEntries(required.map((name) => [name, typeOnly(properties[name] as JsonSchema)])), required };
}

/** The property's type when it has just one; anything else is left open. */
function typeOnly({ type }: JsonSchema): JsonSchema {
  return typeof type === "string" ? { type } : {};
}
