import { resolve, join } from "node:path";
import { FALLBACK_PROJECT, LociError, type Note, openLoci, openServiceTokens } from "../../../index.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { existsSync } from "node:fs";
import { announceService, runningService } from "../../hooks/running-service.ts";
import { hookHandler } from "../../hooks/serve-hooks.ts";
import { startService } from "../../http/start-service.ts";
import { mcpHttpHandler } from "../../mcp/http-handler.ts";
import { servedProject } from "../../mcp/served-project.ts";
import { flag, text, texts, type ValuesOf, whole } from "../../../model/requests/index.ts";
import { packageVersion } from "../../shared/wording.ts";
import { plainCommand } from "../project-command.ts";
import { isFolder } from "../../../files/private-folder.ts";
import { requireOwner, type Session, unopenedNote } from "../session.ts";
import { openBrowser, pageAddress } from "../open-browser.ts";
import { installPlace } from "./hooks.ts";
import { installUnit, removeUnit, requireServed, serviceUnit } from "../service-unit.ts";

const FLAGS = {
  port: whole(0, 65_535, "Where to listen (server.port, 5858); 0 takes a free one"),
  host: text(200, "Address to listen on (server.host, 127.0.0.1)", { min: 1 }),
  root: texts(4_096, "Folder that may be looked into and indexed from (else your home folder and this one)", {
    value: "folder",
  }),
  open: flag("Open the page in the browser, signed in; also that of a service that runs already"),
  noWatch: flag("Don't keep the sources current"),
  install: flag("Start it now and with each of your sessions, by systemd or launchd, with the other options"),
  remove: flag("Take that back"),
};
type Flags = ValuesOf<typeof FLAGS>;

/** `loci serve` */
export const command = plainCommand(
  {
    examples: [
      ["loci serve", "on http://127.0.0.1:5858, with every source kept current"],
      ["loci serve --port 0 --root /data/docs", "on a free port, with a folder that may be indexed from"],
      ["loci serve --open", "and open its page in the browser, signed in"],
      ["loci serve --install --port 5900", "whenever you are signed in, with these options"],
      ["loci serve --no-watch", "answer only; sources change when they are told to"],
    ],
    description:
      "Serve everything over HTTP on this machine, MCP under /mcp, and keep the sources current. Ends with " +
      "Ctrl-C or SIGTERM: requests under way are answered, runs pause and go on at the next start. The " +
      "token stands in the file 'token' of the data folder; docs/http.md shows the routes.",
    flags: FLAGS,
  },
  run,
);

async function run(session: Session, flags: Flags): Promise<void> {
  const { io } = session;
  const { settings } = await session.configuration();
  const { home, project } = session.options();
  const { port, host } = flags;
  const named = (flags.root ?? []).map((root) => folderNamed(root, io.cwd));
  if (flags.install === true || flags.remove === true) return await changeUnit(session, flags, named);
  const server = {
    ...settings.server,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
  };
  // Where one stands is where the page begins; what is made for it is the project that 'loci index' fills.
  const begins = flags.open === true ? await session.claimName() : FALLBACK_PROJECT;
  if (flags.open === true && (await openRunning(session, begins))) return;
  const loci = await openLoci({ home, settings: { ...settings, server }, background: "process" });
  const other = runningService(loci.home);
  try {
    const tokens = openServiceTokens(loci.home);
    tokens.owner();
    const version = packageVersion();
    let hooks: ReturnType<typeof hookHandler> | null = null;
    const service = await startService({
      loci,
      tokens,
      settings: { ...settings, server },
      configuration: () => session.readConfiguration(),
      version,
      defaultProject: project ?? FALLBACK_PROJECT,
      roots: named.length > 0 ? named : [io.userHome, io.cwd],
      watch: flags.noWatch !== true,
      mounts: [
        {
          path: "/mcp",
          access: "caller",
          async handle(request, { caller, projectName, named }, running) {
            // A misspelt name must not become a project; the service's own may be one that nothing is in yet.
            const project = servedProject(await running.project(projectName, { make: caller === "owner" && !named }));
            const afterwards = (work: Promise<void>): void => running.afterwards(() => work);
            const serving = { project, caller, profile: "default" as const, version, clock: io.timer, afterwards };
            return await mcpHttpHandler(
              () => serving,
              () => {},
            )(request);
          },
        },
        {
          path: "/hooks/*",
          // Hooks write sessions of the owner's agents, in the projects of their folders.
          access: "home",
          async handle(request, { projectName }, running) {
            hooks ??= hookHandler({
              home: loci.home,
              userHome: io.userHome,
              project: running.project,
              afterwards: running.afterwards,
              cursorHasOwn: () => existsSync(join(loci.home, "hooks", "cursor.json")),
              sleep: async (milliseconds) => void (await sleep(milliseconds, undefined, { ref: false })),
            });
            return await hooks(request, new URL(request.url).searchParams.has("project") ? projectName : null);
          },
        },
      ],
      log: (line) => void io.err.write(line),
      clock: Date.now,
      timer: io.timer,
    });
    try {
      await session.answer(
        { url: service.url, tokenFile: `${loci.home}/token`, project: project ?? FALLBACK_PROJECT },
        () =>
          `Loci ${version} listens on ${service.url}\nIts page: loci serve --open\nThe token is in ${loci.home}/token\nThe routes are on ${service.url}/docs`,
      );
      await session.notes([
        ...(isLoopback(server.host) ? [] : [reachableNote(service.url)]),
        ...(other === null ? [] : [besideNote(other.url)]),
        ...[...service.unopened].map(([name, thrown]) => unopenedNote(name, thrown)),
      ]);
      // Announced first, so that a second 'serve --open' finds this one while a browser starts.
      const withdraw = announceService(loci.home, service.url);
      try {
        if (flags.open === true) {
          const url = inProject(service.pageUrl(), begins);
          if (!(await openBrowser(url))) await io.err.write(`open this in a browser, within two minutes: ${url}\n`);
        }
        await untilAborted(io.signal, service.ended);
      } finally {
        withdraw();
      }
    } finally {
      // Whatever went wrong: what listens keeps the process alive.
      await service.stop();
    }
  } finally {
    await loci.close();
  }
}

