import { createHash } from "node:crypto";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isSigned } from "../../conversation/prompt/fence.ts";
import { isMachineWritten } from "../../conversation/provenance/own-words.ts";
import { makePrivateFolder } from "../../files/private-folder.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";
import { hasTranscripts, leaveWaiting, nameTranscript } from "../../ingest/chats/scan-chats.ts";
import { isInside } from "../../ingest/source-key.ts";
import { LociError } from "../../model/error.ts";
import { messageRole } from "../../model/message-role.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptItem, TranscriptMessage } from "../../model/transcript-read.ts";
import { indexNow } from "../documents/index-now.ts";
import { sourcesOf } from "../documents/sources-of.ts";
import { underLease } from "../exclusive.ts";
import type { OpenedProject } from "../opened-project.ts";
import { asKept } from "../redaction.ts";
import { wholeLines } from "../../files/plain-file.ts";

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

export interface AgentMessage {
  readonly id: string;
  readonly role: string;
  readonly text: string;
  /** ISO 8601 with zone. */
  readonly time?: string | null | undefined;
  readonly subagent?: boolean | undefined;
}

export interface RecordedSession {
  readonly agent: string;
  readonly added: number;
  /** Messages that had been recorded before. */
  readonly known: number;
}

/** Who may see what agents said. */
const SCOPE = "admin";
/** How long another process may record before this one gives up, milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Keeps what is new of a session, each message once, and indexes it. When this has resolved, every search finds it, and it stays when the
 * agent deletes its own record. A transcript in a folder that is mined goes on there.
 * @throws LociError `USAGE` for an agent's name that is none, `SOURCE_BUSY`, storage errors
 */
export async function recordSession(project: OpenedProject, report: AgentSession): Promise<RecordedSession> {
  const { agent, transcript = null } = report;
  if (!/^[a-z0-9][a-z0-9-]{0,40}$/u.test(agent))
    throw new LociError("USAGE", `'${agent.slice(0, 40)}' is no agent's name`, {
      hint: "use letters, digits and hyphens, such as claude-code",
    });
  const folder = join(project.folder.recorded, agent);
  const work = async (): Promise<RecordedSession> => {
    await keepProgrammed(folder, report.machinePrompts ?? []);
    const own = await tellable(project, report);
    if (own.length > 0) leaveWaiting(folder, own, project.system.clock());
    const isReadable = transcript !== null && hasTranscripts(agent);
    const mined = isReadable ? await minedBy(project, transcript) : null;
    if (isReadable && mined === null) nameTranscript(folder, transcript);
    const recorded = own.length > 0 || mined === null ? [await sourceOf(project, folder, report)] : [];
    const job = await indexNow(
      project,
      { kind: "mine", sources: [...recorded, ...(mined === null ? [] : [mined])] },
      {},
    );
    return { agent, added: job.messages?.added ?? 0, known: job.messages?.kept ?? 0 };
  };
  return await underLease(project, { name: `record-${agent}`, patience: PATIENCE_MS }, work);
}

/** The source of what hooks report of an agent. Of a session that is reported to several projects each takes its own messages. */
async function sourceOf(project: OpenedProject, folder: string, { routed = false }: AgentSession): Promise<Source> {
  makePrivateFolder(folder);
  const options = { scope: SCOPE, ...(routed && { route: "rest" as const }) };
  const [source] = await sourcesOf(project, { paths: [folder], kind: "mine" }, options);
  return source as Source;
}

/** What a hook's payload tells, without secrets and Loci's own words. */
async function tellable(
  project: Pick<OpenedProject, "facts" | "settings" | "sign">,
  { session, messages = [] }: AgentSession,
): Promise<readonly TranscriptMessage[]> {
  if (messages.length === 0) return [];
  const { withoutOwnWords } = await import("../../conversation/provenance/own-words.ts");
  async function* content(): AsyncGenerator<TranscriptItem> {
    for (const { id, role, text, time = null, subagent } of messages) {
      if (text === "") continue;
      const marks = [
        ...(subagent === true ? (["subagent"] as const) : []),
        ...(messageRole(role) === "user" && isMachineWritten(text, null) ? (["machine"] as const) : []),
      ];
      yield { session, id, role, ...(marks.length > 0 && { marks }), text, author: null, time, caption: null };
    }
  }
  const kept: TranscriptMessage[] = [];
  for await (const item of withoutOwnWords(content(), (nonce) => isSigned(nonce, project.sign))) {
    if ("skipped" in item || "titled" in item) continue;
    kept.push({ ...item, text: await asKept(project, item.text) });
  }
  return kept;
}

/** The source that already mines this transcript's folder. Recording the session as well would store it twice. */
async function minedBy(project: Pick<OpenedProject, "catalog">, transcript: string): Promise<Source | null> {
  if (!existsSync(transcript)) return null;
  const real = realpathSync(transcript);
  const covers = ({ kind, root, options }: Source): boolean =>
    kind === "chat" && options.include.length + options.exclude.length === 0 && (root === real || isInside(real, root));
  return (await project.catalog.sources.list()).find(covers) ?? null;
}

/** Hashes of prompts that an agent said a program wrote, the last ones, in the folder of what its hooks report. */
const FILE = "machine-prompts";
const MAX_PROMPTS = 2_000;

/** Keeps more of them. @param hashes SHA-256, hex */
async function keepProgrammed(folder: string, hashes: readonly string[]): Promise<void> {
  const known = new Set([...hashesIn(folder), ...hashes]);
  if (hashes.length > 0)
    await writeFileAtomically(join(folder, FILE), `${[...known].slice(-MAX_PROMPTS).join("\n")}\n`);
}

/** Whether a hook of any agent said that a program wrote a prompt. @param recorded the project's folder of what hooks report */
export function programmedPrompts(recorded: string): (prompt: string) => boolean {
  const agents = existsSync(recorded) ? readdirSync(recorded) : [];
  const known = new Set(agents.flatMap((agent) => hashesIn(join(recorded, agent))));
  return (prompt) => known.size > 0 && known.has(createHash("sha256").update(prompt).digest("hex"));
}

const hashesIn = (folder: string): readonly string[] => wholeLines(join(folder, FILE));
