import { hash } from "node:crypto";
import { estimatedTokens, type ModelRequest } from "../llm/port.ts";
import { flushSection } from "../text/flush-marks.ts";
import { chooseNonce, fence, fenceRule } from "./prompt/fence.ts";
import { proofRule, provedPoints } from "./proved-points.ts";

export interface FlushDrawer {
  readonly id: string;
  /** Equal for equal words of one scope, whatever blank lines are around them. */
  readonly words: string;
  readonly text: string;
  /** Where it comes from, for people. */
  readonly name: string;
  readonly date: string | null;
}

export interface FlushBatch {
  /** Made from the ids, so the same passages are the same batch. */
  readonly id: string;
  readonly drawers: readonly FlushDrawer[];
}

const BATCH_TOKENS = 6_000;
const BATCH_DRAWERS = 40;
const OUTPUT_TOKENS = 900;
const MAX_POINTS = 12;
const POINT_CHARACTERS = 400;

/** Cuts passages into batches of one request each, in order. A passage is in one batch, whatever its size. */
export function flushBatches(drawers: readonly FlushDrawer[]): readonly FlushBatch[] {
  const batches: FlushBatch[] = [];
  let open: FlushDrawer[] = [];
  let tokens = 0;
  const close = (): void => {
    if (open.length === 0) return;
    const id = hash("sha256", open.map((one) => one.id).join("\n")).slice(0, 16);
    batches.push({ id, drawers: open });
    open = [];
    tokens = 0;
  };
  for (const drawer of drawers) {
    const size = estimatedTokens(drawer.text);
    if (open.length > 0 && (tokens + size > BATCH_TOKENS || open.length === BATCH_DRAWERS)) close();
    open.push(drawer);
    tokens += size;
  }
  close();
  return batches;
}

/** What a summary is to hold, where the owner gives no words of his own. */
export const FLUSH_TASK =
  "You sum up stored passages for their owner: what was decided, found out, agreed, changed, and what is still open. Leave out what says nothing by itself.";

/** What is asked for a batch. Pure. @param task what the summary is to hold; how points are proved is always said beside it */
export function flushRequest(
  { drawers }: FlushBatch,
  newNonce: () => string,
  task: string,
): Pick<ModelRequest, "system" | "messages" | "maxOutputTokens" | "temperature"> {
  const nonce = chooseNonce(
    drawers.flatMap(({ text, name }) => [text, name]),
    newNonce,
  );
  const passages = fence(
    drawers.map(({ text, name, date }, i) => ({ label: `M${i + 1}`, about: [name, date ?? ""].join(", "), text })),
    nonce,
  );
  const system = [
    task,
    proofRule({ point: "point", sentence: "one sentence", source: "passage" }),
    "If nothing is worth a point, write only: NOTHING",
    fenceRule(nonce),
  ].join("\n\n");
  return {
    system,
    messages: [{ role: "user", text: passages.text }],
    maxOutputTokens: OUTPUT_TOKENS,
    temperature: 0.2,
  };
}

export interface FlushPoint {
  readonly text: string;
  readonly quote: string;
  readonly drawer: FlushDrawer;
}

/** The points of a model's answer that are proved by their quotes. Pure. */
export function flushPoints(
  answer: string,
  { drawers }: FlushBatch,
): { readonly points: readonly FlushPoint[]; readonly refused: number } {
  const sources = drawers.map((drawer, i) => ({ label: `M${i + 1}`, text: drawer.text, drawer }));
  const all = provedPoints(answer, sources, { longest: POINT_CHARACTERS });
  const points = all.filter((point) => point !== null).slice(0, MAX_POINTS);
  return {
    points: points.map(({ text, quote, source: { drawer } }) => ({ text, quote, drawer })),
    refused: all.length - points.length,
  };
}

/**
 * A file of summaries with those of one more batch. A file of our own says of itself that it was generated; the daily log of somebody else's
 * folder (`scope: null`) goes on with what people write.
 */
export function withSummary(
  text: string,
  { id, points }: Pick<FlushBatch, "id"> & { readonly points: readonly FlushPoint[] },
  { day, hour, scope }: { readonly day: string; readonly hour: string; readonly scope: string | null },
): string {
  const first =
    scope === null
      ? `# ${day}\n`
      : `---\ntitle: "Summaries of ${day}"\nscope: "${scope}"\ngenerated: "loci flush"\n---\n\n# Summaries of ${day}, generated\n`;
  const head = text.trim() === "" ? first : text.replace(/\n*$/, "\n");
  // With its proof, which `verify` looks up again.
  const lines = points.map(
    ({ text: point, quote, drawer }) =>
      `- ${point} [M1 "${quote}"] ([${linkText(drawer.name)}](loci://drawer/${drawer.id}))`,
  );
  return head + flushSection(id, hour, lines);
}

const linkText = (name: string): string =>
  name
    .replace(/[[\]()\s]+/g, " ")
    .trim()
    .slice(0, 80);
