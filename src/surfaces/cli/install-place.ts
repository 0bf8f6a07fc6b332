import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LociError } from "../../index.ts";
import { adapterOf } from "../hooks/agents.ts";
import { type AgentAdapter, AGENTS } from "../hooks/hook-event.ts";
import type { InstallPlace } from "../hooks/plan-install.ts";
import type { Session } from "./session.ts";

/** Where hooks go and how they start Loci: this very program, with the data folder and project that were named. */
export function installPlace(session: Session, { folder = false }: { readonly folder?: boolean } = {}): InstallPlace {
  const { home, project } = session.options();
  const bin = fileURLToPath(new URL("../../../bin/loci.js", import.meta.url));
  const usual = home === join(homedir(), ".loci");
  return {
    home,
    userHome: session.io.userHome,
    folder: folder ? session.io.cwd : null,
    launch: { program: process.execPath, args: [bin] },
    trailing: [...(usual ? [] : ["--home", home]), ...(project === null ? [] : ["--project", project])],
  };
}

/** The agent of that name. @throws LociError `USAGE` */
export function agentNamed(agent: string): AgentAdapter {
  const adapter = adapterOf(agent);
  if (adapter !== null) return adapter;
  throw new LociError("USAGE", `there is no agent '${agent.slice(0, 40)}'`, {
    hint: `use one of ${AGENTS.join(", ")}`,
  });
}
