import { operation, step, hintOf, nearOrListed, type NextStep } from "../model/next-step.ts";
import { LociError } from "../model/error.ts";
import type { DrawerFilter } from "../model/search.ts";
import { ELEMENT_TYPES, type ElementType } from "../model/section.ts";
import { type MessageRole, ROLE_NAMES, rolesCalled } from "../model/message-role.ts";
import { NAMED_TYPES, type SearchOptions } from "../model/requests/index.ts";
import { hallName } from "../palace/halls/classify-hall.ts";
import { wingSlug } from "../palace/wing.ts";
import { fold } from "../text/words.ts";
import { slug } from "../text/slug.ts";
import { type AskedAt, type Period, periodOf } from "./analyse/time-window.ts";
import type { Note } from "../model/note.ts";
import type { CandidateSet } from "../storage/ports/candidates.ts";

export interface SourceName {
  readonly key: string;
  readonly name: string;
  readonly root: string;
  readonly kind?: string;
}

/** A chat that is held with Loci itself: its messages stand in the project's own folder. */
export const isOwnChat = ({ kind, root }: SourceName): boolean =>
  kind === "chat" && /[\\/]chats[\\/][^\\/]+[\\/]messages\.jsonl$/u.test(root);

/**
 * The filter in force: what the options say and what the question's own `field:value` parts say, joined by AND.
 * @param sources for names of sources; a source may be given by key, root, or name, which several may have
 * @throws LociError `QUERY_INVALID` for a time that can't be read, `SOURCE_NOT_FOUND` for an unknown source
 */
export function resolveFilter(
  options: { readonly [Name in keyof SearchOptions]?: SearchOptions[Name] | undefined },
  asked: DrawerFilter,
  sources: readonly SourceName[],
  at: AskedAt,
): DrawerFilter {
  const wings = join(options.wing, asked.wings, wingSlug);
  const halls = join(options.hall, asked.halls, hallName);
  const rooms = join(options.room, asked.rooms, slug);
  const types = join(options.type, asked.documentTypes, fold)?.map(fold);
  const elementTypes = types?.filter((type) => ELEMENTS.has(type)) as ElementType[] | undefined;
  const documentTypes = types?.filter((type) => !ELEMENTS.has(type));
  const roles = join(roleNames(options.role), asked.roles, (role) => role) as DrawerFilter["roles"];
  const named = join(sourceKeys(options.source, sources), sourceKeys(asked.sources, sources), (key) => key);
  const since = narrowest(Math.max, [
    asked.since,
    options.since === undefined ? undefined : instant("since", options.since, at).start,
  ]);
  const before = narrowest(Math.min, [
    asked.before,
    options.until === undefined ? undefined : instant("until", options.until, at).end,
    options.asOf === undefined ? undefined : instant("asOf", options.asOf, at).end,
  ]);
  return {
    ...(wings && { wings }),
    ...(halls && { halls }),
    ...(rooms && { rooms }),
    ...(documentTypes && (documentTypes.length > 0 || !elementTypes?.length) && { documentTypes }),
    ...(elementTypes?.length && { elementTypes }),
    ...(roles && { roles }),
    ...(named && { sources: named }),
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(options.excludeChats?.length && { excludeSources: chatKeys(options.excludeChats, sources) }),
    ...(options.excludeIds?.length && { excludeIds: options.excludeIds }),
  };
}

/** Elements that a filter of types may name beside types of documents; `code` is a document's. */
const ELEMENTS: ReadonlySet<string> = new Set(ELEMENT_TYPES.filter((type) => type !== "code"));

function roleNames(given: string | readonly string[] | undefined): readonly MessageRole[] | undefined {
  if (given === undefined) return undefined;
  const names = typeof given === "string" ? [given] : given;
  return names.flatMap((name) => {
    const roles = typeof name === "string" ? rolesCalled(name) : null;
    if (roles !== null) return roles;
    throw new LociError("QUERY_INVALID", `'${String(name).slice(0, 80)}' is no role`, {
      hint: `roles are ${ROLE_NAMES.join(", ")}`,
    });
  });
}

/** What an option and the question's own fields name both, as the option spells it: two spellings of one name are that name. */
function join(
  option: string | readonly string[] | undefined,
  field: readonly string[] | undefined,
  nameOf: (written: string) => string,
): readonly string[] | undefined {
  const listed = typeof option === "string" ? [option] : option;
  if (listed === undefined || field === undefined) return listed ?? field;
  const named = new Set(field.map(nameOf));
  return listed.filter((written) => named.has(nameOf(written)));
}

/**
 * Reads a time given as an option, in a form that `periodOf` knows.
 * @throws LociError `QUERY_INVALID` also for days that there are not
 */
