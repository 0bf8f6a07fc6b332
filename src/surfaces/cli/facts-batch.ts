import { LociError, type Project } from "../../index.ts";
import { checkRequest, FACTS_LINE, type Field, needed, TELL, type ValuesOf } from "../../model/requests/index.ts";
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

async function perform(project: Project, line: FactsLine, { caller }: Session): Promise<object> {
  const { op, project: _project, text, asOf, ...speech } = line;
  const { chat, scope } = speech;
  if (op === "delete-chat") {
    const deleted = wanted("chat", needed(TELL.chat), chat);
    return { deleted, lists: await project.forgetChatFacts(deleted, { caller }) };
  }
  const said = wanted("text", TELL.text, text);
  if (op === "tell") return await project.tellFacts(said, { ...speech, caller });
  return await project.askFacts(said, { chat, scope, asOf, caller });
}

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
