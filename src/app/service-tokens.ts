import { textOf } from "./projects/repository.ts";
import { example, step } from "../model/next-step.ts";
import { hash as digest, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Caller, parseCaller } from "../model/caller.ts";
import { LociError } from "../model/error.ts";
import { recordHomeAudit } from "./audit.ts";
import { createPrivateFile } from "../files/private-folder.ts";
import { FALLBACK_PROJECT, parseProjectName } from "./projects/project-name.ts";
import { cannotOpen, ifThere, sealedJson, unsealed } from "../files/plain-file.ts";

/** Who a token stands for. */
export interface Identity {
  readonly caller: Caller;
  /** Projects that he may use; null for all. */
  readonly projects: readonly string[] | null;
}

/** Who a token stands for, with the id of the token. */
export interface KnownIdentity extends Identity {
  /** The beginning of the token's hash. */
  readonly id: string;
}

/** A further token, as it is kept: its hash, never itself. */
export interface IssuedToken extends KnownIdentity {
  /** ISO 8601. */
  readonly issuedAt: string;
  /** When it ends by itself, ISO 8601; null: never. */
  readonly expiresAt: string | null;
}

export interface ListedToken extends IssuedToken {
  /** When a request last came with it, to the minute, ISO 8601; null: never. */
  readonly usedAt: string | null;
}

/** The tokens of a data folder's service. */
export interface ServiceTokens {
  /** The owner's token, made when there is none. File `token`, 0600. */
  owner(): string;
  /** Whether the owner has a token, which every service makes. */
  isMade(): boolean;
  /** Who a token stands for; null for one that is none, or is over. Looks at the files anew, so a removed token ends at once. Cost: two small files. */
  identify(token: string): KnownIdentity | null;
  /** The identity of a token by its id; null when the token doesn't exist (any more). The same cost. */
  byId(id: string): KnownIdentity | null;
  /**
   * Makes a token for somebody else: for the projects that are named, for `all`, or for the one called `default` where nothing is said.
   * It ends by itself after `days`, else never. It is given once, and only its hash is kept. @throws LociError `CALLER_INVALID`, `PROJECT_INVALID`
   */
  issue(
    caller: string,
    options?: { readonly projects?: readonly string[] | "all"; readonly days?: number },
  ): { readonly token: string; readonly issued: IssuedToken };
  /** Notes that a request came with a token, once a minute at most. Fails silently: a medium that takes no writes is still read. */
  used(id: string): void;
  /** Further tokens, in the order of their issue, those that are over among them. */
  list(): readonly ListedToken[];
  /** Of each file that can't be read as a token; it lets nobody in, and isn't listed. */
  damaged(): readonly LociError[];
  /** Ends a token by its id; false when there was none. */
  revoke(id: string): boolean;
}

interface Stored extends IssuedToken {
  readonly sha256: string;
}

/** The same as its file holds it, sealed: one wrong byte would make it another caller's. */
interface Written extends Stored {
  /** Of the token. Absent in a file of an earlier version, which has it where the seal is. */
  readonly hash: string;
}

/** What is known of a token while it is read. */
type Known = KnownIdentity & Pick<IssuedToken, "expiresAt">;

/** Between two notes of a token's use, milliseconds. */
const USE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A file of an issued token: `<id>.json`. */
const ISSUED_FILE = /^[0-9a-f]{10}\.json$/;

/**
 * Opens the tokens of a data folder: the file `token` holds the owner's, each file of `callers/` the hash of one that was issued. All are for the
 * owner's eyes only. A hash is enough to check a token of 256 random bits; a file each, made whole and never changed, lets several
 * processes issue and end tokens at once.
 * @param clock milliseconds since the epoch
 */
