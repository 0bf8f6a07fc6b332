import type { SearchAnswer } from "loci/client";
import { html, useEffect, useRef, type VNode } from "../lib/html.ts";
import { count, counted, millis, shortened } from "../lib/format.ts";
import { moveAlong } from "../lib/keys.ts";
import { useLive } from "../lib/loaded.ts";
import { addressOf, change, here, param } from "../lib/route.ts";
import { client, isOwner } from "../lib/session.ts";
import { Icon } from "../parts/icon.ts";
import { Empty, NothingYet, Notes, Problem, sentence } from "../parts/notice.ts";
import { AgentView } from "./agent.ts";
import { Filters } from "./filters.ts";
import { rowDrawer } from "./hit.ts";
import { Passage } from "./passage.ts";
import { PipelineView } from "./pipeline.ts";
import {
  answer,
  drawnAs,
  FILTERS,
  FIRST_HITS,
  followTyping,
  late,
  limit,
  MAX_HITS,
  problem,
  typed,
  waited,
  waiting,
} from "./search-state.ts";

/** What is shown of a question: its hits, what an agent would get for it, how it was answered. */
const TABS = [
  ["", "Hits"],
  ["agent", "For an agent"],
  ["pipeline", "How it was found"],
] as const;

/** Search as one types, with the opened passage beside the hits. */
export function SearchView(): VNode {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const open = param("open");
  const tab = param("tab");
  useEffect(() => {
    if (open === "") field.current?.focus();
    return followTyping();
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      if (open !== "") return;
      if (event.target !== field.current) return field.current?.focus();
      typed.value = "";
      return;
    }
    const inField = event.target === field.current;
    if (inField && event.key !== "ArrowDown" && event.key !== "Enter") return;
    if (inField && event.key === "Enter") {
      const first = list.current?.querySelector<HTMLElement>("[data-row]");
      if (first !== undefined && first !== null) {
        event.preventDefault();
        first.focus();
        first.click();
      }
      return;
    }
    if (!isControl(event.target, field.current) && !moveAlong(event, list.current) && event.key === "ArrowUp") {
      event.preventDefault();
      field.current?.focus();
    }
  };
  return html`<div class=${`search ${open === "" ? "" : "opened"}`} onKeyDown=${onKey}>
    <div class="search-side">
      <h1 class="away">Search</h1>
      <div class="ask-bar" role="search">
        <${Icon} name="search" />
        <${Field} field=${field} />
        <${Looking} />
      </div>
      <${Filters} />
      <nav class="tabs" aria-label="Ways to look at the question">
        ${TABS.map(([name, label]) => html`<a key=${name} href=${here({ tab: name })} aria-current=${tab === name ? "true" : null}>${label}</a>`)}
      </nav>
      ${tab === "agent" ? html`<${AgentView} />` : tab === "pipeline" ? html`<${PipelineView} />` : html`<${Hits} list=${list} open=${open} />`}
    </div>
    ${open !== "" && html`<${Passage} id=${open} />`}
  </div>`;
}

/** By itself: what is typed draws no more than the field, and the hits when they come. */
function Field({ field }: { readonly field: { current: HTMLInputElement | null } }): VNode {
  return html`<input
    ref=${field}
    data-search
    type="search"
    aria-label="Search the memory"
    placeholder="Search what was said"
    autocomplete="off"
    autocapitalize="off"
    spellcheck=${false}
    value=${typed.value}
    onInput=${(event: Event) => {
      limit.value = FIRST_HITS;
      typed.value = (event.currentTarget as HTMLInputElement).value;
    }}
  />`;
}

/** Says that an answer is still to come, once it is late. */
function Looking(): VNode {
  return html`<span role="status" class=${late.value ? "looking" : ""}>
    ${late.value ? "looking…" : html`<kbd aria-hidden="true">/</kbd>`}
  </span>`;
}

