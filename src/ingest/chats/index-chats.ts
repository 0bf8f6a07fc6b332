import { example, hintOf, step } from "../../model/next-step.ts";
import { LociError } from "../../model/error.ts";
import type { Document } from "../../model/drawer.ts";
import type { Scope } from "../../model/caller.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import { isInside, toolOf } from "../source-key.ts";
import { keptFolder, KeptSessions } from "../kept/kept-sessions.ts";
import type { KeptSession } from "../kept/kept-session.ts";
import type { SourceRun } from "../source-run.ts";
import { restored, storedMessages } from "./cut-chat.ts";
import { indexLiveChats } from "./index-live-chat.ts";
import type { DocumentDraft } from "../document-draft.ts";
import { sessionDocument } from "./session-document.ts";
import { ToldOnce } from "../kept/told-once.ts";
import type { Elsewhere } from "./place-conversation.ts";
import { isRecorded } from "./scan-chats.ts";
import { takeInTranscripts } from "./take-in.ts";

/**
 * Brings a chat source up to date, in two steps. First what its transcripts hold is taken into the sessions that are kept in the data folder
 * (`KeptSessions`): only files that changed are opened, and one that grew is read on from where the last run ended. Then those sessions
 * are indexed whose kept file isn't the one that the index knows.
 *
 * What was taken in once is truth: a transcript that is gone, or a source that is gone altogether, takes nothing along.
 * @throws what ends the whole source, as `indexFiles` does
 */
export async function indexChats(run: SourceRun): Promise<void> {
  const { deps, source, tally } = run;
  // Chats that go on in Loci are files of its own.
  const records = isRecorded(source, deps);
  if (!records && deps.ownFolder !== null && isInside(source.root, deps.ownFolder)) return await indexLiveChats(run);
  tally.ofChats();
  run.onProgress("scanning", 0, 0);
  const kept = new KeptSessions(keptFolder(deps.sessions, source.key));
  run.onReturn(() => kept.readAgain());
  for (const document of run.known.values()) await restoreKept(run, kept, document);
  const elsewhere = await takeIn(run, kept);
  kept.save();
  for (const { owner, sessions, paths } of elsewhere) {
    sessions.save();
    // Before their drawers stand elsewhere.
    run.writer.remove(
      [...paths].filter((path) => !sessions.summary(path)?.messages).map((path) => ({ source: owner.key, path })),
    );
  }
  // Read when all that is told is kept; whoever else claims meanwhile comes first.
  const once = new ToldOnce(deps.sessions);
  run.onReturn(() => once.readAgain());
  await indexKept(run, kept, once);
  for (const { owner, sessions, paths } of elsewhere) {
    for (const path of paths) {
      const session = sessions.load(path);
      if (session !== null && session.messages.length > 0)
        await writeSession({ ...run, source: owner, scope: run.scope }, { kept: sessions, once }, session);
    }
  }
  once.save();
  await run.writer.flush();
}

/** Gives a session whose file lost its end, or is damaged, what the index still holds of it. */
async function restoreKept(run: SourceRun, kept: KeptSessions, { source, path, ...was }: Document): Promise<void> {
  const stat = kept.stat(path);
  const summary = kept.summary(path);
  const isAsIndexed = !run.readAll && stat?.bytes === was.bytes && stat.modifiedAt === was.modifiedAt;
  if (stat === null || summary === null || isAsIndexed || !kept.isCut(path)) return;
  const messages = (await storedMessages(run.deps.index, { source, path })) ?? [];
  const header = { path, session: summary.session, identity: summary.identity };
  const reading = { header, messages, title: null, file: summary.files[0] ?? "", counts: "more" } as const;
  const { added } = kept.take(path, reading);
  run.tally.notes.push(restored(kept.file(path), added));
}

/** Nothing where the source is gone and its sessions are all that is left of it. */
async function takeIn(run: SourceRun, kept: KeptSessions): Promise<readonly Elsewhere[]> {
  try {
    return await takeInTranscripts(run, kept);
  } catch (thrown) {
    const paths = kept.paths();
    const missing = thrown instanceof LociError && thrown.code === "PATH_NOT_FOUND";
    if (!missing || paths.length === 0) throw thrown;
    run.tally.ofChats().kept += paths.reduce((sum, path) => sum + (kept.summary(path)?.messages ?? 0), 0);
    run.tally.notes.push({
      code: "SOURCE_GONE",
      message: `'${run.source.root}' is gone; what was mined from it is kept (${paths.length} ${paths.length === 1 ? "session" : "sessions"})`,
      ...hintOf(step`nothing is lost; to forget it: ${example("sources rm", run.source.key)}`),
    });
    return [];
  }
}

