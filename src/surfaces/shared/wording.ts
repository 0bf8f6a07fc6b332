import { readFileSync } from "node:fs";
import type { AddedDrawer, Forgotten, Job, LinkedRooms, SearchResult } from "../../index.ts";

/** A count with its word. `toLocaleString` would group the digits, too, and cost 15 ms on its first use. @example counted(1234, "file") // "1,234 files" */
export const counted = (count: number, word: string): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${word}${count === 1 ? "" : "s"}`;

/** How a run stands, in a word: one whose process is gone has stopped, which isn't its failure. */
export const stateOfRun = ({ status, notes }: Pick<Job, "status" | "notes">): string =>
  notes.some(({ code }) => code === "INTERRUPTED") ? "stopped" : status;

/** Who sees what has a scope, in words. @example whoSees("admin") // "you alone (admin)" */
export function whoSees(scope: string): string {
  if (scope === "kb") return "everyone in the project (kb)";
  return scope === "admin" ? "you alone (admin)" : scope.replace(/^user:(.*)$/, "user $1 ($&)");
}

/** Of a question for several things, how far apart its hits stand: " in 6 sessions"; else nothing. */
export function inDocuments({ several, hits }: Pick<SearchResult, "several" | "hits">): string {
  if (several === undefined) return "";
  return ` in ${counted(several.documents, hits.every(({ message }) => message !== null) ? "session" : "document")}`;
}

const NAMED_LINKS = 3;

/** Why links join two rooms. @example linkedFrom(linked) // "linked from plan.md:3 (to costs.md), rome.md:12 (to plan.md)" */
export function linkedFrom({ count, links }: Pick<LinkedRooms, "count" | "links">): string {
  const named = links
    .slice(0, NAMED_LINKS)
    .map(({ from, line, to }) => `${from}${line === null ? "" : `:${line}`} (to ${to})`);
  const more = count - named.length;
  return `linked from ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/**
 * A time in the zone of who reads it; a day without an hour stays that day, which no zone moves. Nothing for none.
 * @example localMinute("2026-02-11T13:03:20Z") // "2026-02-11 14:03" in Rome
 */
export function localMinute(time: string | null | undefined): string {
  if (time === null || time === undefined) return "";
  if (!/T(?!00:00(?::00(?:\.0+)?)?Z$)/u.test(time)) return time.slice(0, 10);
  const at = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Whether nothing holds what was asked for; what only looks like it may be among the matches. */
export const isNothingFound = ({ matches, answers, facts, notes }: Forgotten): boolean =>
  matches.filter(({ sure }) => sure).length + answers.length + facts.length + notes.length === 0;

/** Whether confirming removes anything: drawers, quotes in answers, facts or notes. */
export const anythingGoes = ({ matches, answers, facts, notes }: Forgotten): boolean =>
  [...matches, ...answers].some(({ goes }) => goes) || facts.length + notes.length > 0;

/** What was removed: "2 drawers", "what 1 answer said". */
export function removedText({ removed, answers, facts, notes }: Forgotten, noun: string): string {
  const answerCount = answers.filter(({ goes }) => goes).length;
  const isOther = answerCount + facts.length + notes.length > 0;
  return [
    ...(removed.length === 0 && isOther ? [] : [counted(removed.length, noun)]),
    ...(facts.length === 0 ? [] : [counted(facts.length, "fact")]),
    ...(notes.length === 0 ? [] : [counted(notes.length, "note")]),
    ...(answerCount === 0 ? [] : [`what ${counted(answerCount, "answer")} said of it`]),
  ].join(" and ");
}

export function remainingLines({ answers, facts, notes, elsewhere, copies, lists }: Forgotten, yes: boolean): string[] {
  return [
    ...answers.map(({ chat, message, goes, why }) => {
      const what = goes ? (yes ? "taken out of" : "would go from") : "stays in";
      return `${what} answer ${message} of the chat '${chat}', which says it${why === "" ? "" : `: ${why}`}`;
    }),
    ...facts.map(({ topic, why }) => `${yes ? "forgotten" : "would go"}: the fact '${topic}', ${why}`),
    ...notes.map(({ file, text }) => `${yes ? "forgotten" : "would go"}: ‘${text}’ of ${file}`),
    ...(lists.length === 0 ? [] : [`what these messages told was taken back from: ${lists.join(", ")}`]),
    ...elsewhere.map(({ id, source }) => {
      const place = source.path === "" ? source.name : `${source.name}, ${source.path}`;
      return `says some of the same and stays: ${id.slice(0, 8)} (${place})`;
    }),
    ...copies.map(({ project, backup, files }) =>
      project === null
        ? `${files === 0 ? "may still be" : `is still in ${counted(files, "file")}`} of the backup '${backup}': delete it, and make another`
        : `${counted(files, "file")} of the project '${project}' hold some of it: loci forget "…" --project ${project}`,
    ),
  ];
}

/** Names of places where forgotten text is still found; empty if there are none. */
export const stillFound = ({ proof }: Forgotten): string =>
  (proof?.probes ?? []).flatMap(({ path, found }) => (found ? [path] : [])).join(", ");

/** The version of Loci. The package's file stands three folders up from here, in the sources and in `dist` alike. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}

/** What became of secrets in a text that was added; nothing where it held none. */
export function saidOfSecrets({ redacted, secrets }: Pick<AddedDrawer, "redacted" | "secrets">): string {
  const kinds = [...redacted, ...secrets].join(", ");
  const became =
    redacted.length > 0
      ? "which isn't kept there: said as a fact it stands in the fact alone"
      : "kept word for word, found by searches and left out of briefs: said as a fact it stands in the fact alone";
  return kinds === "" ? "" : `\nIt ${redacted.length > 0 ? "held" : "holds"} a secret (${kinds}), ${became}.`;
}
