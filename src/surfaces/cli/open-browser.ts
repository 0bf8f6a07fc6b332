import { LociError } from "../../index.ts";
import { spawn } from "node:child_process";

/** What opens an address with the user's browser, by system. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Longest wait for the opener to say that it can't, milliseconds; a browser may run on as its child. */
const WAIT_MS = 1_500;

/**
 * Opens an address in the user's browser, without a shell.
 * @returns whether the system took it; false where there is no browser to open
 */
export async function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  return await new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
    const timer = setTimeout(() => resolve(true), WAIT_MS);
    const end = (opened: boolean): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
    child.unref();
  });
}

/** Time for the service to answer, milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * The address of a service's page, with a code that signs a browser in: it works once, within two minutes.
 * @param token of the owner
 * @throws LociError `UNAVAILABLE`, `UNAUTHORIZED`
 */
export async function pageAddress(origin: string, token: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`${origin}/v1/session/codes`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (thrown) {
    throw new LociError("UNAVAILABLE", `no service answers at ${origin}`, {
      hint: "end it, or start it anew",
      cause: thrown,
    });
  }
  if (response.status === 401)
    throw new LociError("UNAUTHORIZED", `the service at ${origin} serves another data folder`, {
      hint: "name its folder with --home",
    });
  const answer = (await response.json().catch(() => null)) as { readonly url?: string } | null;
  if (answer?.url !== undefined) return answer.url;
  throw new LociError(
    "UNAVAILABLE",
    `something else than this version of Loci answers at ${origin} (${response.status})`,
    { hint: "start the service anew" },
  );
}
