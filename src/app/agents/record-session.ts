import { fenceSigner } from "../fence-signer.ts";
import { isSigned } from "../../conversation/provenance/signed-nonce.ts";
import type { TranscriptItem } from "../../model/transcript-read.ts";
import type { OpenedProject } from "../opened-project.ts";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { isMachineWritten } from "../../conversation/record/machine-prompt.ts";
import { type RecordedMessage, RecordedSessions } from "../../conversation/record/recorded-sessions.ts";
import { LociError } from "../../model/error.ts";
import type { ReadPosition } from "../../model/transcript-read.ts";
import { rewritten } from "../../ingest/chats/cut-chat.ts";
import { isInside } from "../../ingest/source-key.ts";
import type { Source } from "../../model/source.ts";
import { ForgottenTexts } from "../palace/forgotten-texts.ts";
import { indexNow } from "../documents/index-now.ts";
import { minePaths } from "../documents/index-paths.ts";
import { openProjectRedaction } from "../redaction.ts";
import { underLease } from "../exclusive.ts";

/** What an agent's hook reports about a session. */
export interface AgentSession {
  /** The agent's name: letters, digits, hyphens. */
  readonly agent: string;
  readonly session: string;
  /** The agent's own record of it, read on from where the last call ended; null where there is none. */
  readonly transcript?: string | null | undefined;
  /** Messages of the payload itself. Messages without an id of their own get one that begins with `hook-`. */
  readonly messages?: readonly AgentMessage[] | undefined;
  /** Whether messages of other repositories are left out: hooks report a session to each project that it is about. */
  readonly routed?: boolean | undefined;
  /** SHA-256, hex, of prompts that the agent says a program wrote. */
  readonly machinePrompts?: readonly string[] | undefined;
}

/** A message of a payload. */
export interface AgentMessage {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  /** ISO 8601 with zone. */
  readonly time?: string | null | undefined;
  readonly subagent?: boolean | undefined;
}

/** What recording did. */
export interface RecordedSession {
  readonly agent: string;
  readonly added: number;
  /** Messages that had been recorded before. */
  readonly known: number;
}

/** Transcript formats by agent. Other agents send their messages in the payload. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ["claude-code", "claude-code"],
  ["codex", "codex"],
  ["gemini", "gemini"],
]);
/** Who may see what agents said. */
const SCOPE = "admin";
/** How long another process may record before this one gives up, milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Keeps what is new of a session, each message once, and indexes it. When this has resolved, every search finds it, and it stays when the
 * agent deletes its own record.
 *
 * @throws LociError `USAGE` for an agent's name that is none, `SOURCE_BUSY`, storage errors
 */
export async function recordSession(project: OpenedProject, report: AgentSession): Promise<RecordedSession> {
  const { agent } = report;
  if (!/^[a-z0-9][a-z0-9-]{0,40}$/u.test(agent))
    throw new LociError("USAGE", `'${agent.slice(0, 40)}' is no agent's name`, {
      hint: "use letters, digits and hyphens, such as claude-code",
    });
  const folder = join(project.folder.recorded, agent);
  const work = async (): Promise<RecordedSession> => {
    const sessions = new RecordedSessions(folder);
    const forgotten = new ForgottenTexts(project.folder.root);
    const machine = new Set([...(report.machinePrompts ?? []), ...knownMachinePrompts(folder)]);
    if ((report.machinePrompts ?? []).length > 0)
      await writeFileAtomically(machineFile(folder), `${[...machine].slice(-MAX_MACHINE_PROMPTS).join("\n")}\n`);
    const marked = (message: RecordedMessage): RecordedMessage =>
      message.role === "user" && (machine.has(sha256(message.text)) || isMachineWritten(message.text, null))
        ? { ...message, role: "system" }
        : message;
    const { chats: redact } = openProjectRedaction(project.settings);
    const kept = async (messages: readonly RecordedMessage[]): Promise<RecordedMessage[]> =>
      await Promise.all(
        messages.map(async (message) => ({ ...marked(message), text: (await redact(message.text)).text })),
      );
    let added = 0;
    let known = 0;
    const append = async (session: string, messages: readonly RecordedMessage[]): Promise<void> => {
      const told = (await kept(messages)).filter(({ text }) => !forgotten.has({ session, text }));
      const result = sessions.append(session, told);
      added += result.added;
      known += result.known;
    };
    const format = FORMATS.get(agent);
    const mined = format === undefined ? null : await minedBy(project, report.transcript ?? null, folder);
    if (mined !== null) {
      const job = await indexNow(project, "mine", [mined], {});
      await leaveToMine(project, sessions, folder, report.session);
      return { agent, added: job.messages?.added ?? 0, known: job.messages?.kept ?? 0 };
    }
    if (report.transcript !== undefined && report.transcript !== null && format !== undefined) {
      const read = await readNew(project, folder, report.transcript, format, report.routed === true);
      // Messages before the position are known, so of a session that is sent from its beginning only the new part is recorded.
      for (const [session, messages] of read.sessions) await append(session, messages);
      if (read.position !== null) await keepPosition(folder, report.transcript, read.position);
    }
    const own = (report.messages ?? []).filter(({ text }) => text !== "");
    if (own.length > 0) await append(report.session, await tellable(project, report.session, own));
    if (added > 0 || (known > 0 && (await project.catalog.sources.get(project.keyOf("chat", folder))) === null))
      await minePaths(project, [folder], { scope: SCOPE, format: "jsonl", include: ["*.jsonl"], wing: project.name });
    return { agent, added, known };
  };
  return await underLease(project, `record-${agent}`, work, PATIENCE_MS);
}

