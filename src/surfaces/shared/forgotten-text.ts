import type { Forgotten } from "../../index.ts";
import { counted } from "./counted.ts";

/** Whether nothing holds what was asked for. */
export function isNothingFound({ matches, answers, facts }: Forgotten): boolean {
  return matches.length + answers.length + facts.length === 0;
}

/** Whether confirming removes anything: drawers, quotes in answers, or facts. */
export function anythingGoes({ matches, answers, facts }: Forgotten): boolean {
  return matches.some(({ goes }) => goes) || answers.some(({ goes }) => goes) || facts.length > 0;
}

/** What was removed: "2 drawers", "what 1 answer said". */
export function removedText({ removed, answers, facts }: Forgotten, noun: string): string {
  const answerCount = answers.filter(({ goes }) => goes).length;
  const drawers = removed.length === 0 && answerCount + facts.length > 0 ? [] : [counted(removed.length, noun)];
  return [
    ...drawers,
    ...(facts.length === 0 ? [] : [counted(facts.length, "fact")]),
    ...(answerCount === 0 ? [] : [`what ${counted(answerCount, "answer")} said of it`]),
  ].join(" and ");
}

/** Lines on answers that quote forgotten text, on facts that go with it, and on drawers that remain. */
export function remainingLines({ answers, facts, elsewhere, lists }: Forgotten, yes: boolean): readonly string[] {
  return [
    ...answers.map(({ chat, message, goes, why }) => {
      const what = goes ? (yes ? "taken out of" : "would go from") : "stays in";
      return `${what} answer ${message} of the chat '${chat}', which says it${why === "" ? "" : `: ${why}`}`;
    }),
    ...facts.map(({ topic, why }) => `${yes ? "forgotten" : "would go"}: the fact '${topic}', ${why}`),
    ...(lists.length === 0 ? [] : [`what these messages told was taken back from: ${lists.join(", ")}`]),
    ...elsewhere.map(({ id, source }) => {
      const place = source.path === "" ? source.name : `${source.name}, ${source.path}`;
      return `says some of the same and stays: ${id.slice(0, 8)} (${place})`;
    }),
  ];
}

/** Names of places where forgotten text is still found; empty if there are none. */
export function stillFound({ proof }: Forgotten): string {
  return (proof?.probes ?? []).flatMap(({ path, found }) => (found ? [path] : [])).join(", ");
}
