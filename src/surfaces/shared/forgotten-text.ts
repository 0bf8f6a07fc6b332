import type { Forgotten } from "../../index.ts";
import { counted } from "./counted.ts";

/** Whether nothing holds what was asked for. */
export function isNothingFound({ matches, answers, facts }: Forgotten): boolean {
  return matches.length + answers.length + facts.length === 0;
}

/** Whether anything goes, or went, with a yes: drawers, or what answers say of it. */
export function anythingGoes({ matches, answers }: Forgotten): boolean {
  return matches.some(({ goes }) => goes) || answers.some(({ goes }) => goes);
}

/** What went: "2 drawers", "what 1 answer said". */
export function removedText({ removed, answers }: Forgotten, noun: string): string {
  const answerCount = answers.filter(({ goes }) => goes).length;
  const drawers = removed.length === 0 && answerCount > 0 ? [] : [counted(removed.length, noun)];
  return [...drawers, ...(answerCount === 0 ? [] : [`what ${counted(answerCount, "answer")} said of it`])].join(
    " and ",
  );
}

/** What becomes of answers that quote what is forgotten, and what says the same and stays; one line each. */
export function remainingLines({ answers, facts, elsewhere }: Forgotten, yes: boolean): readonly string[] {
  return [
    ...answers.map(({ chat, message, goes, why }) => {
      const what = goes ? (yes ? "taken out of" : "would go from") : "stays in";
      return `${what} answer ${message} of the chat '${chat}', which says it${why === "" ? "" : `: ${why}`}`;
    }),
    ...facts.map(({ topic, why }) => `stays in the fact '${topic}': ${why}`),
    ...elsewhere.map(({ id, source }) => {
      const place = source.path === "" ? source.name : `${source.name}, ${source.path}`;
      return `says some of the same and stays: ${id.slice(0, 8)} (${place})`;
    }),
  ];
}

/** Where what was forgotten is still found, by name; empty where it is nowhere. */
export function stillFound({ proof }: Forgotten): string {
  return (proof?.probes ?? []).flatMap(({ path, found }) => (found ? [path] : [])).join(", ");
}
