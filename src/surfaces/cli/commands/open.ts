import { LociError, openServiceTokens } from "../../../index.ts";
import { runningService } from "../../hooks/running-service.ts";
import type { CommandModule } from "../command.ts";
import { openBrowser } from "../open-browser.ts";
import { requireOwner, type Session } from "../session.ts";

interface Flags {
  readonly port?: string;
  readonly print?: boolean;
}

/** Time for the service to answer, milliseconds. */
const PATIENCE_MS = 5_000;

/** `loci open` */
export const command: CommandModule = {
  examples: [
    ["loci open", "the page of the service that runs, signed in"],
    ["loci open --print", "only the address, for another browser of this machine"],
  ],
  define(command, session) {
    command
      .description(
        "Open the page of the running service in the browser, signed in. The address holds a code that works once, within two minutes; " +
          "the browser exchanges it for a cookie.",
      )
      .option("--port <port>", "where the service listens (found by itself; else server.port)")
      .option("--print", "print the address and open nothing")
      .action((flags: Flags) => run(session, flags));
  },
};

async function run(session: Session, { port, print = false }: Flags): Promise<void> {
  requireOwner(session);
  const { settings } = await session.configuration();
  const { home } = session.options();
  const { host } = settings.server;
  const configured = `http://${host.includes(":") ? `[${host}]` : host}:${port ?? settings.server.port}`;
  // A service that runs says where, whatever port it took.
  const origin = port === undefined ? (runningService(home)?.url ?? configured) : configured;
  const tokens = openServiceTokens(home);
  // A service makes one at its start; without, none has ever run over this folder.
  if (!tokens.isMade())
    throw new LociError("UNAVAILABLE", `no service has run over the data folder '${home}'`, {
      hint: "start one with 'loci serve --open', or name its folder with --home",
    });
  const url = await pageAddress(origin, tokens.owner());
  const opened = !print && (await openBrowser(url));
  await session.answer({ url, opened }, () =>
    opened
      ? `opened ${origin}`
      : `${print ? "" : "no browser could be opened; open this yourself, within two minutes:\n"}${url}`,
  );
}

/** @throws LociError `UNAVAILABLE`, `UNAUTHORIZED` */
async function pageAddress(origin: string, token: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`${origin}/v1/session/codes`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (thrown) {
    throw new LociError("UNAVAILABLE", `no service answers at ${origin}`, {
      hint: "start one with 'loci serve --open'",
      cause: thrown,
    });
  }
  if (response.status === 401)
    throw new LociError("UNAUTHORIZED", `the service at ${origin} serves another data folder`, {
      hint: "name its folder with --home, or its own port with --port",
    });
  const answer = (await response.json().catch(() => null)) as { readonly url?: string } | null;
  if (answer?.url !== undefined) return answer.url;
  throw new LociError(
    "UNAVAILABLE",
    `something else than this version of Loci answers at ${origin} (${response.status})`,
    {
      hint: "check --port, or start the service anew",
    },
  );
}
