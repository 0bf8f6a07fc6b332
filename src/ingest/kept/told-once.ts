import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writing } from "../../model/error.ts";
import { hasNoId, isRandomId, messageKey } from "../chats/session-document.ts";
import type { KeptSession } from "./kept-session.ts";
import { keptSources, KeptSessions } from "./kept-sessions.ts";

/** Bytes of a hash: a claim is the message's and the session's. */
const HASH = 12;
/** How far the times of one message may differ between two copies of its session, milliseconds. */
const SAME_TIME_MS = 120_000;

/**
 * Which kept session of a project tells a message first: that one has its drawers, however many forked, resumed and copied sessions tell it
 * again. A message is known by its tool and random entry id; without one by its place in the chain: what its session said up to it, and when
 * the session began.
 *
 * `claims` in the project's folder is a cache, append only, first come first: where it is lost, the next sessions that are indexed claim anew. What
 * a session claimed that isn't kept any more is anybody's.
 */
export class ToldOnce {
  readonly #file: string;
  readonly #owners = new Map<string, string>();
  readonly #folder: string;
  #fresh: string[] = [];

  /** @param sessions the project's folder of sessions */
  constructor(sessions: string) {
    this.#folder = sessions;
    this.#file = join(dirname(sessions), "claims");
    this.readAgain();
  }

  /** Takes what others have claimed meanwhile. Cost: the states of all kept sources, and 24 bytes a message. */
  readAgain(): void {
    this.save();
    this.#owners.clear();
    const live = new Set<string>();
    for (const name of keptSources(this.#folder))
      for (const path of new KeptSessions(join(this.#folder, name)).paths()) live.add(ownerOf(name, path));
    const bytes = existsSync(this.#file) ? readFileSync(this.#file) : Buffer.alloc(0);
    for (let at = 0; at + 2 * HASH <= bytes.length; at += 2 * HASH) {
      const owner = bytes.toString("latin1", at + HASH, at + 2 * HASH);
      const key = bytes.toString("latin1", at, at + HASH);
      if (live.has(owner) && !this.#owners.has(key)) this.#owners.set(key, owner);
    }
  }

  /**
   * Claims the messages of a session that no other one tells; `save` makes it last.
   * @param source key of the source that keeps it
   * @returns those that another session has
   */
  claim(
    source: string,
    { header, messages }: KeptSession,
    scope: string,
  ): ReadonlySet<KeptSession["messages"][number]> {
    const elsewhere = new Set<KeptSession["messages"][number]>();
    const { identity, path } = header;
    if (identity === null) return elsewhere;
    const own = ownerOf(source, path);
    // Copies of a conversation without ids are one kept session; what only begins alike is another one.
    let chain = hasNoId(identity) ? null : this.#beginning({ own, identity }, messages, scope);
    for (const message of messages) {
      chain = chain === null ? null : linked(chain, message);
      const key = isRandomId(message.id) ? hashed([scope, messageKey(identity, message.id)]) : chain;
      if (key === null) continue;
      const owner = this.#owners.get(key);
      if (owner === undefined) {
        this.#owners.set(key, own);
        this.#fresh.push(key + own);
      } else if (owner !== own) elsewhere.add(message);
    }
    return elsewhere;
  }

  /** @throws LociError `STORAGE_FAILED`, `STORAGE_FULL` */
  save(): void {
    if (this.#fresh.length === 0) return;
    writing(this.#file, () => {
      appendFileSync(this.#file, Buffer.from(this.#fresh.join(""), "latin1"), { mode: 0o600 });
      this.#fresh = [];
    });
  }

  /** The start of a session's chain; null where it can't be told from that of another one, or its entries have ids of their own. */
  #beginning(
    { own, identity }: { readonly own: string; readonly identity: string },
    messages: KeptSession["messages"],
    scope: string,
  ): string | null {
    const first = messages.find(({ id }) => !isRandomId(id));
    if (first === undefined || first.time === null) return null;
    const slot = Math.floor(Date.parse(first.time) / SAME_TIME_MS);
    const tool = identity.slice(0, identity.indexOf(" "));
    const starts = [slot, slot - 1, slot + 1].map((at) => hashed([scope, tool, String(at)]));
    const owners = starts.map((start) => this.#owners.get(linked(start, messages[0] ?? first)));
    const mine = owners.indexOf(own);
    return starts[Math.max(0, mine >= 0 ? mine : owners.findIndex((owner) => owner !== undefined))] as string;
  }
}

const ownerOf = (source: string, path: string): string => hashed([source, path]);

const linked = (chain: string, { role, text }: KeptSession["messages"][number]): string => hashed([chain, role, text]);

function hashed(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest().toString("latin1", 0, HASH);
}
