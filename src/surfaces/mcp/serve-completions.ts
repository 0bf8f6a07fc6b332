import type { CompleteResult } from "@modelcontextprotocol/server";
import { choice, given, needed, object, text } from "../../model/requests/index.ts";
import { LociError } from "../../index.ts";
import type { OpenPalace } from "./served-project.ts";
import { findPrompt } from "./prompts/prompts.ts";
import { type PalaceResource, RESOURCES } from "./resources/resources.ts";
import { type Served, serveRequest } from "./serve-request.ts";

/** The protocol's own limit. */
const MAX_VALUES = 100;

const COMPLETE = {
  ref: needed(
    object(
      {
        type: needed(choice(["ref/resource", "ref/prompt"], "")),
        uri: text(2_000, ""),
        name: text(200, ""),
        title: text(2_000, ""),
      },
      "",
    ),
  ),
  argument: needed(object({ name: needed(text(200, "")), value: needed(text(20_000, "")) }, "")),
  context: given("object"),
};

/** Completes the variable of a resource's URI, and a prompt's argument that is named like a kind of resource. */
export function serveCompletions(served: Served, palace: OpenPalace): void {
  serveRequest(
    served,
    { method: "completion/complete", params: COMPLETE },
    async ({ ref, argument }, { mcpReq: { signal } }): Promise<CompleteResult> => {
      const resource =
        ref.type === "ref/resource" ? resourceAt(ref.uri ?? "") : resourceOf(ref.name ?? "", argument.name);
      const values = (await resource?.complete(argument.value, await palace(signal))) ?? [];
      return {
        completion: {
          values: values.slice(0, MAX_VALUES),
          total: values.length,
          hasMore: values.length > MAX_VALUES,
        },
      };
    },
  );
}

function resourceAt(uri: string): PalaceResource {
  const found = RESOURCES.find(({ uriTemplate }) => uriTemplate === uri);
  if (found === undefined)
    throw new LociError("USAGE", `there is no resource template '${uri.slice(0, 200)}'`, {
      hint: `templates are ${RESOURCES.map(({ uriTemplate }) => uriTemplate).join(", ")}`,
    });
  return found;
}

/** Null: the argument is anything that a person writes. */
function resourceOf(name: string, argument: string): PalaceResource | null {
  const isKnown = findPrompt(name).arguments.some((one) => one.name === argument);
  return (isKnown ? RESOURCES.find((one) => one.name === argument) : undefined) ?? null;
}