export function openServiceTokens(home: string, clock: () => number = Date.now): ServiceTokens {
  const ownerFile = join(home, "token");
  const callers = join(home, "callers");
  /** When each token's use was last noted here. */
  const noted = new Map<string, number>();
  const usesOf = (id: string): string => join(callers, `${id}.used`);

  /** Which folder it is, since the first look at it. */
  let place: string | null = null;
  /** Without it, a service whose folder was moved would make a token at the old place, and know its own no more. */
  const requireInPlace = (): void => {
    const folder = statSync(home, { throwIfNoEntry: false });
    const now = folder === undefined ? null : `${folder.dev}:${folder.ino}`;
    if (place !== null && now !== place)
      throw new LociError("STORAGE_FAILED", "the data folder was moved or deleted while it was in use", {
        hint: "stop this process and start it again with the folder where it is now, or put the folder back",
        details: { forAll: true },
      });
    place = now;
  };

  const owner = (): string => {
    requireInPlace();
    if (!existsSync(ownerFile)) createPrivateFile(ownerFile, `${newToken()}\n`);
    const token = readFileSync(ownerFile, "utf8").trim();
    if (token.length >= 20) return token;
    throw new LociError("CONFIG_INVALID", `'${ownerFile}' holds no token`, {
      hint: "delete it: the next start makes a new one",
    });
  };

  const stored = (): readonly (Stored | LociError)[] =>
    issuedFiles(callers)
      .sort()
      .flatMap((name) => {
        try {
          return readIssued(join(callers, name)) ?? [];
        } catch (thrown) {
          if (thrown instanceof LociError) return thrown;
          throw thrown;
        }
      });

  const find = (id: string): (Known & Pick<Stored, "sha256">) | null => {
    const sha256 = digest("sha256", owner());
    if (idOf(sha256) === id) return { id, caller: "owner", projects: null, expiresAt: null, sha256 };
    const name = `${id}.json`;
    return ISSUED_FILE.test(name) ? readIssued(join(callers, name)) : null;
  };

  const current = (known: Known | null): KnownIdentity | null => {
    if (known === null || (known.expiresAt !== null && Date.parse(known.expiresAt) <= clock())) return null;
    const { id, caller, projects } = known;
    return { id, caller, projects };
  };

  return {
    owner,
    isMade: () => existsSync(ownerFile),
    identify(token) {
      const sha256 = digest("sha256", token);
      const known = find(idOf(sha256));
      return known?.sha256 === sha256 ? current(known) : null;
    },
    byId: (id) => current(find(id)),
    issue(caller, { projects = [FALLBACK_PROJECT], days } = {}) {
      const now = clock();
      const identity = {
        caller: parseCaller(caller),
        projects: projects === "all" ? null : projects.map(parseProjectName),
        issuedAt: new Date(now).toISOString(),
        expiresAt: days === undefined ? null : new Date(now + days * DAY_MS).toISOString(),
      };
      for (;;) {
        const token = newToken();
        const sha256 = digest("sha256", token);
        const issued: IssuedToken = { id: idOf(sha256), ...identity };
        const details = { caller: issued.caller, projects: issued.projects?.join(", ") ?? "all" };
        recordHomeAudit(home, { action: "token.add", object: issued.id, details }, now);
        // Another one, should the beginning of its hash be taken.
        if (
          createPrivateFile(
            join(callers, `${issued.id}.json`),
            sealedJson(JSON.stringify({ ...issued, hash: sha256 }, null, 2)),
          )
        )
          return { token, issued };
      }
    },
    used(id) {
      const now = clock();
      if (now - (noted.get(id) ?? 0) < USE_MS) return;
      noted.set(id, now);
      try {
        // One that was ended meanwhile gets none.
        if (existsSync(join(callers, `${id}.json`)))
          writeFileSync(usesOf(id), `${new Date(now).toISOString()}\n`, { mode: 0o600 });
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code === undefined) throw thrown;
      }
    },
    list: () =>
      stored()
        .flatMap((one) => (one instanceof LociError ? [] : [one]))
        .map(({ sha256: _, ...issued }) => ({ ...issued, usedAt: readUse(usesOf(issued.id)) }))
        .sort((a, b) => (a.issuedAt === b.issuedAt ? (a.id < b.id ? -1 : 1) : a.issuedAt < b.issuedAt ? -1 : 1)),
    damaged: () => stored().flatMap((one) => (one instanceof LociError ? [one] : [])),
    revoke(id) {
      const name = issuedFiles(callers).find((one) => one === `${id}.json`);
      if (name === undefined) return false;
      recordHomeAudit(home, { action: "token.remove", object: id }, clock());
      for (const file of [join(callers, name), usesOf(id)]) rmSync(file, { force: true });
      return true;
    },
  };
}

/** Names, in no order; none where nothing was issued. */
function issuedFiles(folder: string): string[] {
  const names = ifThere(
    () => readdirSync(folder),
    (thrown) => cannotOpen(folder, thrown),
  );
  return names?.filter((name) => ISSUED_FILE.test(name)) ?? [];
}

/** What a file of an issued token holds; null when it was ended meanwhile. */
function readIssued(file: string): Stored | null {
  try {
    const text = readFileSync(file, "utf8");
    const read = JSON.parse(text) as Written;
    if (read.hash !== undefined && unsealed(text) === null) throw new Error("it is not as it was written");
    const { id, caller, projects, issuedAt, expiresAt, sha256, hash = sha256 } = read;
    return { id, caller: parseCaller(caller), projects, issuedAt, expiresAt: expiresAt ?? null, sha256: hash };
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new LociError("CONFIG_INVALID", `'${file}' is no token that was issued`, {
      hint: step`delete it, and issue the token anew: ${example("tokens add")}`,
      cause: thrown,
    });
  }
}

/** When a token was last used; null where nothing, or half a note, says so. */
function readUse(file: string): string | null {
  const time = textOf(file)?.trim() ?? "";
  return Number.isNaN(Date.parse(time)) ? null : time;
}

const newToken = (): string => randomBytes(32).toString("base64url");

/** Names a token: the beginning of its hash. */
const idOf = (sha256: string): string => sha256.slice(0, 10);