/** Fields and menus keep their own arrow keys. */
function isControl(target: EventTarget | null, field: HTMLElement | null): boolean {
  return target !== field && target instanceof HTMLElement && ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
}

function Hits({ list, open }: { readonly list: { current: HTMLOListElement | null }; readonly open: string }): VNode {
  const found = answer.value;
  const end = useRef<HTMLDivElement>(null);
  const drawRows = useRef(rowDrawer()).current;
  const more = found !== null && found.hits.length >= limit.value && limit.value < MAX_HITS;
  useEffect(() => {
    if (!more || end.current === null) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) limit.value = Math.min(MAX_HITS, limit.peek() * 3);
      },
      { rootMargin: "300px" },
    );
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [more, found]);
  const isAway = (problem.value as { readonly status?: number } | null)?.status === 0;
  if (problem.value !== null && !(isAway && found !== null)) return html`<${Problem} error=${problem.value} />`;
  if (found === null) return waiting.value ? html`<div class="answered" aria-busy="true"></div>` : html`<${Start} />`;
  const alike = param("all") !== "";
  const strong = alike ? found.hits.length : found.weaker;
  const then = found.hits.length;
  const none = !found.covered && (strong === 0 || !found.hits.some(holdsWords));
  const shown = [...found.hits, ...(found.later ?? [])];
  const best = Math.max(...shown.map(({ score }) => score));
  const rows = drawRows(shown, (i) => ({
    place: i,
    share: best > 0 ? Math.max(0, (shown[i]?.score ?? 0) / best) : 0,
    isOpen: shown[i]?.id === open,
    isWeak: i < then && (none || i >= found.weaker),
  }));
  if (then < rows.length) rows.splice(then, 0, html`<li class="weaker" key="later">Said later</li>`);
  // Among the rows, so that a hit which becomes a weaker one is moved and not drawn anew.
  if (!none && strong > 0 && strong < then)
    rows.splice(
      strong,
      0,
      html`<li class="weaker" key="weaker">Less likely to help <button type="button" class="bare" onClick=${() => change({ all: "1" })}>Show them like the first</button></li>`,
    );
  // While the service is away its last answer stays, set back: the note above says why.
  return html`<div class=${isAway ? "answered waiting" : drawnAs} aria-busy=${waiting}>
    <div class="verdict" role="status" aria-live="polite">
      ${
        none
          ? html`<${NothingMatches} found=${found} />`
          : html`<p class=${found.covered ? "covered" : "uncovered"}>
              <strong>${found.covered ? "Covered" : "Perhaps not covered"}</strong>
              <span
                >${Math.round(found.probability * 100)} % sure that the first hits
                answer${found.covered ? "" : "; they may be beside the point"}</span
              >
            </p>`
      }
      <p class="quiet">
        ${found.hits.length < limit.value ? counted(found.hits.length, "hit") : `first ${count(found.hits.length)} hits`}${
          found.several === undefined ? "" : ` in ${counted(found.several.documents, "document")}`
        }
        ${isOwner.value ? `in ${millis(total(found.timings))}, ` : ""}shown after ${millis(waited.value)}
        ${found.mode === "hybrid" ? "" : ` · by ${found.mode === "lexical" ? "words" : "meaning"} only`}
      </p>
    </div>
    <${Notes} notes=${found.notes.filter(({ code }) => code !== "PHRASE_ABSENT" && !(none && code === "SUBJECT_ABSENT"))} />
    <ol class="hits" ref=${list}>
      ${rows}
    </ol>
    ${alike && found.weaker < found.hits.length && html`<p><button type="button" class="bare" onClick=${() => change({ all: "" })}>Set the less likely apart</button></p>`}
    <div ref=${end}>
      ${limit.value >= MAX_HITS && found.hits.length >= MAX_HITS && html`<p class="quiet">These are the first ${count(MAX_HITS)}. Narrow the search by a filter to see others.</p>`}
    </div>
  </div>`;
}

