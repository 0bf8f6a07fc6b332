import { example, step } from "../model/next-step.ts";
import { type AttackResult, ATTACKS, playAttack } from "../conversation/redteam/attacks.ts";
import type { PromptPassage } from "../conversation/prompt/ask-prompt.ts";
import { LociError } from "../model/error.ts";
import type { StoredDrawer } from "../storage/ports/search-index.ts";
import type { OpenedProject } from "./opened-project.ts";
import { RED_TEAM } from "../model/requests/index.ts";

/** How the red team plays. */
export interface RedTeamOptions {
  /** Passages of the palace that are written into, in memory only; 20 by default. */
  readonly passages?: number;
}

/** What the red team got through. */
export interface RedTeamReport {
  readonly cases: number;
  readonly passages: number;
  /** By kind of attack, in the order in which they are played. */
  readonly attacks: readonly { readonly attack: string; readonly cases: number; readonly through: number }[];
  /** Every case in which something got through. */
  readonly failures: readonly (AttackResult & { readonly drawer: string })[];
}

const SAMPLE_MESSAGE = "I moved to the house by the harbour and I always take the early train.";

/**
 * Plays attacks inside of the palace's own passages against everything through which stored text reaches a model or a reader. Nothing is stored, no model is
 * asked: an obedient model is assumed, which is the worst there can be.
 *
 * @throws LociError `NOTHING_TO_INDEX` for a project with fewer than two passages
 */
export async function redTeam(
  project: OpenedProject,
  { passages: most = RED_TEAM.passages.default }: RedTeamOptions = {},
): Promise<RedTeamReport> {
  const stored = await project.indexHandle.use(async (index) => {
    const documents = await index.documents();
    const step = Math.max(1, Math.floor(documents.length / most));
    const found: StoredDrawer[] = [];
    for (let i = 0; i < documents.length && found.length <= most; i += step) {
      const document = documents[i];
      if (document === undefined) break;
      const drawers = await index.documentDrawers({ source: document.source, path: document.path }, "all");
      found.push(
        ...drawers
          .filter(({ drawer }) => drawer.text.trim().length >= 60)
          .slice(0, Math.max(1, Math.ceil(most / documents.length) + 1)),
      );
    }
    return found.slice(0, most + 1);
  });
  const passages = stored.map(passageOf);
  if (passages.length < 2)
    throw new LociError("NOTHING_TO_INDEX", "there are fewer than two passages to attack", {
      hint: step`index something first: ${example("index", "FOLDER --scope kb")}`,
    });
  const failures: RedTeamReport["failures"][number][] = [];
  const attacks = ATTACKS.map((attack) => {
    let through = 0;
    for (const [i, passage] of passages.entries()) {
      const other = passages[(i + 1) % passages.length] as PromptPassage;
      const result = playAttack(attack, [passage, other], SAMPLE_MESSAGE, project.system.newId);
      if (result.through.length === 0) continue;
      through++;
      failures.push({ ...result, drawer: passage.id });
    }
    return { attack: attack.name, cases: passages.length, through };
  });
  return { cases: ATTACKS.length * passages.length, passages: passages.length, attacks, failures };
}

function passageOf({ drawer, document }: StoredDrawer): PromptPassage {
  const { id, text, heading, pages, date, message } = drawer;
  return {
    id,
    text,
    source: { name: document.source, path: document.path },
    heading,
    pages,
    date: date?.value ?? null,
    message,
  };
}
