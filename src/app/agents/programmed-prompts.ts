import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../files/write-file-atomically.ts";

/** Hashes of prompts that an agent said a program wrote, the last ones, in the folder of what its hooks report. */
const FILE = "machine-prompts";
const MAX_PROMPTS = 2_000;

/** Keeps more of them. @param hashes SHA-256, hex */
export async function keepProgrammed(folder: string, hashes: readonly string[]): Promise<void> {
  const known = new Set([...hashesIn(folder), ...hashes]);
  if (hashes.length > 0)
    await writeFileAtomically(join(folder, FILE), `${[...known].slice(-MAX_PROMPTS).join("\n")}\n`);
}

/** Whether a hook of any agent said that a program wrote a prompt. @param recorded the project's folder of what hooks report */
export function programmedPrompts(recorded: string): (prompt: string) => boolean {
  const agents = existsSync(recorded) ? readdirSync(recorded) : [];
  const known = new Set(agents.flatMap((agent) => hashesIn(join(recorded, agent))));
  return (prompt) => known.size > 0 && known.has(createHash("sha256").update(prompt).digest("hex"));
}

function hashesIn(folder: string): readonly string[] {
  const file = join(folder, FILE);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
