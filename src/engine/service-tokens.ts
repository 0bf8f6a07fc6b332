import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makePrivateFolder } from "../config/make-private-folder.ts";
import { type Caller, parseCaller } from "../model/caller.ts";
import { LociError } from "../model/error.ts";
import { parseProjectName } from "./project-name.ts";
import { cannotOpen } from "./require-plain-file.ts";

/** Who a token stands for. */
export interface Identity {
  readonly caller: Caller;
  /** Projects that he may use; null for all. */
  readonly projects: readonly string[] | null;
}

/** A further token, as it is kept: its hash, never itself. */
export interface IssuedToken extends Identity {
  /** Names it: the beginning of its hash. */
  readonly id: string;
  /** ISO 8601. */
  readonly issuedAt: string;
}

/** The tokens of a data folder's service. */
export interface ServiceTokens {
  /** The owner's token, made when there is none. File `token`, 0600. */
  owner(): string;
  /** Who a token stands for; null for one that is none. Looks at the file anew, so a removed token ends at once. */
  identify(token: string): Identity | null;
  /** Makes a token for somebody else. It is given once, and only its hash is kept. @throws LociError `CALLER_INVALID`, `PROJECT_INVALID` */
  issue(caller: string, options?: { readonly projects?: readonly string[] }): { readonly token: string; readonly issued: IssuedToken };
  /** Further tokens, as they were issued. */
  list(): readonly IssuedToken[];
  /** Ends a token by its id; false when there was none. */
  revoke(id: string): boolean;
}

interface Stored extends IssuedToken {
  readonly sha256: string;
}

/**
 * Opens the tokens of a data folder: `token` holds the owner's, `callers.json` the hashes of the others. Both for the owner's eyes
 * only. A hash is enough to check a token of 256 random bits.
 *
 * @param clock milliseconds since the epoch
 */
export function openServiceTokens(home: string, clock: () => number = Date.now): ServiceTokens {
  const ownerFile = join(home, "token");
  const callersFile = join(home, "callers.json");
  let read: { readonly stamp: string; readonly byHash: ReadonlyMap<string, Identity> } | null = null;

  const owner = (): string => {
    if (!existsSync(ownerFile)) writePrivate(ownerFile, `${newToken()}\n`, "wx");
    const token = readFileSync(ownerFile, "utf8").trim();
    if (token.length >= 20) return token;
    throw new LociError("CONFIG_INVALID", `'${ownerFile}' holds no token`, { hint: "delete it: the next start makes a new one" });
  };

  const stored = (): readonly Stored[] => {
    if (!existsSync(callersFile)) return [];
    try {
      const all = JSON.parse(readFileSync(callersFile, "utf8")) as readonly Stored[];
      return all.map((one) => ({ ...one, caller: parseCaller(one.caller) }));
    } catch (thrown) {
      throw new LociError("CONFIG_INVALID", `'${callersFile}' can't be read`, { hint: "mend it, or delete it and issue its tokens anew: loci tokens add", cause: thrown });
    }
  };

  const byHash = (): ReadonlyMap<string, Identity> => {
    const stamp = [ownerFile, callersFile].map((file) => stampOf(file)).join(" ");
    if (read?.stamp === stamp) return read.byHash;
    const all = new Map<string, Identity>(stored().map(({ sha256, caller, projects }) => [sha256, { caller, projects }]));
    all.set(hashOf(owner()), { caller: "owner", projects: null });
    read = { stamp, byHash: all };
    return all;
  };

  const write = (all: readonly Stored[]): void => {
    const beside = `${callersFile}.${randomBytes(4).toString("hex")}`;
    writePrivate(beside, `${JSON.stringify(all, null, 2)}\n`, "wx");
    renameSync(beside, callersFile);
  };

  return {
    owner,
    identify: (token) => byHash().get(hashOf(token)) ?? null,
    issue(caller, { projects } = {}) {
      const token = newToken();
      const sha256 = hashOf(token);
      const issued: IssuedToken = {
        id: sha256.slice(0, 10),
        caller: parseCaller(caller),
        projects: projects === undefined || projects.length === 0 ? null : projects.map(parseProjectName),
        issuedAt: new Date(clock()).toISOString(),
      };
      write([...stored(), { ...issued, sha256 }]);
      return { token, issued };
    },
    list: () => stored().map(({ id, caller, projects, issuedAt }) => ({ id, caller, projects, issuedAt })),
    revoke(id) {
      const all = stored();
      const left = all.filter((one) => one.id !== id);
      if (left.length < all.length) write(left);
      return left.length < all.length;
    },
  };
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function writePrivate(file: string, content: string, flag: "wx"): void {
  try {
    makePrivateFolder(dirname(file));
    writeFileSync(file, content, { mode: 0o600, flag });
    chmodSync(file, 0o600);
  } catch (thrown) {
    throw cannotOpen(file, thrown);
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "-" : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}
