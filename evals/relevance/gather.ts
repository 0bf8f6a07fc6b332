import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchMode } from "../../src/index.ts";
import {
  abstracts,
  agentHistory,
  conversations,
  firstDay,
  handbook,
  inOtherWords,
  type JudgedSet,
  nearMisses,
  notes,
  twins,
} from "./collect.ts";

/** Sizes of the first day's projects, drawers. */
export const SIZES = [1, 3, 10, 30, 100, 1_000, 100_000] as const;

/** All development sets, searched in one mode; kept in `folder` between runs, which is for one state of the code. */
export async function gather(data: string, folder: string, mode: SearchMode): Promise<readonly JudgedSet[]> {
  mkdirSync(join(folder, mode), { recursive: true });
  const beam = readFileSync(join(data, "beam/queries.jsonl"), "utf8").trim().split("\n");
  const foreign = beam.filter((_, i) => i % 10 === 0).map((line) => (JSON.parse(line) as { query: string }).query);
  const handbooks = {
    til: join(data, "docs/markdown/til"),
    readmes: new URL("../../node_modules", import.meta.url).pathname,
  };
  const makers: Record<string, () => Promise<JudgedSet>> = {
    locomo: () => conversations("LoCoMo", join(data, "locomo"), { mode }),
    beam: () => conversations("BEAM", join(data, "beam"), { mode }),
    // Judged by sessions, so asked for by sessions.
    realmem: () => conversations("RealMem", join(data, "realmem"), { mode, unit: "document" }),
    scifact: () => abstracts(join(data, "ir/scifact"), mode),
    ...Object.fromEntries(
      (["own", "taken", "foreign"] as const).flatMap((asking) =>
        Object.entries(handbooks).map(([name, root]) => [
          asking === "own" ? name : `${name}-${asking}`,
          () => handbook(name as keyof typeof handbooks, { root, mode, asking }),
        ]),
      ),
    ),
    history: () => agentHistory(join(data, "agent-history"), foreign, mode),
    added: () => notes("added", mode),
    files: () => notes("files", mode),
    chat: () => notes("chat", mode),
    twins: () => twins(mode),
    "other-words": () => inOtherWords("other-words", mode),
    "far-words": () => inOtherWords("far-words", mode),
    "two-subjects": () => inOtherWords("two-subjects", mode),
    "near-notes": () => nearMisses("notes", mode),
    "near-chat": () => nearMisses("chat", mode),
    ...Object.fromEntries(SIZES.map((size) => [`day-${size}`, () => firstDay(data, size, mode)])),
  };
  const sets: JudgedSet[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const file = join(folder, mode, `${name}.json`);
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(await make()));
    sets.push(JSON.parse(readFileSync(file, "utf8")) as JudgedSet);
  }
  return sets;
}
