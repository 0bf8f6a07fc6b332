import { type JsonSchema, jsonSchemaOf } from "../shared/json-schema.ts";
import type { Tool } from "./tool.ts";

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
    inputSchema: jsonSchemaOf(input, { brief: true }),
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

/**
 * What every answer has. A good one has more, which the reference tells and its text shows; an error has `error` instead, and clients of the
 * SDK's first line hold every answer against this schema, errors too.
 */
const OUTPUT_SCHEMA: ListedTool["outputSchema"] = {
  type: "object",
  properties: { schema: { type: "number" } },
  required: ["schema"],
};
