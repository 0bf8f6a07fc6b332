import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { KnownIdentity, ServiceTokens } from "../../index.ts";

export type PageSessions = ReturnType<typeof pageSessions>;

/** How long a code waits for its browser, milliseconds. */
const CODE_MS = 120_000;
/** How long a browser stays signed in, seconds. */
const SESSION_SECONDS = 30 * 24 * 3600;
/** Codes of one token that wait at once: each token voids its own alone. */
const MAX_CODES = 3;

/**
 * Sessions of the page. A cookie holds the id of its token, when it ends, and a signature by a key that follows from the owner's token: nothing
 * is stored, a restart ends no session, and a token that is ended ends its sessions at once.
 * @param clock milliseconds since the epoch
 */
export function pageSessions(tokens: Pick<ServiceTokens, "owner" | "byId">, clock: () => number) {
  const codes = new Map<string, { readonly tokenId: string; readonly until: number }>();
  const signed = (text: string): string =>
    createHmac("sha256", `loci page ${tokens.owner()}`).update(text).digest("base64url");
  return {
    /** A one-time code that signs a browser in as the token's caller, within two minutes. */
    code(tokenId: string): string {
      for (const [code, { until }] of codes) if (until < clock()) codes.delete(code);
      const own = [...codes].filter(([, one]) => one.tokenId === tokenId);
      for (const [code] of own.slice(0, Math.max(0, own.length - MAX_CODES + 1))) codes.delete(code);
      const code = randomBytes(24).toString("base64url");
      codes.set(code, { tokenId, until: clock() + CODE_MS });
      return code;
    },
    /** The id of the token that a code was made by; null for one that is used, old or none, or whose token has ended. Ends the code. */
    redeem(code: string): string | null {
      const found = codes.get(code);
      codes.delete(code);
      const isOver = found === undefined || found.until < clock() || tokens.byId(found.tokenId) === null;
      return isOver ? null : found.tokenId;
    },
    cookie(tokenId: string): string {
      const text = `${tokenId}.${Math.floor(clock() / 1000) + SESSION_SECONDS}`;
      return `${text}.${signed(text)}`;
    },
    /** Who a cookie stands for, as long as its token does; null for none. */
    identify(cookie: string): KnownIdentity | null {
      const [, text, tokenId, until, signature] = /^(([0-9a-f]{10})\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie) ?? [];
      if (text === undefined || tokenId === undefined || signature === undefined) return null;
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signed(text)))) return null;
      if (Number(until) * 1000 < clock()) return null;
      return tokens.byId(tokenId);
    },
  };
}

/** Whether the browser reached the service by HTTPS, through a proxy. */
const isSecure = (url: URL): boolean => url.protocol === "https:";

/** The cookie's name. Browsers send cookies of one host to all its ports, so each service has a name of its own. */
const cookieName = (url: URL): string => `loci-${url.port === "" ? (isSecure(url) ? "443" : "80") : url.port}`;

export function readCookie(request: Request, url: URL): string | null {
  const name = `${cookieName(url)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(/; */);
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) ?? null;
}

/** The header that sets the page's cookie, or with an empty value takes it away. */
export function cookieHeader(url: URL, value: string): string {
  const age = value === "" ? 0 : SESSION_SECONDS;
  return `${cookieName(url)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${isSecure(url) ? "; Secure" : ""}`;
}
