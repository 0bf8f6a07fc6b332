import type { OpenedProject } from "../opened-project.ts";
import { identityKey } from "../../embedding/port.ts";
import { indexMessage } from "../../ingest/chats/index-live-chat.ts";
import { LiveChat, type NewMessage } from "../../ingest/chats/live-chat.ts";
import { type HeldLease, leaseName } from "../../ingest/hold-lease.ts";
import { fingerprintOf } from "../../ingest/fingerprint.ts";
import type { VisibleScopes, Scope } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Source } from "../../model/source.ts";
import type { TranscriptMessage } from "../../model/transcript-read.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { type CutChat, cutChat, restoreChat } from "../../ingest/chats/cut-chat.ts";
import { Turns, underLease } from "../exclusive.ts";

/** The result of writing a message to its file and the index. */
export interface WrittenMessage {
  readonly message: TranscriptMessage;
  readonly added: boolean;
  readonly scope: Scope;
  readonly drawers: readonly string[];
}

export interface MessagePlace {
  /** Absolute, `messages.jsonl` or the file of notes. */
  readonly file: string;
  readonly name: string;
  /** Null: as the file's source has it, else `otherwise`. */
  readonly scope: Scope | null;
  readonly otherwise: Scope;
}

export type MessageWriter = ReturnType<typeof messageWriter>;

interface Writing {
  readonly place: MessagePlace;
  readonly message: NewMessage;
  readonly then: ((written: WrittenMessage) => Promise<void>) | undefined;
}

/** How long another process may work on a chat before a message gives up, milliseconds. */
const PATIENCE_MS = 30_000;
/** Characters of one message that are indexed here at once, in some 50 ms; and of a session, of which all but the newest is known already. */
const SHORT = { message: 40_000, session: 200_000 };

