import { LociError } from "../../index.ts";

/** Names under which a service that listens on loopback may be called. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Makes the check that keeps web pages out: a page whose name was pointed at this machine (DNS rebinding) brings a foreign Host,
 * a page that calls across brings a foreign Origin.
 *
 * @param host that the service listens on
 * @param port the real one, also where 0 was asked for
 * @returns the check, of a request's headers: throws LociError `FORBIDDEN` for one that isn't meant for this service
 */
export function hostGuard(host: string, port: number): (headers: Headers) => void {
  const isV6 = host.includes(":") && !host.startsWith("[");
  const names = new Set([...LOOPBACK, isV6 ? `[${host}]` : host].map((name) => name.toLowerCase()));
  const hosts = new Set([...names].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
  return (headers) => {
    const asked = headers.get("host")?.toLowerCase();
    if (asked === undefined || !hosts.has(asked)) throw new LociError("FORBIDDEN", "this service has another name", { hint: `call it as http://127.0.0.1:${port}` });
    const origin = headers.get("origin")?.toLowerCase();
    const site = headers.get("sec-fetch-site");
    const foreign = origin !== undefined && !(origin.startsWith("http://") && hosts.has(origin.slice("http://".length)));
    if (foreign || site === "cross-site" || site === "same-site") throw new LociError("FORBIDDEN", "other web pages may not call this service", { hint: "call it from a program, or from its own page" });
  };
}