/** Makes a unit of the service with the options that were given, or takes it away. */
async function changeUnit(session: Session, flags: Flags, roots: readonly string[]): Promise<void> {
  requireOwner(session);
  if (flags.install === true && flags.remove === true)
    throw new LociError("USAGE", "--install and --remove exclude each other", { hint: "leave one of them out" });
  const { launch, trailing } = installPlace(session);
  const unit = serviceUnit({
    platform: process.platform,
    userHome: session.io.userHome,
    configHome: session.io.environment["XDG_CONFIG_HOME"],
    uid: process.getuid?.() ?? 0,
    launch: [
      launch.program,
      ...launch.args,
      "serve",
      ...(flags.port === undefined ? [] : ["--port", String(flags.port)]),
      ...(flags.host === undefined ? [] : ["--host", flags.host]),
      ...roots.flatMap((root) => ["--root", root]),
      ...(flags.noWatch === true ? ["--no-watch"] : []),
      ...trailing,
    ],
  });
  const { file } = unit;
  if (flags.install === true) {
    const { home } = session.options();
    const before = runningService(home);
    await installUnit(unit);
    await requireServed(() => runningService(home), { before, file });
    await session.answer({ file }, () => `started, and will be with each of your sessions: ${file}`);
  } else {
    const removed = await removeUnit(unit);
    await session.answer({ file, removed }, () => (removed ? `ended, and removed ${file}` : `there was none: ${file}`));
  }
}

/** The page's address with the project that it begins in. */
const inProject = (url: string, project: string): string => `${url}&project=${encodeURIComponent(project)}`;

/** Opens the page of a service that runs over the data folder already. @returns whether there is one */
async function openRunning(session: Session, project: string): Promise<boolean> {
  const { home } = session.options();
  const tokens = openServiceTokens(home);
  const running = tokens.isMade() ? runningService(home) : null;
  if (running === null) return false;
  requireOwner(session);
  const url = inProject(await pageAddress(running.url, tokens.owner()), project);
  const opened = await openBrowser(url);
  await session.answer({ url, opened }, () =>
    opened
      ? `a service runs already: opened ${running.url}`
      : `a service runs already; open this in a browser, within two minutes: ${url}`,
  );
  return true;
}

/** Whether an address is of this machine alone. */
const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/iu.test(host);

function besideNote(url: string): Note {
  const message = `a service of this data folder runs on ${url} already: hooks and 'serve --open' go there`;
  return { code: "SERVED_ALREADY", message, hint: "end one of them" };
}

function reachableNote(url: string): Note {
  return {
    code: "REACHABLE",
    message: `others on the network can reach this service (${url}); it is plain HTTP, and whoever has a token may ask`,
    hint: "without --host and server.host it listens on this machine alone",
  };
}

/** A misspelt root would leave the service without any folder to index. */
function folderNamed(root: string, cwd: string): string {
  const path = resolve(cwd, root);
  if (root !== "" && isFolder(path)) return path;
  throw new LociError("PATH_NOT_FOUND", `there is no folder '${root}'`, { hint: "check the spelling of --root" });
}

async function untilAborted(signal: AbortSignal, ended: Promise<void>): Promise<void> {
  if (signal.aborted) return;
  await Promise.race([
    ended,
    new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true })),
  ]);
}
