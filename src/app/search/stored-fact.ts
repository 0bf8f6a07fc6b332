import { existsSync } from "node:fs";
import type { OpenedProject } from "../opened-project.ts";
import { callerOf } from "../../model/caller.ts";
import { example, hintOf, step } from "../../model/next-step.ts";
import type { Note } from "../../model/note.ts";
import type { SearchOptions } from "../../model/requests/index.ts";
import { factsScope } from "../facts/ask-by-caller.ts";

/** A longer question asks for no fact by its key. Characters. */
const LONGEST = 200;

/**
 * What a stored fact answers to the words of a search: it may stand in no passage. A secret is named, and not said.
 * Cost: none where no fact was ever stored; else that of a question to the facts.
 */
export async function storedFact(
  { facts, folder }: Pick<OpenedProject, "facts" | "folder">,
  query: string,
  { caller, asOf }: SearchOptions,
): Promise<readonly Note[]> {
  if (query.length > LONGEST || !existsSync(folder.factRecord)) return [];
  const scope = factsScope(callerOf(caller), "read");
  const { kind, text } = await facts.ask(query, { scope, asOf, isSearch: true });
  if (kind === undefined || kind === "not_stored" || kind === "out_of_range" || kind === "ambiguous") return [];
  return [
    {
      code: "FACT_STORED",
      message: `a stored fact answers it: ${text}`,
      ...hintOf(step`all of them: ${example("facts list")}`),
    },
  ];
}
