import { html, type VNode } from "../lib/html.ts";

/** Line drawings on a grid of 24, by name. */
const PATHS: Readonly<Record<string, string>> = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.9-4.9",
  today: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  memory: "M4 6h16M4 12h16M4 18h16M8 4v16",
  palace: "M5 20V9a7 7 0 0 1 14 0v11M3 20h18M10 20v-6a2 2 0 0 1 4 0v6",
  facts: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  ask: "M4 5h16v11H9l-5 4z",
  sources: "M3 7V5h6l2 2h10v12H3z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  drag: "M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01",
  folder: "M3 7V5h6l2 2h10v12H3z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  chat: "M4 5h16v11H9l-5 4z",
  check: "M5 12.5l4.5 4.5L19 7",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5",
};

/** A drawing beside a word that says the same, so nothing is said to screen readers. */
export function Icon({ name }: { readonly name: string }): VNode {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name] ?? ""} />
  </svg>`;
}