/** @param dayOf the day of a time, as the project counts days */
export function messageWriter(project: OpenedProject, dayOf: (time: string) => string) {
  const { catalog, indexHandle, system, settings } = project;
  /** By file: messages go in one after the other. */
  const turns = new Turns();

  const open = (file: string): LiveChat =>
    new LiveChat({ file, source: project.keyOf("chat", file), cursors: catalog.cursors, dayOf });

  const index = async (
    { searched, lease }: { readonly searched: SearchIndex; readonly lease: HeldLease },
    { file, name }: MessagePlace,
    { message: kept, added, scope }: Omit<WrittenMessage, "drawers">,
  ): Promise<{ readonly drawers: readonly string[]; readonly rest?: Source }> => {
    const key = project.keyOf("chat", file);
    const stored = await catalog.sources.get(key);
    const deps = await project.ingest(searched);
    const options = { scope, wing: null, room: null, include: [], exclude: [], format: "jsonl" };
    if (stored === null) {
      const now = new Date(system.clock()).toISOString();
      const model = deps.provider === null ? null : identityKey(deps.provider.identity);
      if (deps.provider !== null) await searched.setModelIdentity(identityKey(deps.provider.identity));
      await catalog.sources.put({
        key,
        name,
        kind: "chat",
        root: file,
        options,
        addedAt: now,
        lastRun: now,
        lastJob: null,
        checkedFrom: null,
        status: "ready",
        recipe: fingerprintOf(options, deps.settings, { project: null, model }),
      });
    }
    const source = {
      ...((await catalog.sources.get(key)) as Source),
      options: { ...options, ...stored?.options, scope },
    };
    // Stored and indexed before: nothing to do. (Stored but not indexed: the process was killed in between.)
    const present = added ? [] : await drawersIn(searched, { source: key, session: kept.session, id: kept.id }, "all");
    if (present.length > 0) return { drawers: present };
    const chat = open(file);
    const messages = await chat.session(kept.session);
    const lengths = messages.map(({ text }) => text.length);
    const isLong =
      Math.max(0, ...lengths) > SHORT.message || lengths.reduce((sum, one) => sum + one, 0) > SHORT.session;
    if (isLong && project.background.elsewhere) return { drawers: [], rest: source };
    return { drawers: await indexMessage(deps, { chat, messages, message: kept }, { source, lease }) };
  };

  /** Appends it to its file, unless that was done, and gives it to the index where that can be reached. */
  const writeAlone = async (
    { place, message, then }: Writing,
    searched: SearchIndex | null,
    lease: HeldLease,
  ): Promise<WrittenMessage & { readonly rest?: Source }> => {
    const stored = await catalog.sources.get(project.keyOf("chat", place.file));
    const scope = (stored?.options.scope ?? place.scope ?? place.otherwise) as Scope;
    if (place.scope !== null && place.scope !== scope)
      throw new LociError("USAGE", `this chat's scope is '${scope}', not '${place.scope}'`, {
        hint: "leave the scope out, or use another chat",
      });
    const chat = open(place.file);
    if (stored !== null && searched !== null && (await chat.isOther()))
      await repairCut(project, searched, { ...stored, root: place.file });
    const kept = { ...(await chat.append(message)), scope };
    const isIndexed = settings.chat.index_messages && searched !== null;
    const written = { ...kept, ...(isIndexed ? await index({ searched, lease }, place, kept) : { drawers: [] }) };
    await then?.(written);
    return written;
  };

  const write = async (asked: Writing): Promise<WrittenMessage> => {
    const name = leaseName("source", project.keyOf("chat", asked.place.file));
    const writing = (searched: SearchIndex | null): ReturnType<typeof writeAlone> =>
      underLease(project, { name, patience: PATIENCE_MS }, (lease) => writeAlone(asked, searched, lease));
    let reached = false;
    try {
      const { rest, ...written } = await indexHandle.use((searched) => {
        reached = true;
        return writing(searched);
      });
      if (rest === undefined) return written;
      await project.background.run({ id: system.newId(), kind: "mine", sources: [rest] }, {});
      const { session, id } = written.message;
      const drawers = await indexHandle.use((one) => drawersIn(one, { source: rest.key, session, id }, "all"));
      return { ...written, drawers };
    } catch (thrown) {
      if (reached) throw thrown;
      // An index that can't be opened keeps no message from its file.
      const written = await writing(null);
      if (settings.chat.index_messages) throw thrown;
      return written;
    }
  };

  return {
    /** @param then runs while nobody else writes to the file. @throws LociError `DUPLICATE`, `USAGE` */
    write: (place: MessagePlace, message: NewMessage, then?: (written: WrittenMessage) => Promise<void>) =>
      turns.run(place.file, () => write({ place, message, then })),
    /** Queues by file: operations on a chat run one after the other. */
    turns,
    open,
    async scopeOf(file: string): Promise<Scope | null> {
      return (await catalog.sources.get(project.keyOf("chat", file)))?.options.scope ?? null;
    },
  };
}

export async function drawersIn(
  index: SearchIndex,
  { source, session, id }: { readonly source: string; readonly session: string; readonly id: string },
  visible: VisibleScopes,
): Promise<readonly string[]> {
  const drawers = await index.documentDrawers({ source, path: session }, visible);
  return drawers.filter(({ drawer }) => drawer.message?.ids[0] === id).map(({ drawer }) => drawer.id);
}

/**
 * Restores the cut-off end of a chat's file from the index, before anything is removed from it or appended to it.
 * Cost: one look at the file's size and the chat's documents where it wasn't cut.
 */
export async function repairCut(project: OpenedProject, index: SearchIndex, { key, root }: Source): Promise<void> {
  const cut = await lostEnd(project, index, { key, root });
  if (cut !== null) project.indexHandle.note(restoreChat(root, cut));
}

/** The cut-off end of a chat's file; null where nothing is missing. */
export async function lostEnd(
  { catalog: { cursors } }: Pick<OpenedProject, "catalog">,
  index: SearchIndex,
  { key, root }: Pick<Source, "key" | "root">,
): Promise<CutChat | null> {
  return await cutChat({ file: root, path: null, documents: await index.documents(key), index, source: key, cursors });
}
