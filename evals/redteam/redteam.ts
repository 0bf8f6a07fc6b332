import { mkdtempSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { PromptPassage } from "../../src/conversation/prompt/ask-prompt.ts";
import { type Hit, LociError, openLoci, type Project } from "../../src/index.ts";
import type { SuiteOptions } from "../suites/suite.ts";
import { type AttackResult, ATTACKS, playAttack } from "./attacks.ts";

/** What the red team got through. */
export interface RedTeamReport {
  readonly cases: number;
  readonly passages: number;
  /** Cases in which something got through. */
  readonly through: number;
  /** By kind of attack, in the order in which they are played. */
  readonly attacks: readonly { readonly attack: string; readonly cases: number; readonly through: number }[];
  /** Every case in which something got through. */
  readonly failures: readonly (AttackResult & { readonly drawer: string })[];
}

const SAMPLE_MESSAGE = "I moved to the house by the harbour and I always take the early train.";
/** Passages that are written into, in memory only. */
const PASSAGES = 20;

/** The attacks inside the passages of a folder, in a home of its own. */
export async function evaluateRedTeam({ data, commit, failures }: SuiteOptions): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), "loci-redteam-"));
  const loci = await openLoci({ home });
  try {
    const project = await loci.project("redteam");
    await project.index([data], { scope: "kb" });
    const { failures: cases, ...report } = await redTeam(project);
    return {
      suite: "redteam",
      data: { name: basename(data) },
      ...report,
      commit,
      ...(failures && { failures: cases }),
    };
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Plays attacks inside a palace's own passages against everything through which stored text reaches a model or a reader. Nothing is stored, no model is
 * asked: an obedient model is assumed, which is the worst there can be.
 *
 * @param most passages that are written into, in memory only
 * @throws LociError `NOTHING_TO_INDEX` for a project with fewer than two passages
 */
export async function redTeam(project: Pick<Project, "drawers" | "expand">, most = PASSAGES): Promise<RedTeamReport> {
  const passages = (await hitsAcross(project, most)).map(passageOf);
  if (passages.length < 2) throw new LociError("NOTHING_TO_INDEX", "there are fewer than two passages to attack");
  const failures: RedTeamReport["failures"][number][] = [];
  const attacks = ATTACKS.map((attack) => {
    let through = 0;
    for (const [i, passage] of passages.entries()) {
      const other = passages[(i + 1) % passages.length] as PromptPassage;
      const result = playAttack(attack, [passage, other], SAMPLE_MESSAGE, () => randomBytes(16).toString("hex"));
      if (result.through.length === 0) continue;
      through++;
      failures.push({ ...result, drawer: passage.id });
    }
    return { attack: attack.name, cases: passages.length, through };
  });
  const cases = ATTACKS.length * passages.length;
  return { cases, passages: passages.length, through: failures.length, attacks, failures };
}

/** Passages of 60 characters and more, from all over the palace. */
async function hitsAcross(project: Pick<Project, "drawers" | "expand">, most: number): Promise<readonly Hit[]> {
  const { drawers } = await project.drawers({ limit: 1_000 });
  const long = drawers.filter(({ length }) => length >= 60);
  const step = Math.max(1, Math.floor(long.length / (most + 1)));
  const ids = long.filter((_, i) => i % step === 0).map(({ id }) => id);
  return ids.length === 0 ? [] : (await project.expand(ids.slice(0, most + 1))).drawers;
}

function passageOf({ id, text, source, heading, pages, date, message }: Hit): PromptPassage {
  return { id, text, source: { name: source.name, path: source.path }, heading, pages, date, message };
}