const holdsWords = ({ matches }: SearchAnswer["hits"][number]): boolean => matches.length > 0;

/** The signs between which a phrase stands. */
const QUOTES = /["“”„«»「」『』]/gu;

/** What narrows a search where it is written into the question. */
const WRITTEN = /(?<!\S)(?:wing|room|hall|source|type|role|before|after):(?:"[^"]*"|\S+)/giu;

/** Where nothing answers: what could be tried, and that what stands below is only the nearest. */
function NothingMatches({ found: { hits, query, notes } }: { readonly found: SearchAnswer }): VNode {
  const asked = useLive(hits.length === 0 ? "" : null, async (signal) => await client.peek().status({ signal }));
  if (asked.value?.counts.drawers === 0) return html`<${NothingYet} />`;
  const written = query.match(WRITTEN) ?? [];
  const isNarrowed = written.length > 0 || FILTERS.some((name) => param(name) !== "");
  const isLeftOut = notes.some(({ code }) => code === "FILTER_EMPTY");
  const says = hits.some(holdsWords) ? "clearly answers" : isLeftOut ? "fits" : "matches the words of";
  // A note that says why says also what to try.
  const isSaid = notes.some(({ code }) => code === "QUERY_STOP_WORDS_ONLY");
  const absent = notes.find(({ code }) => code === "SUBJECT_ABSENT");
  const words = query.replaceAll(WRITTEN, "").trim() || query;
  if (notes.some(({ code }) => code === "PHRASE_ABSENT"))
    return html`<p class="uncovered">
      <strong>Nothing holds the words in quotes as they stand${isNarrowed ? " within these filters" : ""}.</strong>
      <button type="button" class="bare" onClick=${() => (typed.value = query.replaceAll(QUOTES, ""))}>Search without the quotes</button>
    </p>`;
  if (absent !== undefined)
    return html`<div class="uncovered">
      <p><strong>${sentence(absent.message)}</strong> ${sentence(absent.hint)}</p>
      ${hits.length > 0 && html`<p>What stands below is the nearest.</p>`}
    </div>`;
  return html`<div class="uncovered">
    <p><strong>Nothing stored ${says} <q dir="auto">${shortened(words, 60)}</q>${written.length > 0 && html` within <bdi>${written.join(" ")}</bdi>`}.</strong>${isSaid && hits.length > 0 && " What stands below is the nearest."}</p>
    ${
      !isSaid &&
      html`<p>
        Try ${isNarrowed ? "taking a filter off, or " : ""}other words: a name, a file or a day that stood beside
        it.${hits.length > 0 && " These are the nearest:"}
      </p>`
    }
  </div>`;
}

function total(timings: Readonly<Record<string, number>>): number {
  return timings["total"] ?? Object.values(timings).reduce((sum, one) => sum + one, 0);
}

/** What stands there before the first question: what is remembered, or what to do first. */
function Start(): VNode {
  const { value, error } = useLive("", async (signal) => await client.peek().status({ signal }));
  if (error !== null) return html`<${Problem} error=${error} />`;
  if (value === null) return html``;
  if (value.counts.drawers === 0) return html`<${NothingYet} />`;
  return html`<${Empty}
    title=${`${counted(value.counts.drawers, "passage")} of ${counted(value.counts.documents, "document")}`}
  >
    <p>
      Ask a question or type words. <kbd>“</kbd>quotes<kbd>”</kbd> keep a phrase together, <kbd>-word</kbd> leaves one
      out, <kbd>before:2025</kbd> and <kbd>wing:name</kbd> narrow.
    </p>
    ${isOwner.value && html`<p><a href=${addressOf("today")}>What happened today</a></p>`}
    <p class="quiet">
      Everything is on this machine${(value.leaves ?? []).length > 0 ? `, except: ${value.leaves?.join("; ")}` : ""}.
    </p>
  <//>`;
}
