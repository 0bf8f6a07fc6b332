import type { AnswerOf } from "loci/client";
import { html, useCallback, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { count, counted, day, fileOf, whoSees } from "../lib/format.ts";
import { moveAlong } from "../lib/keys.ts";
import { ageOf, RETRY_MS, whileAsked } from "../lib/loaded.ts";
import { whenReleased } from "../lib/pressed.ts";
import { change, here, param, place } from "../lib/route.ts";
import { changes, client, isMine, isOwner, mayWrite, project } from "../lib/session.ts";
import type { ExportRow } from "../lib/csv.ts";
import { Export } from "../parts/export.ts";
import { Icon } from "../parts/icon.ts";
import { Empty, NothingYet, Notes, Problem } from "../parts/notice.ts";
import { beginning } from "../parts/front-matter.ts";
import { Gap, useNarrow, useWindow } from "../parts/rows.ts";
import { Filters } from "./filters.ts";
import { ForgetDialog, forgotten } from "./forget.ts";
import { RememberDialog } from "./remember.ts";
import { Passage } from "./passage.ts";
import { chosenFilters, type FilterName } from "./search-state.ts";

type Row = AnswerOf<"drawers">["drawers"][number];

const NAMES: readonly FilterName[] = ["wing", "room", "hall", "source", "type", "since", "until"];
/** Rows that are asked for at once. */
const PAGE = 200;
/** Height of a row in CSS pixels, of one line and of two, as in the styles. */
const ROW_HEIGHT = 44;
const TWO_LINES = 64;
/** Width below which a row takes two lines, CSS pixels: five columns leave the words no room there. */
const NARROW = 720;
/** Debounce before the table is requested, milliseconds. */
const SETTLED_MS = 150;

const COLUMNS = [
  ["text", "Passage", ""],
  ["place", "Wing / room", "wing"],
  ["source", "From", "source"],
  ["date", "Date", "date"],
  ["length", "Length", "length"],
] as const;

interface Table {
  readonly key: string;
  /** What was asked, in whatever state of the project. */
  readonly of: string;
  readonly total: number;
  readonly rows: ReadonlyMap<number, Row>;
  readonly notes: AnswerOf<"drawers">["notes"];
}

/** Every passage of what is chosen, as rows that can be sorted, chosen and forgotten. */
export function MemoryView(): VNode {
  const asked = param("text");
  const [text, setText] = useState(asked);
  /** What the field wrote into the address; something else there comes from a link or from going back. */
  const written = useRef(asked);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The passages of the dialog: those chosen when it was opened, whatever is chosen or written meanwhile. */
  const [forgetting, setForgetting] = useState<readonly string[]>([]);
  const [remembering, setRemembering] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const open = param("open");
  const sort = param("sort") || "date";
  const order = param("order") || "desc";
  const filters = chosenFilters(place.value.params);
  const request = { ...filters, text: asked, sort, order, duplicates: param("duplicates") };
  const { table, error, seen } = useTable(request);
  // What was asked for before stands, set back, until the answer is there.
  const age = ageOf(table !== null && table.of !== JSON.stringify(request));
  const side = useNarrow(NARROW);
  const { ref, from, to, before, after } = useWindow(table?.total ?? 0, side.narrow ? TWO_LINES : ROW_HEIGHT, seen);
  // A choice ends with the question it was made in, not with what somebody else writes meanwhile.
  useEffect(() => setChosen(new Set()), [project.value, JSON.stringify(request)]);
  useEffect(() => setChosen(chosen.difference(new Set(forgotten.value))), [forgotten.value]);
  useEffect(() => {
    if (asked !== written.current) setText((written.current = asked));
  }, [asked]);
  useEffect(() => {
    const next = text.trim();
    if (next === written.current) return;
    const timer = setTimeout(() => change({ text: (written.current = next) }, { replace: true }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  // What is chosen is forgotten: of what is another's, nothing is chosen.
  const shownIds = [...(table?.rows.values() ?? [])].filter(({ scope }) => isMine(scope)).map(({ id }) => id);
  const choosing = isOwner.value || shownIds.length > 0;
  const chooseAll = `Choose the ${counted(shownIds.length, "passage")}${isOwner.value ? "" : " of yours"} loaded so far`;
  const rows = Array.from({ length: to - from }, (_, i) => [from + i, table?.rows.get(from + i)] as const);
  return html`<div
    class=${`memory ${open === "" ? "" : "opened"}`}
    onKeyDown=${(event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.target instanceof HTMLElement && event.target.matches("[data-row], tr *"))
        moveAlong(event, body.current);
    }}
  >
    <div class="memory-side" ref=${side.ref}>
      <header class="view-head"><h1>Memory</h1>${mayWrite.value && html`<button type="button" onClick=${() => setRemembering(true)}>Remember a passage…</button>`}</header>
      <div class="ask-bar">
        <${Icon} name="search" />
        <input
          data-search
          type="search"
          aria-label="Filter by words"
          placeholder="Filter by words"
          autocomplete="off"
          value=${text}
          onInput=${(event: Event) => setText((event.currentTarget as HTMLInputElement).value)}
        />
      </div>
      <${Filters} names=${NAMES} />
      <p class="table-bar">
        <span role="status" ...${age}
          >${table === null ? "…" : counted(table.total, "passage")}${chosen.size === 0 ? "" : `, ${count(chosen.size)} chosen${chosen.size === shownIds.length && chosen.size < (table?.total ?? 0) ? ": those loaded so far, not all" : ""}`}</span
        >
        <label class="check"
          ><input
            type="checkbox"
            checked=${param("duplicates") === "true"}
            onChange=${(event: Event) => change({ duplicates: (event.currentTarget as HTMLInputElement).checked ? "true" : "" })}
          />
          Only duplicates</label
        >
        <${Export} name="memory" rows=${() => allRows(request)} />
        ${
          choosing &&
          html`<button type="button" class="danger" aria-disabled=${chosen.size === 0} onClick=${() => setForgetting([...chosen])}>
            <${Icon} name="trash" /> Forget${chosen.size > 0 ? ` ${count(chosen.size)}` : ""}…
          </button>`
        }
      </p>
      <${Problem} error=${error} />
      <${Notes} notes=${table?.notes ?? []} />
      ${request.duplicates === "true" && (table?.total ?? 0) > 0 && html`<p class="note">What says the same stands together. A search shows one of them, so the others can be forgotten and answers stay as they are.</p>`}
      ${table?.total === 0 && !age["aria-busy"] && (Object.values({ ...request, sort: "", order: "" }).join("") === "" ? html`<${NothingYet} />` : html`<${Empty} title="Nothing here"><p>Take a filter off.</p><//>`)}
      ${
        table !== null &&
        table.total > 0 &&
        html`<table class=${`drawers ${side.narrow ? "two-lines" : ""} ${choosing ? "" : "no-ticks"} ${age.class}`} aria-busy=${age["aria-busy"]} role="table" ref=${ref} aria-rowcount=${table.total + 1}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader" class="tick">
                ${
                  choosing &&
                  html`<input
                    type="checkbox"
                    aria-label=${chooseAll}
                    title=${chooseAll}
                    checked=${chosen.size > 0 && shownIds.every((id) => chosen.has(id))}
                    onChange=${(event: Event) => setChosen(new Set((event.currentTarget as HTMLInputElement).checked ? shownIds : []))}
                  />`
                }
              </th>
              ${COLUMNS.map(([name, label, by]) => html`<${ColumnHead} key=${name} name=${name} label=${label} by=${by} sort=${sort} order=${order} />`)}
            </tr>
          </thead>
          <tbody role="rowgroup" ref=${body}>
            <${Gap} height=${before} columns=${COLUMNS.length + 1} />
            ${rows.map(([at, row]) => html`<${DrawerRow} key=${at} at=${at} row=${row} isAgain=${request.duplicates === "true" && isSame(row, table.rows.get(at - 1))} isChosen=${row !== undefined && chosen.has(row.id)} isOpen=${row?.id === open} toggle=${toggle} />`)}
            <${Gap} height=${after} columns=${COLUMNS.length + 1} />
          </tbody>
        </table>`
      }
    </div>
    ${open !== "" && html`<${Passage} id=${open} />`}
    ${remembering && html`<${RememberDialog} onClose=${() => setRemembering(false)} />`}
    ${forgetting.length > 0 && html`<${ForgetDialog} ids=${forgetting} onClose=${() => setForgetting([])} />`}
  </div>`;
}

function ColumnHead({
  name,
  label,
  by,
  sort,
  order,
}: {
  readonly name: string;
  readonly label: string;
  readonly by: string;
  readonly sort: string;
  readonly order: string;
}): VNode {
  if (by === "") return html`<th scope="col" role="columnheader" class=${name}>${label}</th>`;
  const is = sort === by;
  const next = is && order === "desc" ? "asc" : "desc";
  return html`<th scope="col" role="columnheader" class=${name} aria-sort=${is ? (order === "asc" ? "ascending" : "descending") : null}>
    <button type="button" class="bare" onClick=${() => change({ sort: by, order: next })}>
      ${label}${is && html` <${Icon} name=${order === "asc" ? "up" : "down"} />`}
    </button>
  </th>`;
}

/** Whether two rows say the same, whatever blanks stand between their words. */
function isSame(row: Row | undefined, before: Row | undefined): boolean {
  return row !== undefined && before !== undefined && spaced(row.text) === spaced(before.text);
}
const spaced = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

function DrawerRow({
  at,
  row,
  isAgain,
  isChosen,
  isOpen,
  toggle,
}: {
  readonly at: number;
  readonly row: Row | undefined;
  /** Whether it says what the row above says. */
  readonly isAgain: boolean;
  readonly isChosen: boolean;
  readonly isOpen: boolean;
  readonly toggle: (id: string) => void;
}): VNode {
  if (row === undefined)
    return html`<tr role="row" aria-rowindex=${at + 2} class="waiting">
      <td role="cell" colspan=${COLUMNS.length + 1}>…</td>
    </tr>`;
  const choosable = isMine(row.scope);
  const place = `${row.wing} / ${row.room}`;
  const from =
    row.documentType === "chat" ? `${row.source.name} / ${row.title || fileOf(row.source)}` : fileOf(row.source);
  return html`<tr
    role="row"
    aria-rowindex=${at + 2}
    data-id=${row.id}
    class=${`${isChosen ? "chosen" : ""} ${isOpen ? "on" : ""} ${isAgain ? "again" : ""}`}
  >
    <td role="cell" class="tick">
      ${choosable && html`<input type="checkbox" aria-label=${`Choose passage ${at + 1}`} checked=${isChosen} onChange=${() => toggle(row.id)} />`}
    </td>
    <td role="cell" class="text">
      <a
        data-row
        dir="auto"
        href=${here({ open: row.id })}
        onKeyDown=${(event: KeyboardEvent) => event.key === " " && (event.preventDefault(), choosable && toggle(row.id))}
        >${beginning(row.text, 300, row.documentType) || "(empty)"}</a
      >
    </td>
    <td role="cell" class="place" title=${place}><bdi>${place}</bdi></td>
    <td role="cell" class="source" title=${from}>
      <bdi>${from}</bdi>${row.duplicates > 0 && html` <small>×${row.duplicates + 1}</small>`}${isOwner.value && row.scope.startsWith("user:") && html` <small>${whoSees(row.scope)}</small>`}
    </td>
    <td role="cell" class="date">${day(row.date)}</td>
    <td role="cell" class="length">${count(row.length)}</td>
  </tr>`;
}

/** Most rows that the service gives at once. */
const EXPORT_PAGE = 1_000;

/** A path below its source, of a session the file's; one that begins with a sign is no formula. */
const pathOf = (path: string): string => path.replace(/(?<=\.\w+)#.*$/u, "").replace(/^(?=[=+\-@])/u, "./");

/** Every row of what is chosen, also those that never came into sight. */
async function allRows(request: Readonly<Record<string, unknown>>): Promise<readonly ExportRow[]> {
  const rows: ExportRow[] = [];
  for (let total = Infinity; rows.length < total;) {
    const page = await client.peek().drawers({ ...given(request), offset: rows.length, limit: EXPORT_PAGE });
    total = page.drawers.length === 0 ? 0 : page.total;
    rows.push(
      ...page.drawers.map(({ id, text, wing, hall, room, scope, source, title, role, turn, date, length }) => ({
        ...{ id, beginning: text, wing, hall, room, visibleTo: whoSees(scope) },
        ...{ source: source.name, path: pathOf(source.path), title, role, turn: turn?.at ?? null, date, length },
      })),
    );
  }
  return rows;
}

/** A request without what is empty. */
const given = (request: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== ""));

/** Rows by their place, asked for a page at a time as they come into sight. */
function useTable(request: Readonly<Record<string, unknown>>): {
  readonly table: Table | null;
  readonly error: unknown;
  readonly seen: (from: number, to: number) => void;
} {
  const of = JSON.stringify(request);
  const key = JSON.stringify([project.value, changes.value, of]);
  const [table, setTable] = useState<Table | null>(null);
  const [error, setError] = useState<unknown>(null);
  const pending = useRef({ key: "", pages: new Set<number>() });
  const load = useCallback(
    (page: number): void => {
      if (pending.current.key !== key) pending.current = { key, pages: new Set() };
      if (pending.current.pages.has(page)) return;
      pending.current.pages.add(page);
      const asked = client.peek().drawers({ ...given(request), offset: page * PAGE, limit: PAGE });
      whileAsked(asked).then(
        ({ drawers, total, notes }) =>
          whenReleased(() => {
            if (pending.current.key !== key) return;
            setError(null);
            setTable((last) => {
              const rows = new Map(last?.key === key ? last.rows : []);
              drawers.forEach((row, i) => rows.set(page * PAGE + i, row));
              return { key, of, total, rows, notes };
            });
          }),
        (thrown: unknown) =>
          whenReleased(() => {
            if (pending.current.key !== key) return;
            pending.current.pages.delete(page);
            setError(thrown);
          }),
      );
    },
    [key, of],
  );
  useEffect(() => load(0), [load]);
  useEffect(() => {
    if ((error as { readonly status?: number } | null)?.status !== 0) return;
    const retry = setTimeout(() => load(0), RETRY_MS);
    return () => clearTimeout(retry);
  }, [error, load]);
  const seen = useCallback(
    (from: number, to: number) => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(Math.max(from, to - 1) / PAGE); page++) load(page);
    },
    [load],
  );
  return { table, error, seen };
}
