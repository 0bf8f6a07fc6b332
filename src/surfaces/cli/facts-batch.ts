import { LociError, type Project } from "../../index.ts";
import { FACTS_VERBS, type FactsVerb } from "../../model/requests/index.ts";
import { changeFacts, type FactsChange } from "../shared/change-facts.ts";
import { factsScope } from "../shared/facts-scope.ts";
import { answerLines } from "./answer-lines.ts";
import { openLines } from "./open-lines.ts";
import { requireOwner, type Session } from "./session.ts";

/** One line of `loci facts --batch`. */
interface FactsLine {
  readonly op: string;
  readonly text: string;
  readonly topic: string;
  readonly chat?: string;
  readonly project?: string;
  readonly messageId?: string;
  readonly time?: string;
  readonly role?: string;
  readonly scope?: string;
  readonly asOf?: string;
}

/** A line with a structured verb. */
type ChangeLine = FactsLine & Omit<FactsChange, "op">;

const FIELDS = ["op", "text", "topic", "chat", "project", "messageId", "time", "role", "scope", "asOf"] as const;
const VERB_FIELDS = ["value", "item", "other"] as const;
const OPERATIONS = `tell, ask, route, list, show, history, delete-chat, ${Object.keys(FACTS_VERBS).join(", ")}`;

/**
 * Does one thing a line in one process; see `answerLines`.
 *
 * @param file a path, or `-` for standard input
 */
export async function runFactsBatch(session: Session, file: string): Promise<void> {
  const lines = await openLines(session.io, file);
  await session.withProject(async ({ loci, project: current }) => {
    const projects = new Map<string, Project>([[current.name, current]]);
    await answerLines(session, lines, async (line) => {
      const one = readLine(line);
      const name = one.project ?? current.name;
      const project = projects.get(name) ?? (await loci.project(name));
      projects.set(name, project);
      return await perform(project, one, session);
    });
  });
}

async function perform({ facts }: Project, one: FactsLine, session: Session): Promise<object> {
  const { text, topic, op, project: _project, scope: named, ...speech } = one;
  const verb = Object.hasOwn(FACTS_VERBS, op);
  const scope = factsScope(session.caller, op === "tell" || verb ? "write" : "read", named);
  if (verb) return await changeFacts(facts, { ...(one as ChangeLine), op: op as FactsVerb }, scope);
  switch (op) {
    case "tell":
      return await facts.tell(text, { ...speech, scope });
    case "ask":
      return await facts.ask(text, { ...speech, scope });
    case "route":
      return await facts.route(text, { ...speech, scope });
    case "list":
      return { lists: await facts.list(scope, { kind: "all" }) };
    case "show":
      return await facts.show(topic, scope, one.asOf);
    case "history":
      return { history: await facts.history(topic, scope) };
    case "delete-chat":
      requireOwner(session);
      if (one.chat === undefined)
        throw new LociError("USAGE", "delete-chat needs a chat", { hint: '{"op":"delete-chat","chat":"B"}' });
      return { deleted: one.chat, lists: await facts.deleteChat(one.chat) };
    default:
      throw new LociError("USAGE", `there is no operation '${op.slice(0, 80)}'`, { hint: `one of ${OPERATIONS}` });
  }
}

function readLine(line: string): FactsLine {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (cause) {
    throw new LociError("USAGE", "the line is not JSON", {
      hint: '{"op":"tell","text":"My favorite tea is sencha","chat":"A"}',
      cause,
    });
  }
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw new LociError("USAGE", "the line is not an object", { hint: '{"op":"tell","text":"…"}' });
  for (const [name, value] of Object.entries(read)) {
    if (name === "rank" && typeof value === "number") continue;
    if (name === "values" && Array.isArray(value) && value.every((one) => typeof one === "string")) continue;
    if (![...FIELDS, ...VERB_FIELDS].includes(name as (typeof FIELDS)[number]))
      throw new LociError("USAGE", `there is no field '${name.slice(0, 80)}'`, {
        hint: `fields are ${FIELDS.join(", ")}, and of the verbs ${VERB_FIELDS.join(", ")}, rank, values`,
      });
    if (typeof value !== "string")
      throw new LociError("USAGE", `the field '${name}' is not a string`, { hint: `write "${name}":"…"` });
  }
  if (["tell", "ask", "route"].includes(String((read as Partial<FactsLine>).op)) && !("text" in read))
    throw new LociError("USAGE", "the field 'text' is missing", {
      hint: '{"op":"tell","text":"My favorite tea is sencha"}',
    });
  const { op = "", text = "", topic = text, ...rest } = read as Partial<FactsLine>;
  return { op, text, topic, ...rest };
}
