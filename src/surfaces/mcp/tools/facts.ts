import { LociError, type ShownItem } from "../../../index.ts";
import {
  ASK_FACTS,
  CHANGE_FACTS,
  choice,
  FACTS_VERBS,
  type FactsVerb,
  LIST_FACTS,
  needed,
  optional,
  pick,
  TELL,
  terse,
} from "../../../model/requests/index.ts";
import { changeFacts, factsScope } from "../../shared/facts-requests.ts";
import { factsReportSchema } from "../../shared/schemas/facts.ts";
import type { Tool } from "../tool.ts";

/** Most lists that one call shows. */
const MAX_LISTS = 200;

const READS = ["ask", "list", "history"] as const;

// Every client reads every byte, so fields don't repeat the description.
const input = terse({
  op: needed(choice(["tell", ...READS, ...(Object.keys(FACTS_VERBS) as FactsVerb[])], "")),
  text: optional(TELL.text),
  ...pick(CHANGE_FACTS, ["topic", "value", "values", "item", "other", "rank", "chat", "messageId", "time"]),
  asOf: ASK_FACTS.asOf,
  scope: CHANGE_FACTS.scope,
  offset: LIST_FACTS.offset,
});

export const factsTool: Tool<typeof input> = {
  name: "facts",
  description:
    "Exact facts: ranked lists, favourites, birthdays, ports. tell stores the user's sentence, ask answers exactly or " +
    "says it isn't stored. Verbs take topic and rank, value(s), item, other; put sets one fact.",
  input,
  output: factsReportSchema,
  behaviour: { destructive: true },
  reads: ({ op }) => (READS as readonly unknown[]).includes(op),
  async run({ op, text, scope: named, asOf, offset = 0, ...given }, { project, caller }) {
    const { facts } = project;
    const reads = (READS as readonly string[]).includes(op);
    const scope = factsScope(caller, reads ? "read" : "write", named);
    if (Object.hasOwn(FACTS_VERBS, op)) {
      const changed = await changeFacts(facts, { ...given, op: op as FactsVerb }, scope);
      return { structured: changed, text: changed.text };
    }
    const { chat, messageId, time } = given;
    const speech = {
      ...(chat === undefined ? {} : { chat }),
      ...(messageId === undefined ? {} : { messageId }),
      ...(time === undefined ? {} : { time }),
    };
    if (op === "list") {
      const found = await facts.list(scope, { kind: "all", offset, limit: MAX_LISTS + 1 });
      const lists = found.slice(0, MAX_LISTS);
      const more = found.length > lists.length ? `\nThere are more: list with offset ${offset + MAX_LISTS}.` : "";
      return {
        structured: { lists },
        text:
          lists.length === 0
            ? "No facts are stored."
            : lists.map(({ topic, items }) => factsText(topic, items)).join("\n") + more,
      };
    }
    if (text === undefined)
      throw new LociError("USAGE", `facts: ${op} needs 'text'`, {
        hint: op === "history" ? "give the topic, as 'list' shows it" : "give the sentence as it was said",
      });
    if (op === "history") {
      const history = await facts.history(text, scope);
      return {
        structured: { history },
        text: history
          .map(({ at, sentence, undone }) => `${at}: ${sentence}${undone ? " (taken back)" : ""}`)
          .join("\n"),
      };
    }
    const result =
      op === "tell"
        ? await facts.tell(text, { ...speech, scope })
        : await facts.ask(text, {
            ...(chat === undefined ? {} : { chat }),
            scope,
            ...(asOf === undefined ? {} : { asOf }),
          });
    return {
      structured: result,
      text:
        result.text === ""
          ? "This is no statement or question of facts: use 'search', or the verbs set, add, put …"
          : result.text,
    };
  },
};

/** A list in one line. @example factsText("font", items) // "font: 1. Garamond 2. Futura" */
function factsText(topic: string, items: readonly ShownItem[]): string {
  return `${topic}: ${items.map(({ position, value }) => `${position}. ${value}`).join(" ")}`;
}
