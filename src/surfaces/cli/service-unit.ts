import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../../index.ts";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";

/** How `loci serve` starts by itself on this system, and ends with it. */
export interface ServiceUnit {
  /** Where the system looks for it. */
  readonly file: string;
  readonly text: string;
  /** Take the unit up and start it, one after the other; the first of launchd may fail. */
  readonly start: readonly Command[];
  readonly stop: readonly Command[];
  /** After the file has gone. */
  readonly settle: readonly Command[];
}

interface Command {
  readonly words: readonly [program: string, ...args: string[]];
  /** Fails where there was nothing to end. */
  readonly mayFail?: true;
}

export interface UnitPlace {
  readonly platform: string;
  readonly userHome: string;
  /** `XDG_CONFIG_HOME`, where it is set. */
  readonly configHome: string | undefined;
  /** Of the user, for launchd's name of his session. */
  readonly uid: number;
  /** Program and arguments that serve. */
  readonly launch: readonly string[];
}

const NAME = "loci.service";
const LABEL = "loci.serve";

/**
 * The unit of a user's own service manager: systemd on Linux, launchd on macOS.
 * @throws LociError `USAGE` where there is neither
 */
export function serviceUnit({ platform, userHome, configHome, uid, launch }: UnitPlace): ServiceUnit {
  if (platform === "linux") {
    const systemctl = (...args: string[]): Command => ({ words: ["systemctl", "--user", ...args] });
    return {
      file: join(configHome || join(userHome, ".config"), "systemd", "user", NAME),
      text: systemdText(launch),
      start: [systemctl("daemon-reload"), systemctl("enable", NAME), systemctl("restart", NAME)],
      stop: [systemctl("disable", "--now", NAME)],
      settle: [systemctl("daemon-reload")],
    };
  }
  if (platform === "darwin") {
    const file = join(userHome, "Library", "LaunchAgents", `${LABEL}.plist`);
    const out: Command = { words: ["launchctl", "bootout", `gui/${uid}/${LABEL}`], mayFail: true };
    return {
      file,
      text: launchdText(launch, join(userHome, "Library", "Logs", "loci.log")),
      start: [out, { words: ["launchctl", "bootstrap", `gui/${uid}`, file] }],
      stop: [out],
      settle: [],
    };
  }
  throw new LociError("USAGE", `there is no unit for a service on ${platform}`, {
    hint: "have 'loci serve' started by what starts programs there",
  });
}

/** Secrets come from the environment alone, so the unit reads a file of them: `~/.config/loci.env`, where it is there. */
function systemdText(launch: readonly string[]): string {
  return `[Unit]
Description=Loci, memory for agents

[Service]
ExecStart=${launch.map(quoted).join(" ")}
EnvironmentFile=-%E/loci.env
Restart=on-failure
RestartSec=5
NoNewPrivileges=true

[Install]
WantedBy=default.target
`;
}

/** A word of a command as systemd reads it: with neither variables nor its own percent signs in it. */
function quoted(word: string): string {
  const escaped = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("%", "%%")
    .replaceAll("$", () => "$$");
  return `"${escaped}"`;
}

function launchdText(launch: readonly string[], log: string): string {
  const string = (text: string): string =>
    `<string>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(LABEL)}
  <key>ProgramArguments</key>
  <array>
${launch.map((word) => `    ${string(word)}`).join("\n")}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>StandardErrorPath</key>
  ${string(log)}
</dict>
</plist>
`;
}

/** Writes the unit and starts it, also in place of one that runs. @throws LociError `UNAVAILABLE` where the system refuses; the file stays */
export async function installUnit({ file, text, start }: ServiceUnit): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await writeFileAtomically(file, text);
  const refusal = await runAll(start);
  if (refusal !== null)
    throw new LociError("UNAVAILABLE", `'${file}' is written, but ${refusal}`, {
      hint: "start it in a session of your own, not by sudo or su: docs/team.md",
    });
}

type Service = Readonly<{ pid: number; url: string }>;

/**
 * The system takes up a unit whose process ends at once, where its port is taken for example: it has started when its service says so.
 * @param before the service that ran before @param patience milliseconds
 * @throws LociError `UNAVAILABLE`
 */
export async function requireServed(
  running: () => Service | null,
  { before, file, patience = 15_000 }: { before: Service | null; file: string; patience?: number },
): Promise<void> {
  let now: Service | null = null;
  for (let waited = 0; waited <= patience; waited += 100) {
    now = running();
    if (now !== null && now.pid !== before?.pid) return;
    await sleep(100);
  }
  const why =
    now === null ? "most likely its port is taken" : `process ${now.pid} serves this data folder on ${now.url} already`;
  throw new LociError("UNAVAILABLE", `'${file}' is written, but its service hasn't started: ${why}`, {
    hint: "end what has the port, or name another one with --port, and install it again",
  });
}

/** Ends the unit and takes its file away. @returns whether there was one @throws LociError `UNAVAILABLE` where the system refuses; the file is gone */
export async function removeUnit({ file, stop, settle }: ServiceUnit): Promise<boolean> {
  if (!existsSync(file)) return false;
  const refusal = await runAll(stop);
  rmSync(file, { force: true });
  const later = refusal ?? (await runAll(settle));
  if (later !== null)
    throw new LociError("UNAVAILABLE", `'${file}' is removed, but ${later}`, {
      hint: "end the service by hand, if it runs",
    });
  return true;
}

/** @returns which command the system refused, and why; null where all went well */
async function runAll(commands: readonly Command[]): Promise<string | null> {
  for (const { words, mayFail } of commands) {
    const why = await run(words);
    if (why !== null && mayFail !== true) return `'${words.join(" ")}' was refused: ${why}`;
  }
  return null;
}

/** @returns why it failed; null where it didn't */
const run = async ([program, ...args]: Command["words"]): Promise<string | null> =>
  await new Promise((resolve) => {
    execFile(program, args, (error, _, stderr) =>
      resolve(error === null ? null : stderr.trim().split("\n", 1)[0] || `${error.code ?? error.message}`),
    );
  });