/** Indexes the kept sessions that changed, and takes out documents that aren't kept any more. */
async function indexKept(run: SourceRun, kept: KeptSessions, once: ToldOnce): Promise<void> {
  const stale = new Map([...run.known].map(([path, { contentHash }]) => [path, contentHash]));
  const paths = kept.paths();
  for (const [done, path] of paths.entries()) {
    run.signal?.throwIfAborted();
    await run.writer.pass();
    run.onProgress("embedding", done, paths.length);
    const stat = kept.stat(path);
    if (stat === null) continue;
    const document = run.known.get(path);
    if (!run.readAll && document?.bytes === stat.bytes && document.modifiedAt === stat.modifiedAt) {
      stale.delete(path);
      continue;
    }
    const session = kept.load(path);
    if (session === null || session.messages.length === 0) continue;
    stale.delete(path);
    // Drafting a session is work without a wait: whoever else asks this process something has a turn between two.
    await new Promise(setImmediate);
    await writeSession(run, { kept, once }, session);
  }
  // What others have written meanwhile stays.
  const left = [...stale].filter(([path, hash]) => run.known.get(path)?.contentHash === hash);
  run.writer.remove(left.map(([path]) => ({ source: run.source.key, path })));
  run.onProgress("writing", paths.length, paths.length);
  await run.writer.flush();
}

async function writeSession(
  run: SourceRun,
  { kept, once }: { readonly kept: KeptSessions; readonly once: ToldOnce },
  session: KeptSession,
): Promise<void> {
  const { deps, source } = run;
  const { path, identity } = session.header;
  const scope = (source.options.scope ?? run.scope.given) as Scope;
  const { bytes, modifiedAt } = kept.stat(path) ?? { bytes: 0, modifiedAt: 0 };
  const elsewhere = once.claim(source.key, session, scope);
  const draft = sessionDocument({
    messages: session.messages,
    title: session.title?.title ?? null,
    dayOf: deps.dayOf,
    path,
    bytes,
    modifiedAt,
    source: toolOf(source.root) !== null ? { ...source, name: "" } : source,
    // One file is no subject of its own; a folder's name may be one.
    ...(isExport(source.name) && { subject: deps.project }),
    scope,
    settings: deps.settings,
    place: deps.place,
    project: projectOf(run, session.messages) ?? (isRecorded(source, deps) ? deps.project : null),
    identity,
    elsewhere,
  });
  await run.writer.add(identity === null ? draft : await withoutStored(run, draft));
  // What a new session repeats is counted as kept: it stands with the first that told it.
  const count = run.tally.ofChats();
  const again = run.known.has(path) ? 0 : Math.min(count.added, elsewhere.size);
  [count.added, count.kept] = [count.added - again, count.kept + again];
}

/** A session without the drawers that stand in another one, as where the claims were lost. One that isn't kept any more gives them up. */
async function withoutStored({ deps, writer }: SourceRun, draft: DocumentDraft): Promise<DocumentDraft> {
  const ids = draft.drawers.map(({ drawer }) => drawer.id);
  const { source, path } = draft.document;
  const stored = new Set<string>();
  for (const { drawer, document } of await deps.index.get(ids, "all")) {
    if (document.source === source && document.path === path) continue;
    const isKept = new KeptSessions(keptFolder(deps.sessions, document.source)).summary(document.path) !== null;
    if (isKept) stored.add(drawer.id);
    else writer.remove([{ source: document.source, path: document.path }]);
  }
  return stored.size === 0
    ? draft
    : { ...draft, drawers: draft.drawers.filter(({ drawer }) => !stored.has(drawer.id)) };
}

const isExport = (name: string): boolean => /\.(?:jsonl|json|ndjson|zip|txt|md|markdown)$/iu.test(name);

/** The project that a session was about: that of the folder in which its tool first worked, which may be gone. */
function projectOf({ deps }: SourceRun, messages: readonly TranscriptMessage[]): string | null {
  const folder = messages.find(({ workspace }) => workspace !== undefined)?.workspace;
  // One of another machine may be spelt in another system's way.
  return folder === undefined ? null : deps.sessionWing(folder);
}
