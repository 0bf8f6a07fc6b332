import { type JsonSchema, jsonSchemaOf } from "../shared/json-schema.ts";
import type { Tool } from "./tool.ts";

/** A tool as `tools/list` gives it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
}

/**
 * A tool as clients are told of it. Every byte of it stands in each conversation's context, so: of the input what a model needs to call it
 * (bounds are checked, and named by the error), each field of one type, since a client that knows no unions refuses the whole list; and no
 * schema of answers, which are text: clients that get both hand on the data alone.
 */
export function listedTool({ name, description, input, behaviour }: Tool): ListedTool {
  const { readOnly = false, destructive = false, idempotent = false } = behaviour;
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(input, { brief: true }),
    // A tool that is read-only needs no word on destruction or repetition; the protocol's defaults are `destructive` and not `idempotent`.
    annotations: {
      ...(readOnly
        ? { readOnlyHint: true }
        : { destructiveHint: destructive, ...(idempotent && { idempotentHint: true }) }),
      openWorldHint: false,
    },
  };
}
