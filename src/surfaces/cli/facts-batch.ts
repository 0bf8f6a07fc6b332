import { createReadStream } from "node:fs";
import { type Loci, LociError, type Project, type Scope } from "../../index.ts";
import { EXIT } from "../shared/error-table.ts";
import { errorBody } from "../shared/error-body.ts";
import { readLines } from "./read-lines.ts";
import type { Session } from "./session.ts";

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
}

const FIELDS = ["op", "text", "topic", "chat", "project", "messageId", "time", "role"] as const;
const OPERATIONS = "tell, ask, route, list, show, history, undo, delete-chat";

/**
 * Does one thing a line, an answer a line, in order, in one process. A line that can't be read or done gets an error with its
 * number in its place, and the rest goes on; the command then ends with status 1.
 *
 * @param file a path, or `-` for standard input
 * @param scope whose lists
 */
export async function runFactsBatch(session: Session, file: string, scope: Scope): Promise<void> {
  const { io } = session;
  const lines = readLines(file === "-" ? io.input : createReadStream(file), file);
  await session.withProject(async ({ loci, project }) => {
    const projects = new Map<string, Project>([[project.name, project]]);
    let number = 0;
    for await (const line of lines) {
      number++;
      if (typeof line === "string" && line.trim() === "") continue;
      const answer = await answerLine(line, loci, project, projects, scope, number);
      if ("error" in answer) session.status = EXIT.NOTHING_OR_PARTIAL;
      if (!(await session.json(answer))) return;
      if (io.signal.aborted) throw new LociError("CANCELLED", `cancelled after ${number} lines`);
    }
  });
}

async function answerLine(line: string | LociError, loci: Loci, current: Project, projects: Map<string, Project>, scope: Scope, number: number): Promise<object> {
  try {
    if (line instanceof LociError) throw line;
    const one = readLine(line);
    const name = one.project ?? current.name;
    const project = projects.get(name) ?? (await loci.project(name));
    projects.set(name, project);
    return await perform(project, one, scope);
  } catch (thrown) {
    if (thrown instanceof LociError && thrown.code === "CANCELLED") throw thrown;
    return { line: number, error: errorBody(thrown) };
  }
}

async function perform({ facts }: Project, one: FactsLine, scope: Scope): Promise<object> {
  const { text, topic, op: _op, project: _project, ...speech } = one;
  switch (one.op) {
    case "tell":
      return await facts.tell(text, { ...speech, scope });
    case "ask":
      return await facts.ask(text, { ...speech, scope });
    case "route":
      return await facts.route(text, { ...speech, scope });
    case "list":
      return { lists: await facts.list(scope) };
    case "show":
      return await facts.show(topic, scope);
    case "history":
      return { history: await facts.history(topic, scope) };
    case "undo":
      return await facts.undo({ ...speech, scope });
    case "delete-chat":
      if (one.chat === undefined) throw new LociError("USAGE", "delete-chat needs a chat", { hint: '{"op":"delete-chat","chat":"B"}' });
      return { deleted: one.chat, lists: await facts.deleteChat(one.chat) };
    default:
      throw new LociError("USAGE", `there is no operation '${one.op.slice(0, 80)}'`, { hint: `one of ${OPERATIONS}` });
  }
}

function readLine(line: string): FactsLine {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (cause) {
    throw new LociError("USAGE", "the line is not JSON", { hint: '{"op":"tell","text":"My favorite tea is sencha","chat":"A"}', cause });
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) throw new LociError("USAGE", "the line is not an object", { hint: '{"op":"tell","text":"…"}' });
  for (const [name, value] of Object.entries(read)) {
    if (!(FIELDS as readonly string[]).includes(name)) throw new LociError("USAGE", `there is no field '${name.slice(0, 80)}'`, { hint: `fields are ${FIELDS.join(", ")}` });
    if (typeof value !== "string") throw new LociError("USAGE", `the field '${name}' is not a string`);
  }
  if (["tell", "ask", "route"].includes(String((read as Partial<FactsLine>).op)) && !("text" in read)) throw new LociError("USAGE", "the field 'text' is missing", { hint: '{"op":"tell","text":"My favorite tea is sencha"}' });
  const { op = "", text = "", topic = text, ...rest } = read as Partial<FactsLine>;
  return { op, text, topic, ...rest };
}
