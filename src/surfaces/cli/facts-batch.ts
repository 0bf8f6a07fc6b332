import { factsScope, LociError, type Project } from "../../index.ts";
import {
  ASK_FACTS,
  CHANGE_FACTS,
  checkRequest,
  FACTS_LINE,
  type Field,
  ONE_LIST,
  TELL,
  type ValuesOf,
} from "../../model/requests/index.ts";
import { answerLines, openLines } from "./answer-lines.ts";
import type { Session } from "./session.ts";

type FactsLine = ValuesOf<typeof FACTS_LINE>;

/** What an error names the request. */
const WHAT = { what: "the line" };

/**
 * Does one thing a line in one process; see `answerLines`.
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

async function perform(project: Project, line: FactsLine, session: Session): Promise<object> {
  const { op, scope: named, project: _project, text, topic = text, ...speech } = line;
  if (isChange(op)) {
    const { role: _role, asOf: _asOf, ...change } = speech;
    return await project.changeFacts({ ...change, scope: named, topic, op }, { caller: session.caller });
  }
  const { facts } = project;
  const scope = factsScope(session.caller, op === "tell" ? "write" : "read", named);
  switch (op) {
    case "tell":
      return await facts.tell(wanted("text", TELL.text, text), { ...speech, scope });
    case "ask":
      return await facts.ask(wanted("text", ASK_FACTS.text, text), { ...speech, scope });
    case "list":
      return { lists: await facts.list(scope, { kind: "all" }) };
    case "show":
      return await facts.show(wanted("topic", ONE_LIST.topic, topic), scope, line.asOf);
    case "history":
      return { history: await facts.history(wanted("topic", ONE_LIST.topic, topic), scope) };
  }
}

function isChange(op: FactsLine["op"]): op is ValuesOf<typeof CHANGE_FACTS>["op"] {
  return CHANGE_FACTS.op.choices?.includes(op) === true;
}

/** A field that this operation needs. */
function wanted(name: string, field: Field, value: string | undefined): string {
  checkRequest({ [name]: field }, { [name]: value }, WHAT);
  return value as string;
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
  return checkRequest(FACTS_LINE, read, WHAT);
}
