import { signal } from "@preact/signals";
import { undoLast } from "../parts/notice.ts";
import { kept } from "./kept.ts";
import { go, place } from "./route.ts";

/** A key, or two in a row, that does something from anywhere but a field. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

/** Whether single keys are shortcuts; speech input and shaky hands do better without. */
export const singleKeys = kept("loci.keys", "on");

/** Whether the list of shortcuts is shown. */
export const helpOpen = signal(false);

/** Puts the focus into the field of a view, as soon as the view is there. */
export function focusField(view: string, tries = 60): void {
  const field = document.querySelector<HTMLInputElement>(`.view-${view} [data-search]`);
  field?.focus();
  field?.select();
  if (field === null && tries > 0) requestAnimationFrame(() => focusField(view, tries - 1));
}

/** Goes to the search and its field. */
export function focusSearch(): void {
  if (place.peek().view !== "search") go("search");
  focusField("search");
}

const VIEWS: readonly (readonly [key: string, view: string, name: string])[] = [
  ["s", "search", "Search"],
  ["t", "today", "Today"],
  ["m", "memory", "Memory"],
  ["p", "palace", "Palace"],
  ["l", "facts", "Lists"],
  ["a", "ask", "Ask"],
  ["f", "sources", "Sources"],
  ["h", "settings", "Settings"],
];

/** Every shortcut, as the help shows them. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: "/", does: "Search", run: focusSearch },
  { keys: "u", does: "Undo the last change, not a forgetting; Ctrl-Z too", run: undoLast },
  { keys: "y", does: "In Today: the passage was of use", run: () => {} },
  { keys: "?", does: "Show these keys", run: () => (helpOpen.value = !helpOpen.value) },
  ...VIEWS.map(([key, view, name]) => ({
    keys: `g ${key}`,
    does: `Go to ${name}`,
    run: () => (go(view), view === "ask" && focusField("ask")),
  })),
];

let first = "";
let firstAt = 0;

/** Listens for shortcuts, as long as the page is open; what a dialog covers isn't led away from. */
export function listenForShortcuts(): void {
  addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") !== null) return;
    const { target } = event;
    const along = target instanceof Element && target.closest(".passage") === null;
    // From a view's own field, too, down to its rows.
    const leaves = along && event.key === "ArrowDown" && target.matches("input[data-search]");
    if (along && !event.defaultPrevented && (leaves || !isTyping(target)) && event.key.startsWith("Arrow"))
      moveAlong(event, document.getElementById("main"));
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z" && !isTyping(event.target)) {
      event.preventDefault();
      return undoLast();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || singleKeys.value === "off" || isTyping(event.target)) return;
    const pair = first !== "" && event.timeStamp - firstAt < 1500 ? `${first} ${event.key}` : event.key;
    const shortcut = SHORTCUTS.find(({ keys }) => keys === pair) ?? SHORTCUTS.find(({ keys }) => keys === event.key);
    first = shortcut === undefined && event.key === "g" ? "g" : "";
    firstAt = event.timeStamp;
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  });
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

/**
 * Moves the focus along a list by arrow keys, Home and End.
 *
 * @param list holds the elements marked `data-row`
 * @returns whether the key meant this; false for a step above the first row
 */
export function moveAlong(event: KeyboardEvent, list: HTMLElement | null): boolean {
  const rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].filter((row) => row.checkVisibility());
  const now = document.activeElement as HTMLElement;
  // From between two rows, the one before or behind.
  const at = rows.findLastIndex(
    (row) => row === now || (row.compareDocumentPosition(now) & now.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  const to = { ArrowDown: at + 1, ArrowUp: rows[at] === now ? at - 1 : at, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || rows.length === 0) return false;
  if (to < 0) return false;
  if (to >= rows.length) return true;
  event.preventDefault();
  rows[to]?.focus();
  rows[to]?.scrollIntoView({ block: "nearest" });
  return true;
}
