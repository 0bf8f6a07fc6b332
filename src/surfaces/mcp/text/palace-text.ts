import type { Caller, Project, RoomSummary, Taxonomy, Tunnels, Note, WingSummary } from "../../../index.ts";
import { storedLines } from "../../../index.ts";
import { WAKE_UP, type ValuesOf } from "../../../model/requests/index.ts";
import { counted, linkedFrom } from "../../shared/wording.ts";
import type { ToolAnswer } from "../tool.ts";
import { NOTHING_STORED, notesText } from "./hits-text.ts";

/** How AAAK is read, in one line; the grammar is in docs/aaak.md. */
export const AAAK_LEGEND =
  "AAAK2 wing/room document | @ codes of names | # passages (beginnings of ids) | + topic | places of " +
  "its passages, codes | * words that set it apart | ~ days | % halls and counts | ! place and key sentence";

/** Of a page that begins behind the last entry. */
export const beyondText = (total: number): string => `Nothing there: the list has ${total}; give a smaller offset.`;

/** Which part of a list is asked for, and how one gets the next. */
export interface Portion {
  readonly limit: number;
  readonly offset?: number;
  /** @param offset where it begins */
  readonly next: (offset: number) => string;
}

/** A part of a list: an empty part is told apart from an empty list. */
export function page<T>(
  all: readonly T[],
  given: Portion & { readonly lines: (shown: readonly T[]) => readonly string[]; readonly empty: string },
): ToolAnswer {
  const { limit, offset = 0, next, lines, empty } = given;
  const shown = all.slice(offset, offset + limit);
  if (shown.length === 0 && all.length > 0) return { lead: beyondText(all.length) };
  const end = offset + shown.length;
  const stored = storedLines(lines(shown));
  return {
    lead: stored.length === 0 ? empty : "",
    stored,
    tail: all.length > end ? `${all.length - end} more; ${next(end)}.` : "",
  };
}

/** Rooms of a wing that are named; the rest is counted. */
const MAX_ROOMS = 25;

/** A line a wing, with some of its rooms. @param halls passages by wing and hall */
export function taxonomyLines(
  rooms: readonly { readonly wing: string; readonly room: string; readonly count: number }[],
  halls: Taxonomy["halls"],
): readonly string[] {
  return [...Map.groupBy(rooms, ({ wing }) => wing)].map(([wing, own]) => {
    const sorted = own.toSorted((a, b) => b.count - a.count || (a.room < b.room ? -1 : 1));
    const named = sorted
      .slice(0, MAX_ROOMS)
      .map(({ room, count }) => `${room} ${count}`)
      .join(", ");
    const kinds = Object.entries(halls[wing] ?? {}).map(([hall, count]) => `${hall} ${count}`);
    const left = sorted.length > MAX_ROOMS ? `, and ${sorted.length - MAX_ROOMS} more rooms` : "";
    return `${wing}${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`}: ${named}${left}`;
  });
}

/** Rooms, a line each. @example roomLines(rooms)[0] // "auth-migration: 12 passages in driftwood, orion; 2026-09-14 to 2026-10-05" */
export const roomLines = (rooms: readonly RoomSummary[]): readonly string[] =>
  rooms.map(
    ({ room, count, wings, first, last }) =>
      `${room}: ${counted(count, "passage")} in ${wings.join(", ")}${first === null ? "" : `; ${first} to ${last}`}`,
  );

/** Wings, a line each. @example wingLines(wings)[0] // "driftwood: 40 passages in 7 rooms (facts 21, events 9)" */
export function wingLines(wings: readonly WingSummary[]): readonly string[] {
  return wings.map(({ wing, count, rooms, halls, aliases }) => {
    const kinds = Object.entries(halls)
      .map(([hall, drawers]) => `${hall} ${drawers}`)
      .join(", ");
    return (
      `${wing}: ${counted(count, "passage")} in ${counted(rooms, "room")}` +
      `${kinds === "" ? "" : ` (${kinds})`}` +
      `${aliases.length === 0 ? "" : `, also called ${aliases.join(", ")}`}`
    );
  });
}

const MAX_LINKED = 20;

/** Tunnels, a line each: rooms that wings share, those that somebody dug, rooms whose notes link to each other. */
export const tunnelLines = ({ tunnels, explicit, linked }: Tunnels): readonly string[] => [
  ...tunnels.map(({ room, wings, count }) => `${room}: joins ${wings.join(", ")} (${counted(count, "passage")})`),
  ...explicit.map(({ a, b, label }) => `${a.wing}/${a.room} to ${b.wing}/${b.room}${label === "" ? "" : `: ${label}`}`),
  ...linked
    .slice(0, MAX_LINKED)
    .map((one) => `${one.a.wing}/${one.a.room} to ${one.b.wing}/${one.b.room}: ${linkedFrom(one)}`),
  ...(linked.length > MAX_LINKED ? [`${linked.length - MAX_LINKED} more by links.`] : []),
];

/** Tokens of the fence around a brief. */
const FENCE = 22;

/** A brief as a model reads it, within its budget with the fence, and why there is none. */
export async function briefAnswer(
  project: Project,
  { budgetTokens = WAKE_UP.budgetTokens.default, ...options }: ValuesOf<typeof WAKE_UP> & { readonly caller: Caller },
  ifEmpty: () => readonly Note[] = () => [],
): Promise<ToolAnswer> {
  const { text, left } = await project.wakeUp({ ...options, budgetTokens: Math.max(0, budgetTokens - FENCE) });
  if (text !== "") return { stored: storedLines(text.split("\n")), budgetTokens };
  return Object.values(left).some((count) => count > 0)
    ? { lead: `Nothing fits into ${budgetTokens} tokens.` }
    : { lead: [NOTHING_STORED, ...notesText(ifEmpty())].join("\n") };
}
