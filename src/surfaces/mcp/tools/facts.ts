import { factsScope, LociError, type ListedFacts, storedLines } from "../../../index.ts";
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
import { localMinute } from "../../shared/wording.ts";
import type { Tool, ToolAnswer } from "../tool.ts";

/** Most lists that one call shows. */
const MAX_LISTS = 200;

// Every client reads every byte, so fields don't repeat the description.
const reading = terse({
  op: needed(choice(["ask", "list", "history"], "")),
  text: optional(ASK_FACTS.text),
  asOf: ASK_FACTS.asOf,
  chat: ASK_FACTS.chat,
  scope: CHANGE_FACTS.scope,
  offset: LIST_FACTS.offset,
});

export const factsTool: Tool<typeof reading> = {
  name: "facts",
  description:
    "Exact facts: ranked lists, favourites, birthdays, ports. ask answers a question exactly or says it isn't stored; list; history of a topic.",
  input: reading,
  behaviour: { readOnly: true },
  async run({ op, text, scope: named, asOf, chat, offset = 0 }, { project, caller }) {
    if (op === "list") {
      const scope = factsScope(caller, "read", named);
      const found = await project.facts({ offset, limit: MAX_LISTS + 1, unasked: true, scope, caller });
      const lists = found.slice(0, MAX_LISTS);
      if (lists.length === 0) return { lead: "No facts are stored." };
      return {
        stored: storedLines(lists.map(factsText)),
        tail: found.length > lists.length ? `There are more: list with offset ${offset + MAX_LISTS}.` : "",
      };
    }
    if (text === undefined) throw withoutText(op, op === "history" ? "the topic, as 'list' shows it" : "the question");
    if (op === "history") {
      const { history } = await project.factList(text, { scope: named, caller });
      return {
        stored: storedLines(
          history.map(({ at, sentence, undone }) => `${at}: ${sentence}${undone ? " (taken back)" : ""}`),
        ),
      };
    }
    const { text: answer } = await project.askFacts(text, { scope: named, chat, asOf, caller });
    const accesses = { kind: "told", ids: [], query: text } as const;
    return { ...said(answer, "This is no question of facts: use 'search'."), ...(answer !== "" && { accesses }) };
  },
};

const changing = terse({
  op: needed(choice(["tell", ...(Object.keys(FACTS_VERBS) as FactsVerb[])], "")),
  text: optional(TELL.text),
  ...pick(CHANGE_FACTS, ["topic", "value", "values", "item", "other", "rank", "chat", "time"]),
  scope: CHANGE_FACTS.scope,
});

export const changeFactsTool: Tool<typeof changing> = {
  name: "change_facts",
  description:
    "Change exact facts. tell stores the user's sentence (text); verbs take topic and rank, value(s), item, other; put sets one fact.",
  input: changing,
  behaviour: { destructive: true },
  async run({ op, text, ...given }, { project, caller }) {
    if (op !== "tell") return said((await project.changeFacts({ ...given, op }, { caller })).text, "Done.");
    const { chat, time, scope } = given;
    // Who may not write is told so first.
    factsScope(caller, "write", scope);
    if (text === undefined) throw withoutText(op, "the sentence as it was said");
    const result = await project.tellFacts(text, { scope, chat, time, caller });
    return said(result.text, "This is no statement of facts: use the verbs set, add, put …, or add_drawer.");
  },
};

const said = (text: string, otherwise: string): ToolAnswer =>
  text === "" ? { lead: otherwise } : { stored: storedLines(text.split("\n")) };

const withoutText = (op: string, what: string): LociError =>
  new LociError("USAGE", `facts: ${op} needs 'text'`, { hint: `give ${what}` });

/** A list in one line, with what was said since. @example "font: 1. Garamond 2. Futura" */
function factsText({ topic, items, later = [] }: ListedFacts): string {
  const since = later.map(({ sentence, time }) => ` (but since, ${localMinute(time).slice(0, 10)}: “${sentence}”)`);
  return `${topic}: ${items.map(({ position, value }) => `${position}. ${value}`).join(" ")}${since.join("")}`;
}
