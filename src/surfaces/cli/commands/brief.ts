import type { FlushReport } from "../../../index.ts";
import { INJECT, pick, WAKE_UP, FLUSH } from "../../../model/requests/index.ts";
import { readInput } from "../io.ts";
import { printable, fields, type Style } from "../output/style.ts";
import { projectCommand } from "../project-command.ts";
import { SHOWN_ID } from "../render/hits.ts";
import { requireWords } from "../session.ts";
import { counted } from "../../shared/wording.ts";

/** `loci wake-up` */
const wakeUp = projectCommand({
  examples: [
    ["loci wake-up", "who this is, what is pinned, active, open, and what happened last"],
    ["loci wake-up --budget-tokens 300 --wing driftwood", "shorter, and of one project"],
  ],
  description:
    "A brief for the start of a session, within a budget of tokens; each line names the passage that it " +
    "comes from. What was pinned with 'loci add --pin' comes first, of the room 'identity' before all.",
  flags: WAKE_UP,
  opens: "looks",
  ask: ({ project, caller }, flags) => project.wakeUp({ ...flags, caller }),
  text({ text, left, budgetTokens }) {
    if (text !== "") return printable(text);
    const lines = Object.values(left).reduce((sum, count) => sum + count, 0);
    return lines === 0
      ? "the palace is empty: loci index FOLDER --scope kb"
      : `none of ${lines} lines fits into ${budgetTokens} tokens`;
  },
});

/** `loci inject PROMPT|-` */
const inject = projectCommand({
  examples: [
    ['loci inject "which port did we choose for staging?"', "the passages that an agent would be given, and why these"],
    ['loci inject "fix the lint errors"', "silent, and why"],
  ],
  description:
    "What memory adds to an agent's prompt, fenced as data; or why it stays silent. Strict: a prompt " +
    "that asks for nothing that was said or kept before gets nothing, nor does one that isn't answered surely.",
  takes: [["<prompt...>", "the prompt, or - for standard input"]],
  flags: pick(INJECT, ["budgetTokens", "session"]),
  opens: "looks",
  async ask({ project, session, caller }, flags, [words]: readonly [readonly string[]]) {
    const prompt = words[0] === "-" && words.length === 1 ? await readInput(session.io, 1_000_000) : words.join(" ");
    requireWords(prompt, "a prompt", 'loci inject "which port did we choose?"');
    return await project.inject(prompt, { ...flags, caller });
  },
  text({ text, used, silent, probability }) {
    const share = probability === null ? "" : `${Math.round(probability * 100)} %`;
    // To speak unasked more is needed than to answer a question.
    if (silent !== null) return `silent: ${silent.message}${share && ` (searched for, it is ${share} covered)`}`;
    const sure = share && ` (${share} sure)`;
    const named = used.map(({ label, id }) => `${label} ${id.slice(0, SHOWN_ID)}`);
    return `${printable(text)}\nused${sure}: ${named.join(" · ")}`;
  },
  failed: ({ silent }) => silent !== null,
});

/** `loci flush` */
const flush = projectCommand({
  examples: [
    ["loci flush", "what summing up would cost; nothing is sent"],
    ["loci flush --yes --since 2026-05-01", "sum up what is dated from May on"],
  ],
  description:
    "Sum up what is stored, with the language model, into memory/YYYY-MM-DD.md, which is indexed. " +
    "Each point is proved by a quote and links to its passage. Without --yes it only says what it " +
    "would cost. What was generated is never summed up again.",
  flags: FLUSH,
  ownerOnly: true,
  opens: "changes",
  ask: ({ project, signal }, flags) => project.flush({ ...flags, signal }),
  text: flushText,
  failed: ({ outcome }) => outcome === "failed" || outcome === "waiting",
});

function pendingText({ drawers, batches, tokens, cost }: FlushReport["pending"]): string {
  if (batches === 0) return "nothing";
  return `${counted(drawers, "passage")} in ${counted(batches, "request")}, at most ${tokens} tokens${cost === 0 ? "" : `, cost ${cost.toFixed(4)}`}`;
}

function flushText({ outcome, reason, pending, done, files }: FlushReport, style: Style): string {
  if (outcome === "nothing") return "nothing is left to sum up";
  if (outcome === "preview") {
    const next = reason === "" ? "say it again with --yes" : `${reason} (loci config set llm.provider)`;
    return `would sum up ${pendingText(pending)}\nnothing was sent yet: ${next}`;
  }
  return fields(
    [
      ["outcome", `${outcome}${reason === "" ? "" : ` (${reason})`}`],
      [
        "summed up",
        `${counted(done.drawers, "passage")} in ${counted(done.batches, "request")}, ${done.tokens} tokens`,
      ],
      ["points", `${done.points}${done.refused === 0 ? "" : `; ${done.refused} had no proof and were left out`}`],
      ["files", files.join(", ")],
      ["left", pendingText(pending)],
    ],
    style,
  );
}

export const commands = { "wake-up": wakeUp, inject, flush };
