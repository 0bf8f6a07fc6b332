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
 *
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
