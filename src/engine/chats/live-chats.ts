import { identityKey } from "../../embedding/identity.ts";
import { indexMessage } from "../../ingest/chats/index-message.ts";
import { LiveChat, type NewMessage } from "../../ingest/chats/live-chat.ts";
import type { HeldLease } from "../../ingest/hold-lease.ts";
import { leaseName } from "../../ingest/lease-name.ts";
import { messageTime } from "../../ingest/chats/message-time.ts";
import { recipe } from "../../ingest/recipe.ts";
import { type Caller, visibleScopes } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Scope } from "../../model/scope.ts";
import type { Source } from "../../model/source.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import type { OpenedProject } from "../open-project.ts";
import { Turns } from "../turns.ts";
import { underLease } from "../under-lease.ts";
import { writingScope } from "../writing-scope.ts";
import { chatFile } from "./chat-place.ts";

/** A message as a chat application hands it over. */
export interface ChatMessage extends Omit<NewMessage, "time"> {
  /** ISO 8601 with zone; now by default. */
  readonly time?: string | undefined;
}

/** What became of a message. */
export interface AddedMessage {
  readonly chat: string;
  readonly id: string;
  readonly session: string;
  readonly scope: Scope;
  /** False when it had been said before: nothing changed. */
  readonly added: boolean;
  /** Its drawers: what a search that must not find it excludes. */
  readonly drawers: readonly string[];
}

/** Who says it. */
export interface AddMessageOptions {
  /** `owner` by default. A user's chats are his own; `public` has none. */
  readonly caller?: Caller;
  /** For the owner: who may see the chat; `admin` by default. A chat keeps the scope of its first message. */
  readonly scope?: string;
}

/** The chats that go on in a project. */
export interface LiveChats {
  /** Appends a message to its chat and indexes it: when this has resolved, every search finds it. @throws LociError `DUPLICATE`, `FORBIDDEN`, `USAGE`, `SCOPE_INVALID` */
  add(chat: string, message: ChatMessage, options?: AddMessageOptions): Promise<AddedMessage>;
  /** The drawers of a message that the caller may see; none when there is no such message. */
  drawersOf(chat: string, id: string, options?: { readonly caller?: Caller }): Promise<readonly string[]>;
}

/** Chats that are kept in memory, newest use last. */
const MOST_OPEN = 64;
/** How long another process may work on a chat before a message gives up, milliseconds. */
const PATIENCE_MS = 30_000;

const WITH_ZONE = /^\d{4}-.*T.*(?:Z|[+-]\d\d:\d\d)$/;

/** Opens the chats of a project. */
export function openLiveChats(project: OpenedProject): LiveChats {
  const { catalog, keeper, system, folder } = project;
  const open = new Map<string, LiveChat>();
  /** By chat: messages go in one after the other. */
  const turns = new Turns();

  const chatAt = (file: string): LiveChat => {
    const chat = open.get(file) ?? new LiveChat(file);
    open.delete(file);
    open.set(file, chat);
    for (const oldest of open.keys()) {
      if (open.size <= MOST_OPEN) break;
      if (!turns.has(oldest)) open.delete(oldest);
    }
    return chat;
  };

  const add = async (file: string, chat: string, message: ChatMessage, asked: Scope | null, caller: Caller): Promise<AddedMessage> => {
    const key = project.keyOf("chat", file);
    const work = async (lease: HeldLease): Promise<AddedMessage> => {
      const now = new Date(system.clock()).toISOString();
      const stored = await catalog.sources.get(key);
      const scope = (stored?.options.scope ?? asked ?? ownScope(caller)) as Scope;
      if (asked !== null && asked !== scope) throw new LociError("USAGE", `this chat's scope is '${scope}', not '${asked}'`, { hint: "leave the scope out, or use another chat" });
      const live = chatAt(file);
      const { message: kept, added } = await live.append({ ...message, time: message.time ?? now });
      const drawers = await keeper.use(async (index) => {
        const deps = await project.ingest(index);
        const options = { scope, wing: null, room: null, include: [], exclude: [], format: "jsonl" };
        if (stored === null) {
          const model = deps.provider === null ? null : identityKey(deps.provider.identity);
          if (deps.provider !== null) await index.setModelIdentity(identityKey(deps.provider.identity));
          const source: Source = { key, name: chat, kind: "chat", root: file, options, addedAt: now, lastRun: now, lastJob: null, checkedFrom: null, status: "ready", recipe: recipe(options, deps.settings, null, model) };
          await catalog.sources.put(source);
        }
        const source = { ...((await catalog.sources.get(key)) as Source), options: { ...options, ...stored?.options, scope } };
        // Said before and found: nothing to do. (Said and not found: the process was killed in between.)
        const present = added ? [] : await drawersIn(index, key, kept.session, kept.id, caller);
        return present.length > 0 ? present : await indexMessage(deps, live, kept, source, lease);
      });
      return { chat, id: kept.id, session: kept.session, scope, added, drawers };
    };
    return await underLease(project, leaseName("source", key), work, PATIENCE_MS);
  };

  return {
    async add(chat, message, { caller = "owner", scope } = {}) {
      const own = writingScope("chats", caller, scope);
      if (message.time !== undefined && (!WITH_ZONE.test(message.time) || messageTime(message.time) === null)) throw new LociError("USAGE", "a message's time is no ISO 8601 time", { hint: "use a time with zone, such as 2026-05-31T14:00:00Z" });
      const file = chatFile(folder.chats, chat, own);
      return await turns.run(file, () => add(file, chat, message, scope === undefined ? null : own, caller));
    },
    async drawersOf(chat, id, { caller = "owner" } = {}) {
      const file = chatFile(folder.chats, chat, ownScope(caller));
      const said = await chatAt(file).message(id);
      if (said === null) return [];
      return await keeper.use((index) => drawersIn(index, project.keyOf("chat", file), said.session, id, caller));
    },
  };
}

/** The scope of what a caller says. */
function ownScope(caller: Caller): Scope {
  return caller === "owner" || caller === "public" ? "admin" : caller;
}

async function drawersIn(index: SearchIndex, source: string, session: string, id: string, caller: Caller): Promise<readonly string[]> {
  const drawers = await index.documentDrawers({ source, path: session }, visibleScopes(caller));
  return drawers.filter(({ drawer }) => drawer.message?.ids.includes(id) === true).map(({ drawer }) => drawer.id);
}