export function instant(name: string, text: string, at: AskedAt): Period {
  // Who calls from JavaScript may give a Date or a number.
  const period = typeof text === "string" ? periodOf(text, at) : null;
  if (period !== null) return period;
  throw new LociError(
    "QUERY_INVALID",
    `${typeof text === "string" ? `'${text.trim().slice(0, 80)}'` : "what is no text"} is no time that '${name}' understands`,
    {
      hint: "use an ISO date such as 2026-05-31, 2026-05 or 2026, a time such as 2026-05-31T14:00:00Z, or words such as 'last week'",
    },
  );
}

function sourceKeys(
  named: string | readonly string[] | undefined,
  sources: readonly SourceName[],
): readonly string[] | undefined {
  if (named === undefined) return undefined;
  return [...new Set((typeof named === "string" ? [named] : named).flatMap((name) => sourcesCalled(name, sources)))];
}

/** A key and a root are of one source; folders of one name are sources of one name, and it means them all. */
function sourcesCalled(name: string, sources: readonly SourceName[]): readonly string[] {
  const one = sources.find(({ key }) => key === name) ?? sources.find(({ root }) => root === name);
  const found = one === undefined ? sources.filter((source) => source.name === name) : [one];
  if (found.length === 0)
    throw new LociError("SOURCE_NOT_FOUND", `there is no source '${name.slice(0, 200)}'`, {
      hint: nearOrListed(name, sources, "sources"),
    });
  return found.map(({ key }) => key);
}

const chatKeys = (named: readonly string[], sources: readonly SourceName[]): readonly string[] =>
  sources.filter(({ kind, name }) => kind === "chat" && named.includes(name)).map(({ key }) => key);

/** The narrowest of some bounds, of which any may be missing. */
function narrowest(of: typeof Math.max, times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : of(...known);
}

/** A filter as an answer shows it: its times are ISO 8601, as all that an answer tells are. */
export const appliedFilters = ({ since, before, ...others }: DrawerFilter): Readonly<Record<string, unknown>> => ({
  ...others,
  ...(since !== undefined && { since: isoTime(since) }),
  ...(before !== undefined && { before: isoTime(before) }),
});

/** A time that is beyond all dates stands for no bound, and is none. */
const isoTime = (instant: number): string | null =>
  Math.abs(instant) <= LAST_INSTANT ? new Date(instant).toISOString() : null;

/** What a `Date` reaches, milliseconds. */
const LAST_INSTANT = 8.64e15;

/** What a filter is called where it is given. */
const NAMES: Readonly<Record<string, string>> = {
  wings: "wing",
  halls: "hall",
  rooms: "room",
  places: "wing and room",
  sources: "source",
  documentTypes: "type",
  elementTypes: "type",
  roles: "role",
};

const HINTS: Readonly<Record<string, string | NextStep>> = {
  source: step`${operation("sources")} lists them`,
  role: "roles are user, assistant, tool_call, tool_result, summary and system",
  type: `there are types ${NAMED_TYPES}`,
};

/**
 * A note when a filter or what stands in quotes leaves no drawer at all, so that a misspelt wing doesn't look like a question without an answer.
 * @param quoted the texts between quotes
 */
export function emptyFilter(
  { visible, eligible, removed }: Pick<CandidateSet, "visible" | "eligible" | "removed">,
  filter: DrawerFilter,
  quoted: readonly string[] = [],
): readonly Note[] {
  if (eligible > 0 || visible === 0) return [];
  const leftOut = removed.filter(({ drawers }) => drawers > 0);
  const last = leftOut.at(-1);
  if (last === undefined) return [];
  if (last.by === "phrases") {
    const which = leftOut.length > 1 ? " of those that the filters leave" : "";
    const message = `no passage${which} holds ${quoted.map((phrase) => `"${phrase}"`).join(" and ")} word for word`;
    return [{ code: "PHRASE_ABSENT", message, hint: "ask without the quotes to find its words wherever they stand" }];
  }
  const empty = (why: string, hint: string | NextStep): readonly Note[] => [
    { code: "FILTER_EMPTY", message: `no passage fits the filter: ${why}`, ...hintOf(hint) },
  ];
  if (last.by === "since" || last.by === "before") {
    // Several options bound the time, and so may the question: the bound itself is said.
    const { since, before } = appliedFilters(filter);
    if ((filter.since ?? -Infinity) >= (filter.before ?? Infinity))
      return empty(`no time is from ${String(since)} on and before ${String(before)}`, "put the earlier time first");
    const bound = last.by === "since" ? `from ${String(since)} on` : `before ${String(before)}`;
    return empty(
      `none is dated ${bound.replaceAll("T00:00:00.000Z", "")}`,
      "a passage without a date fits no filter of time",
    );
  }
  const name = NAMES[last.by];
  const places = step`${operation("palace")} shows which wings, halls and rooms there are`;
  return name === undefined ? [] : empty(`'${name}' left none`, HINTS[name] ?? places);
}
