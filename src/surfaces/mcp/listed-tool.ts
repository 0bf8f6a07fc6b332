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
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
}

/**
 * A tool as clients are told of it. Every byte of it stands in each conversation's context, so: of the input what a model needs to
 * call it (bounds are checked, and named by the error), of the output what errors have, too.
 */
export function listedTool({ name, description, input, behaviour }: Tool): ListedTool {
  const { readOnly = false, destructive = false, idempotent = false } = behaviour;
  return {
    name,
    description,
    inputSchema: withoutBounds(z.toJSONSchema(input, { io: "input" })) as ListedTool["inputSchema"],
    outputSchema: OUTPUT_SCHEMA,
    // A tool that is read-only needs no word on destruction or repetition; the protocol's defaults are `destructive` and not `idempotent`.
    annotations: {
      ...(readOnly
        ? { readOnlyHint: true }
        : { destructiveHint: destructive, ...(idempotent && { idempotentHint: true }) }),
      openWorldHint: false,
    },
  };
}

const BOUNDS = new Set(["$schema", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"]);

/** A text or a list of texts, which is said shorter with two types. */
const ONE_OR_MANY = JSON.stringify([{ type: "string" }, { type: "array", items: { type: "string" } }]);

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = schema as JsonSchema;
  if (JSON.stringify(withoutBounds(anyOf ?? null)) === ONE_OR_MANY)
    return { ...(withoutBounds(rest) as JsonSchema), type: ["string", "array"], items: { type: "string" } };
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      (BOUNDS.has(key) && typeof value !== "object") || value === "" ? [] : [[key, withoutBounds(value)]],
    ),
  );
}

/**
 * What every answer has. A good one has more, which the reference tells and its text shows; an error has `error` instead, and clients of the
 * SDK's first line hold every answer against this schema, errors too.
 */
const OUTPUT_SCHEMA: ListedTool["outputSchema"] = {
  type: "object",
  properties: { schema: { type: "number" } },
  required: ["schema"],
};
