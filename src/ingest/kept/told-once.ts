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
/** Different texts, by two speakers at least, that two forms of one talk share where no id tells that they are one. */
const LEAST_SHARED = 3;

/**
 * Which kept session of a project tells a message first: that one has its drawers, however many forked, resumed and copied sessions tell it
 * again. A message is known by its tool and random entry id; without one by its place in the chain: what its session said up to it, and when
 * the session began. In another form of a session (an agent's record, what a tool made of it, an export) by what is said there, and when.
 *
 * `claims` in the project's folder is a cache, append only, first come first: where it is lost, the next sessions that are indexed claim anew. What
 * a session claimed that isn't kept any more is anybody's.
 */
export class ToldOnce {
  readonly #file: string;
  readonly #owners = new Map<string, string>();
  /** Identities of the kept sessions by owner. */
  readonly #identities = new Map<string, string | null>();
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
    this.#identities.clear();
    for (const name of keptSources(this.#folder)) {
      const kept = new KeptSessions(join(this.#folder, name));
      for (const path of kept.paths()) this.#identities.set(ownerOf(name, path), kept.summary(path)?.identity ?? null);
    }
    const bytes = existsSync(this.#file) ? readFileSync(this.#file) : Buffer.alloc(0);
    for (let at = 0; at + 2 * HASH <= bytes.length; at += 2 * HASH) {
      const owner = bytes.toString("latin1", at + HASH, at + 2 * HASH);
      const key = bytes.toString("latin1", at, at + HASH);
      if (this.#identities.has(owner) && !this.#owners.has(key)) this.#owners.set(key, owner);
    }
  }

  /**
   * Claims the messages of a session that no other one tells; `save` makes it last.
   * @param source key of the source that keeps it
   * @returns those that another session has
   */
  claim(source: string, session: KeptSession, scope: string): ReadonlySet<Message> {
    const { identity, path } = session.header;
    if (identity === null) return new Set();
    const own = ownerOf(source, path);
    const elsewhere = this.#inAnotherForm(own, session, scope);
    // Copies of a conversation without ids are one kept session; what only begins alike is another one.
    let chain = hasNoId(identity) ? null : this.#beginning(own, session, scope);
    for (const message of session.messages) {
      chain = chain === null ? null : linked(chain, message);
      const key = isRandomId(message.id) ? hashed([scope, messageKey(identity, message.id)]) : chain;
      if (key !== null && this.#claimed([key], own) !== own) elsewhere.add(message);
    }
    return elsewhere;
  }

  /** Who has the first of these keys that somebody has; the session itself where nobody did. */
  #claimed(keys: readonly string[], own: string): string {
    const owner = keys.map((key) => this.#owners.get(key)).find((one) => one !== undefined);
    if (owner !== undefined) return owner;
    this.#owners.set(keys[0] as string, own);
    this.#fresh.push(keys[0] + own);
    return own;
  }

  /**
   * Messages of a session that another form of it told before. Where a tool's own id names it, whatever is said in it as often; else what is said at the
   * same time by the same people, where that is enough once. Tools and what nobody says are told differently by each.
   */
  #inAnotherForm(own: string, { header, messages }: KeptSession, scope: string): Set<Message> {
    const name = isRandomId(header.session) ? header.session : null;
    const counts = new Map<string, number>();
    const spoken = messages.filter(({ role, text }) => role !== "system" && text.trim() !== "");
    const owners = Map.groupBy(spoken, ({ role, author, time, text }) => {
      if ((name ?? time) === null) return own;
      const said = hashed([scope, name ?? "", name === null ? (author ?? role) : role, text.trim()]);
      const count = counts.get(said) ?? 0;
      counts.set(said, count + 1);
      const slot = Math.floor(Date.parse(time ?? "") / SAME_TIME_MS);
      const keys = (name === null ? [slot, slot - 1, slot + 1] : [count]).map((at) => hashed([said, String(at)]));
      return this.#claimed(keys, own);
    });
    const copies = [...owners].flatMap(([owner, shared]) => {
      if (owner === own || !isAnotherForm(header.identity, this.#identities.get(owner) ?? null)) return [];
      const pair = hashed([own, owner].sort());
      const different = (of: (message: Message) => string): number => new Set(shared.map(of)).size;
      const isEnough =
        2 * shared.length >= spoken.length &&
        different(({ text }) => text) >= LEAST_SHARED &&
        different(({ author, role }) => author ?? role) > 1;
      if (name === null && isEnough) this.#claimed([pair], own);
      return name !== null || this.#owners.has(pair) ? shared : [];
    });
    return new Set(copies);
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
  #beginning(own: string, { header: { identity }, messages }: KeptSession, scope: string): string | null {
    const first = messages.find(({ id }) => !isRandomId(id));
    if (first === undefined || first.time === null) return null;
    const slot = Math.floor(Date.parse(first.time) / SAME_TIME_MS);
    const starts = [slot, slot - 1, slot + 1].map((at) => hashed([scope, toolOf(identity ?? ""), String(at)]));
    const owners = starts.map((start) => this.#owners.get(linked(start, messages[0] ?? first)));
    const mine = owners.indexOf(own);
    return starts[Math.max(0, mine >= 0 ? mine : owners.findIndex((owner) => owner !== undefined))] as string;
  }
}

type Message = KeptSession["messages"][number];

const toolOf = (identity: string): string => identity.slice(0, identity.indexOf(" "));

/** Whether two kept sessions are of different tools, or only one of them is known by an id. */
const isAnotherForm = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && (toolOf(one) !== toolOf(other) || hasNoId(one) !== hasNoId(other));

const ownerOf = (source: string, path: string): string => hashed([source, path]);

const linked = (chain: string, { role, text }: Message): string => hashed([chain, role, text]);

const hashed = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest().toString("latin1", 0, HASH);
