import { html, useState, type VNode } from "../lib/html.ts";
import { useLive } from "../lib/loaded.ts";
import { change, param } from "../lib/route.ts";
import { client, isOwner } from "../lib/session.ts";
import { counted, day } from "../lib/format.ts";
import { Icon } from "../parts/icon.ts";
import { FILTERS, type FilterName } from "./search-state.ts";

interface Choices {
  readonly wings: readonly (readonly [name: string, drawers: number])[];
  readonly halls: readonly string[];
  readonly rooms: readonly string[];
  readonly sources: readonly (readonly [key: string, name: string])[];
}

const TYPES = ["md", "txt", "code", "pdf", "docx", "html", "rst", "chat"];
/** The five cognitive halls. */
export const HALLS = ["facts", "events", "discoveries", "preferences", "advice"];
/** Who said a message; tools are calls and results. */
const ROLES: readonly (readonly [role: string, shown: string])[] = [
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tools"],
  ["summary", "summaries"],
  ["system", "system"],
];
/** Rooms that are suggested; any other may be typed. */
const SUGGESTED = 500;

/** The filters of a list as chips: what is chosen stands out and can be taken off. */
export function Filters({ names = FILTERS }: { readonly names?: readonly FilterName[] }): VNode {
  // What there is to choose from is asked for when somebody is about to choose.
  const [near, setNear] = useState(false);
  // On a narrow page those that aren't chosen are folded away.
  const [shown, setShown] = useState(false);
  const choices = useLive(near ? "" : null, loadChoices).value;
  const wing = param("wing");
  const chosen = names.filter((name) => param(name) !== "");
  return html`<div
    class=${`filters ${shown ? "shown" : ""}`}
    role="group"
    aria-label="Filters"
    onPointerEnter=${() => setNear(true)}
    onFocusIn=${() => setNear(true)}
    onTouchStart=${() => setNear(true)}
  >
    <button type="button" class="fold" aria-expanded=${shown} onClick=${() => setShown(!shown)}>Filters</button>
    ${
      names.includes("wing") &&
      html`<${Choice}
        name="wing"
        label="Wing"
        options=${(choices?.wings ?? []).map(([name, drawers]) => [name, `${name} (${drawers})`])}
      />`
    }
    ${names.includes("room") && html`<${Room} rooms=${choices?.rooms ?? []} wing=${wing} />`}
    ${names.includes("hall") && html`<${Choice} name="hall" label="Hall" options=${[...new Set([...HALLS, ...(choices?.halls ?? [])])].map((name) => [name, name])} />`}
    ${names.includes("role") && html`<${Choice} name="role" label="Said by" options=${ROLES} />`}
    ${names.includes("source") && isOwner.value && html`<${Choice} name="source" label="Source" options=${choices?.sources ?? []} />`}
    ${names.includes("type") && html`<${Choice} name="type" label="Type" options=${TYPES.map((name) => [name, name])} />`}
    ${names.includes("since") && html`<${Time} withAsOf=${names.includes("asOf")} />`}
    ${
      chosen.length > 0 &&
      html`<button
        type="button"
        class="bare"
        onClick=${() => change(Object.fromEntries(chosen.map((name) => [name, ""])))}
      >
        Clear ${counted(chosen.length, "filter")}
      </button>`
    }
  </div>`;
}

async function loadChoices(signal: AbortSignal): Promise<Choices> {
  const loci = client.peek();
  const [{ taxonomy, halls }, { sources }] = await Promise.all([
    loci.taxonomy({ signal }),
    isOwner.peek() ? loci.sources({ signal }) : { sources: [] },
  ]);
  const rooms = new Map<string, number>();
  for (const [room, drawers] of Object.values(taxonomy).flatMap((one) => Object.entries(one)))
    rooms.set(room, (rooms.get(room) ?? 0) + drawers);
  return {
    wings: Object.entries(taxonomy)
      .map(([name, own]) => [name, Object.values(own).reduce((sum, drawers) => sum + drawers, 0)] as const)
      .sort(([, a], [, b]) => b - a),
    halls: [...new Set(Object.values(halls).flatMap((one) => Object.keys(one)))].sort(),
    rooms: [...rooms]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SUGGESTED)
      .map(([room]) => room),
    sources: sources.map(({ key, name }) => [key, name]),
  };
}

