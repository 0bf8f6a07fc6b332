import { computed, effect, signal } from "@preact/signals";
import type { SearchAnswer, SearchRequest } from "loci/client";
import { whenReleased } from "../lib/pressed.ts";
import { change, place } from "../lib/route.ts";
import { changes, client, project } from "../lib/session.ts";

/** Filters that stand in the address beside the question. */
export const FILTERS = ["wing", "hall", "room", "role", "source", "type", "since", "until", "asOf"] as const;
export type FilterName = (typeof FILTERS)[number];

/** One found passage. */
export type Hit = NonNullable<SearchAnswer["later"]>[number];

/** What the field holds; the address follows a moment later. */
export const typed = signal(place.peek().params.get("q") ?? "");

/** The last answer, and the question that it answers; null before the first. */
export const answer = signal<SearchAnswer | null>(null);

/** Whether an answer to what stands in the field is still to come. */
export const waiting = signal(false);

/** From when on the last answer is set back, milliseconds: what comes sooner would only flicker, and each change of it is a frame to draw. */
const LATE_MS = 200;
/** Whether an answer is awaited for so long that the page says it. */
export const late = signal(false);
/** How the last answer is drawn. */
export const drawnAs = computed(() => (late.value ? "answered waiting" : "answered"));

/** Says that an answer is late when it is. @returns ends it */
function followLate(): () => void {
  return effect(() => {
    if (!waiting.value) return void (late.value = false);
    const timer = setTimeout(() => (late.value = true), LATE_MS);
    return () => clearTimeout(timer);
  });
}

/** What went wrong with the last question. */
export const problem = signal<unknown>(null);

/** Milliseconds from the keystroke to the answer. */
export const waited = signal(0);

/** Hits of the first answer: what a window shows. Fewer are painted sooner. */
export const FIRST_HITS = 10;

/** Hits that are asked for; grows when the end of the list is reached. */
export const limit = signal(FIRST_HITS);

/** Most hits that one search gives. */
export const MAX_HITS = 1000;

/** How long a question may be; the rest is left out, as the service would refuse it. */
const LONGEST = 20_000;
/** Between the last keystroke and the change of the address, milliseconds: browsers bound how often it may change. */
const SETTLED_MS = 300;

/** The filters of the address as options of a search. */
export function chosenFilters(params: URLSearchParams): Partial<SearchRequest> {
  return Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

/** The question with its filters, as it is sent. */
function request(): SearchRequest | null {
  const query = typed.value.trim().slice(0, LONGEST);
  const { params } = place.value;
  // Weaker hits like the others, where they are asked for so.
  const all = params.get("all") ? { all: true } : {};
  return query === "" ? null : { query, ...chosenFilters(params), ...all, limit: limit.value };
}

/** The project that the last answer is of. */
let askedProject = "";

/** A search under way. */
interface Asked {
  readonly number: number;
  readonly request: SearchRequest;
  readonly ending: AbortController;
}

/** Searches under way at once: each key begins one, also where an answer takes longer than the next key. */
const AT_ONCE = 4;

/** Whether a question goes on where another one ends, with the same filters: an answer to the beginning is worth being seen meanwhile. */
function goesOn({ query, ...rest }: SearchRequest, { query: begun, ...before }: SearchRequest): boolean {
  return query.startsWith(begun) && JSON.stringify(rest) === JSON.stringify(before);
}

/** Asks at each change of the question; an answer is shown unless a later one is there. @returns ends it */
function askOnChange(): () => void {
  let running: readonly Asked[] = [];
  let last = "";
  let count = 0;
  let shown = 0;
  const take = (asked: Asked, show: () => void): void => {
    running = running.filter((one) => one !== asked);
    if (asked.ending.signal.aborted || asked.number < shown) return;
    shown = asked.number;
    waiting.value = asked.number < count;
    show();
  };
  const stop = effect(() => {
    const query = request();
    const loci = client.value;
    // The same question again where something was indexed meanwhile.
    const key = JSON.stringify([query, changes.value]);
    if (key === last) return;
    last = key;
    // Of too many the latest is given up: the earliest is nearest to its answer.
    const kept = query === null ? [] : running.filter((one) => goesOn(query, one.request)).slice(0, AT_ONCE - 1);
    for (const one of running) if (!kept.includes(one)) one.ending.abort();
    running = kept;
    if (query === null) {
      answer.value = problem.value = null;
      waiting.value = false;
      return;
    }
    const asked: Asked = { number: ++count, request: query, ending: new AbortController() };
    running = [...running, asked];
    waiting.value = true;
    const start = performance.now();
    loci.search(query, { signal: asked.ending.signal }).then(
      (found) => {
        const took = performance.now() - start;
        whenReleased(() =>
          take(asked, () => {
            waited.value = took;
            problem.value = null;
            answer.value = found;
          }),
        );
      },
      (thrown: unknown) => whenReleased(() => take(asked, () => (problem.value = thrown))),
    );
  });
  return () => {
    stop();
    for (const { ending } of running) ending.abort();
    waiting.value = false;
  };
}

/** Asks at each keystroke and keeps the address at the question, as long as the search is shown. @returns ends it */
export function followTyping(): () => void {
  if (askedProject !== project.peek()) answer.value = null;
  askedProject = project.peek();
  let settling: ReturnType<typeof setTimeout> | undefined;
  const stops = [askOnChange(), followLate()];
  // The question in the address: a different one there comes from a link or from going back.
  let written = place.peek().params.get("q") ?? "";
  typed.value = written;
  const stopAddress = effect(() => {
    const query = typed.value;
    clearTimeout(settling);
    if (query === written) return;
    settling = setTimeout(() => {
      written = query;
      change({ q: query }, { replace: true });
    }, SETTLED_MS);
  });
  const stopBack = effect(() => {
    const { view, params } = place.value;
    const query = params.get("q") ?? "";
    if (view !== "search" || query === written) return;
    written = query;
    typed.value = query;
  });
  return () => {
    clearTimeout(settling);
    for (const stop of stops) stop();
    stopAddress();
    stopBack();
  };
}