/** What a hook's payload tells, without Loci's own words. */
async function tellable(
  { home }: Pick<OpenedProject, "home">,
  session: string,
  messages: readonly AgentMessage[],
): Promise<readonly RecordedMessage[]> {
  const { withoutOwnWords } = await import("../../conversation/provenance/own-words.ts");
  const sign = fenceSigner(home);
  async function* content(): AsyncGenerator<TranscriptItem> {
    for (const { id, role, text, time = null, subagent } of messages)
      yield {
        session,
        id,
        role,
        ...(subagent === true && { marks: ["subagent" as const] }),
        text,
        author: null,
        time,
        caption: null,
      };
  }
  const kept: RecordedMessage[] = [];
  for await (const item of withoutOwnWords(content(), (nonce) => isSigned(nonce, sign))) {
    if ("skipped" in item || "titled" in item) continue;
    const { session: _, line: __, ...message } = item;
    kept.push(message);
  }
  return kept;
}

/** The source that already mines this transcript's folder. Recording the session as well would store it twice. */
async function minedBy(project: OpenedProject, transcript: string | null, folder: string): Promise<Source | null> {
  if (transcript === null || !existsSync(transcript)) return null;
  const real = realpathSync(transcript);
  const covers = ({ kind, root, options }: Source): boolean =>
    kind === "chat" &&
    root !== folder &&
    options.include.length + options.exclude.length === 0 &&
    (root === real || isInside(real, root));
  return (await project.catalog.sources.list()).find(covers) ?? null;
}

/** Empties the record of a session that was begun before its folder was mined; its messages are kept by that source. */
async function leaveToMine(
  project: OpenedProject,
  sessions: RecordedSessions,
  folder: string,
  session: string,
): Promise<void> {
  const file = sessions.fileOf(session);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const { cursors } = project.catalog;
  const key = project.keyOf("chat", folder);
  // Emptied on purpose: the run must not restore the messages as if the file had been cut off.
  await cursors.put(rewritten(key, "", size));
  await writeFileAtomically(file, "");
  await minePaths(project, [folder], { scope: SCOPE, format: "jsonl", include: ["*.jsonl"], wing: project.name });
  // Other sessions of this source are still to be mended when they are cut off.
  await cursors.put(rewritten(key, "", 0));
}

/** Reads what was added since the last call; the whole file where that can't be determined. */
async function readNew(
  project: OpenedProject,
  folder: string,
  path: string,
  format: string,
  routed: boolean,
): Promise<{ readonly sessions: ReadonlyMap<string, RecordedMessage[]>; readonly position: ReadPosition | null }> {
  const { transcripts } = await project.reading();
  const reader = await transcripts.reader(format);
  const sessions = new Map<string, RecordedMessage[]>();
  // Agents name the file before they write its first line.
  if (reader === null || !existsSync(path)) return { sessions, position: null };
  const since = positions(folder)[path] ?? null;
  const read = await reader(path, path, since);
  const projects = routed ? (await project.reading()).sessionProjects() : null;
  const worked = (await projects?.ofTranscript(path)) ?? [];
  let ours = worked.length === 0 || (worked.length === 1 && worked[0] === project.name);
  for await (const item of read.content) {
    if ("skipped" in item || "titled" in item || item.text === "") continue;
    if (item.workspace !== undefined && projects !== null)
      ours = (await projects.ofFolder(item.workspace)) === project.name;
    if (!ours) continue;
    const { session, id, role, marks, author, time, text, caption } = item;
    const list = sessions.get(session) ?? [];
    list.push({ id, role, ...(marks !== undefined && { marks }), author, time, text, caption });
    sessions.set(session, list);
  }
  return { sessions, position: read.position() };
}

const MAX_MACHINE_PROMPTS = 2_000;

function machineFile(folder: string): string {
  return join(folder, "machine-prompts");
}

function knownMachinePrompts(folder: string): readonly string[] {
  return existsSync(machineFile(folder))
    ? readFileSync(machineFile(folder), "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** How far each transcript was read. Losing it costs time, not messages: each is known by itself. */
function positions(folder: string): Readonly<Record<string, ReadPosition>> {
  const file = join(folder, "positions");
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, ReadPosition>;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return {};
    throw thrown;
  }
}

const MAX_POSITIONS = 500;

async function keepPosition(folder: string, path: string, position: ReadPosition): Promise<void> {
  const { [path]: _old, ...others } = positions(folder);
  const kept = Object.entries(others).slice(-MAX_POSITIONS);
  await writeFileAtomically(
    join(folder, "positions"),
    `${JSON.stringify({ ...Object.fromEntries(kept), [path]: position })}\n`,
  );
}
