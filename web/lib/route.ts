import { computed, signal } from "@preact/signals";

/** Where the page is: a view, and what is chosen in it. All of it stands in the address, after `#`, so the service never sees it. */
export interface Place {
  readonly view: string;
  readonly params: URLSearchParams;
}

/** The place that the address names. */
export const place = signal<Place>(read());

/** One parameter of the place; empty where it is absent. */
export function param(name: string): string {
  return place.value.params.get(name) ?? "";
}

/** The view alone: changes less often than the place. */
export const view = computed(() => place.value.view);

function read(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { view: path === "" ? "search" : path, params: new URLSearchParams(query) };
}

/** The address of a place, in the same project unless another is named: a link shows the same to whoever follows it. Empty parameters are left out. */
export function addressOf(view: string, params: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  const given = params instanceof URLSearchParams ? Object.fromEntries(params) : params;
  const all = Object.entries({ project: place.peek().params.get("project") ?? "", ...given });
  const query = new URLSearchParams(all.filter(([, value]) => value !== ""));
  return `#/${view}${query.size > 0 ? `?${query}` : ""}`;
}

/** Navigates. `replace`: without a history entry, for what changes while typing. */
export function go(
  view: string,
  params: Readonly<Record<string, string>> | URLSearchParams = {},
  { replace = false } = {},
): void {
  const address = addressOf(view, params);
  if (address === location.hash) return;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place.value = read();
}

/** Changes some parameters of the place and keeps the others. */
export function change(params: Readonly<Record<string, string>>, options: { readonly replace?: boolean } = {}): void {
  const next = new URLSearchParams(place.value.params);
  for (const [name, value] of Object.entries(params)) next.set(name, value);
  go(place.value.view, next, options);
}

/** The address of the present place with some parameters changed, for links. */
export const here = (params: Readonly<Record<string, string>>): string =>
  addressOf(place.value.view, { ...Object.fromEntries(place.value.params), ...params });

/** What goes along to another project: the question; places, sources and passages are of the project that is left. */
export function inProject(project: string): Readonly<Record<string, string>> {
  const { q = "", text = "", tab = "" } = Object.fromEntries(place.value.params);
  return { project, q, text, tab };
}

addEventListener("popstate", () => (place.value = read()));
addEventListener("hashchange", () => (place.value = read()));
