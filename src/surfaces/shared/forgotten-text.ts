import type { Forgotten } from "../../index.ts";
import { counted } from "./counted.ts";

/** Whether nothing holds what was asked for. */
export function isNothingFound({ matches, answers, facts }: Forgotten): boolean {
  return matches.length + answers.length + facts.length === 0;
}

/** Whether confirming removes anything: drawers, or quotes in answers. */
export function anythingGoes({ matches, answers }: Forgotten): boolean {
  return matches.some(({ goes }) => goes) || answers.some(({ goes }) => goes);
}

/** What was removed: "2 drawers", "what 1 answer said". */
export function removedText({ removed, answers }: Forgotten, noun: string): string {
  const answerCount = answers.filter(({ goes }) => goes).length;
  const drawers = removed.length === 0 && answerCount > 0 ? [] : [counted(removed.length, noun)];
  return [...drawers, ...(answerCount === 0 ? [] : [`what ${counted(answerCount, "answer")} said of it`])].join(
    " and ",
  );
}

/** Lines on answers that quote forgotten text, and on drawers and facts that remain. */
export function remainingLines(
  { matches, answers, facts, elsewhere, lists }: Forgotten,
  yes: boolean,
): readonly string[] {
  const messagesGo = !yes && matches.some(({ goes }) => goes);
  const standing = messagesGo
    ? "is in the fact too, which loses what a message that goes has told"
    : "stays in the fact";
  return [
    ...answers.map(({ chat, message, goes, why }) => {
      const what = goes ? (yes ? "taken out of" : "would go from") : "stays in";
      return `${what} answer ${message} of the chat '${chat}', which says it${why === "" ? "" : `: ${why}`}`;
    }),
    ...facts.map(({ topic, why }) => `${standing}: '${topic}'; ${why}`),
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
