import { html, type VNode } from "../lib/html.ts";
import { fileName, fileOf } from "../lib/format.ts";
import { here } from "../lib/route.ts";
import { beginning } from "../parts/front-matter.ts";
import type { NamedPassage } from "../parts/named-passages.ts";
import { saidIn } from "./hit.ts";

/** Characters of a passage by which it is known again. */
const KNOWN_BY = 90;

/** A passage by how it begins and where it stands, which opens it. */
export function Named({
  id,
  words = null,
  passages,
  isOpen = false,
}: {
  readonly id: string;
  /** The question that it was given for. */
  readonly words?: string | null;
  /** Passages by their ids; null until they are there. */
  readonly passages: ReadonlyMap<string, NamedPassage> | null;
  readonly isOpen?: boolean;
}): VNode {
  const passage = passages?.get(id);
  if (passage === undefined)
    return html`<span class="quiet">${passages === null ? "…" : "a passage that is gone"}</span>`;
  const { text, documentType, source, role, title, date, turn } = passage;
  return html`<a data-row data-passage=${id} data-words=${words} href=${here({ open: id })} aria-current=${isOpen ? "true" : null} dir="auto"
      >${beginning(text, KNOWN_BY, documentType).replaceAll(/\s+/g, " ")}</a
    >
    <span class="quiet" dir="auto">${role === null ? fileName(fileOf(source)) : saidIn({ title, source }, role.replace("_", " "), { time: date, ...(turn !== undefined && { turn }) })}</span>`;
}
