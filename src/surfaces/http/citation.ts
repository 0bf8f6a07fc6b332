import type { Hit } from "../../index.ts";

/** How an answer made from hits cites one of them. */
export interface Citation {
  /** `[M1]` for the first hit. */
  readonly mark: string;
  /** What stands behind the mark: file or chat, page or section, date. */
  readonly label: string;
}

/**
 * The citation of a hit, as a prompt and a list of sources name it.
 *
 * @param place 0-based, among the hits of its answer
 * @example citationOf(hit, 0) // { mark: "[M1]", label: "manual.pdf, page 12, 2026-05-31" }
 */
export function citationOf({ source, pages, heading, breadcrumb, message, date }: Hit, place: number): Citation {
  const day = date?.slice(0, 10) ?? null;
  const section = breadcrumb.at(-1) ?? heading;
  const where =
    pages === null ? section : pages.start === pages.end ? `page ${pages.start}` : `pages ${pages.start}–${pages.end}`;
  const parts =
    message === null
      ? [source.path === "" ? source.name : source.path, where, day]
      : [message.chat, message.author ?? message.role, message.time?.slice(0, 16).replace("T", " ") ?? day];
  return { mark: `[M${place + 1}]`, label: parts.filter((part) => part !== null && part !== "").join(", ") };
}
