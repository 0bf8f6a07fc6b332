import { LociError } from "../../index.ts";

/** Host names accepted by a service that listens on loopback. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** How the caller reached the service, as far as it can tell. */
export type Scheme = "http:" | "https:";

interface Reached {
  /** That it listens on. */
  readonly host: string;
  /** The real one, also where 0 was asked for. */
  readonly port: number;
  /** Names that a proxy in front of it is called by (`server.allowed_hosts`), whatever the port. */
  readonly allowed: readonly string[];
}

/**
 * Makes the check that keeps web pages out: a page whose name was pointed at this machine (DNS rebinding) brings a foreign Host,
 * a page that calls across brings a foreign Origin. Only behind an allowed name is a proxy believed that it speaks HTTPS.
 * @returns the check, of a request's headers: throws LociError `FORBIDDEN` for one that isn't meant for this service
 */
export function hostGuard({ host, port, allowed }: Reached): (headers: Headers) => Scheme {
  const isV6 = host.includes(":") && !host.startsWith("[");
  const names = new Set([...LOOPBACK, isV6 ? `[${host}]` : host].map((name) => name.toLowerCase()));
  const hosts = new Set([...names].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
  const proxied = new Set(allowed.map((name) => name.toLowerCase()));
  return (headers) => {
    const called = headers.get("host")?.toLowerCase() ?? "";
    const isProxied = proxied.has(called.replace(/:\d{1,5}$/u, ""));
    if (!isProxied && !hosts.has(called))
      throw new LociError("FORBIDDEN", "this service has another name", {
        hint: `call it as http://127.0.0.1:${port}, or name the host of its proxy in 'server.allowed_hosts'`,
      });
    const scheme = isProxied && headers.get("x-forwarded-proto") === "https" ? "https:" : "http:";
    // What the service listens on has several names, which are one origin to it; a proxy's has the one that was called.
    const own = (origin: string): boolean =>
      isProxied
        ? origin === `${scheme}//${called}`
        : origin.startsWith("http://") && hosts.has(origin.slice("http://".length));
    const origin = headers.get("origin")?.toLowerCase();
    const site = headers.get("sec-fetch-site");
    // A followed link carries neither token nor cookie, so it only reaches open routes.
    const isLink = headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
    const foreign = origin !== undefined && !own(origin);
    if (foreign || (!isLink && (site === "cross-site" || site === "same-site")))
      throw new LociError("FORBIDDEN", "other web pages may not call this service", {
        hint: isProxied
          ? "call it from its own page; its proxy must hand on Host and X-Forwarded-Proto (docs/team.md)"
          : "call it from a program, or from its own page",
      });
    return scheme;
  };
}