function Choice({
  name,
  label,
  options,
}: {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly (readonly [value: string, shown: string])[];
}): VNode {
  const value = param(name);
  const known = value === "" || options.some(([one]) => one === value);
  return html`<span class=${`chip ${value === "" ? "" : "on"}`}>
    <label>
      <span>${label}</span>
      <select
        value=${value}
        onChange=${(event: Event) => change({ [name]: (event.currentTarget as HTMLSelectElement).value })}
      >
        <option value="">any</option>
        ${!known && html`<option value=${value}>${value}</option>`}
        ${options.map(([one, shown]) => html`<option key=${one} value=${one}>${shown}</option>`)}
      </select>
    </label>
    <${TakeOff} name=${name} label=${label} value=${value} />
  </span>`;
}

function Room({ rooms, wing }: { readonly rooms: readonly string[]; readonly wing: string }): VNode {
  const value = param("room");
  return html`<span class=${`chip ${value === "" ? "" : "on"}`}>
    <label>
      <span>Room</span>
      <input
        list="rooms-known"
        value=${value}
        placeholder="any"
        size="12"
        spellcheck=${false}
        onChange=${(event: Event) => change({ room: (event.currentTarget as HTMLInputElement).value.trim() })}
      />
    </label>
    <datalist id="rooms-known" key=${wing}>
      ${rooms.map((room) => html`<option key=${room} value=${room}></option>`)}
    </datalist>
    <${TakeOff} name="room" label="Room" value=${value} />
  </span>`;
}

/** Spans of time that are chosen most, in days. */
const SPANS = [
  ["7", "last 7 days"],
  ["30", "last 30 days"],
  ["365", "last year"],
] as const;

function Time({ withAsOf }: { readonly withAsOf: boolean }): VNode {
  const [since, until, asOf] = [param("since"), param("until"), param("asOf")];
  const [open, setOpen] = useState(until !== "" || asOf !== "");
  const span = SPANS.find(([days]) => since === daysAgo(days) && until === "" && asOf === "");
  const isAny = since === "" && until === "" && asOf === "";
  const shown = span?.[0] ?? (open || !isAny ? "own" : "");
  const choose = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    setOpen(value === "own");
    if (value !== "own") change({ since: value === "" ? "" : daysAgo(value), until: "", asOf: "" });
  };
  return html`<span class=${isAny ? "chip" : "chip on"}>
      <label
        ><span>Time</span>
        <select value=${shown} onChange=${choose}>
          <option value="">any</option>
          ${SPANS.map(([days, label]) => html`<option key=${days} value=${days}>${label}</option>`)}
          <option value="own">from – to…</option>
        </select>
      </label>
    </span>
    ${shown === "own" && html`<${Day} name="since" label="Since" /><${Day} name="until" label="Until" />`}
    ${shown === "own" && withAsOf && html`<${Day} name="asOf" label="As of" />`}`;
}

function daysAgo(days: string): string {
  return day(new Date(Date.now() - Number(days) * 86_400_000).toISOString());
}

function Day({ name, label }: { readonly name: FilterName; readonly label: string }): VNode {
  const value = param(name);
  return html`<span class=${`chip ${value === "" ? "" : "on"}`}>
    <label
      ><span>${label}</span>
      <input
        type="date"
        value=${value}
        onChange=${(event: Event) => change({ [name]: (event.currentTarget as HTMLInputElement).value })}
      />
    </label>
    <${TakeOff} name=${name} label=${label} value=${value} />
  </span>`;
}

function TakeOff({
  name,
  label,
  value,
}: {
  readonly name: FilterName;
  readonly label: string;
  readonly value: string;
}): VNode | null {
  if (value === "") return null;
  return html`<button
    type="button"
    class="bare"
    aria-label=${`Any ${label.toLowerCase()}`}
    onClick=${() => change({ [name]: "" })}
  >
    <${Icon} name="close" />
  </button>`;
}
