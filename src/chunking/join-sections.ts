import type { Block, Section } from "../model/section.ts";

/**
 * Joins each heading that has no text of its own to the subsection behind it: the subsection's span starts at the heading, and keeps
 * its own title, level and breadcrumb (which names the heading). Where the next section isn't below the heading, it stays alone.
 * A preamble that holds no prose (comments, anchors) joins likewise when it is short.
 *
 * @param limit a run of headings longer than this is not joined further
 * Cost: linear.
 */
export function joinHeadings(text: string, sections: readonly Section[], limit: number): Section[] {
  const joined: Section[] = [];
  let pending: Section | null = null;
  for (const section of sections) {
    let current: Section = section;
    if (pending !== null) {
      if (section.level > pending.level && section.span.start - pending.span.start < limit / 4)
        current = join(pending, section);
      else joined.push(pending);
    }
    pending = isBare(text, section) ? current : null;
    if (pending === null) joined.push(current);
  }
  if (pending !== null) joined.push(pending);
  return joined;
}

function join(heading: Section, section: Section): Section {
  return {
    ...section,
    span: { start: heading.span.start, end: section.span.end },
    lines:
      heading.lines === null || section.lines === null
        ? section.lines
        : { start: heading.lines.start, end: section.lines.end },
    pages:
      heading.pages === null || section.pages === null
        ? section.pages
        : { start: heading.pages.start, end: section.pages.end },
    blocks: [...heading.blocks, ...section.blocks],
  };
}

/** Whether a section holds its heading and white space only; a preamble: no prose, and less than 200 characters. */
function isBare(text: string, section: Section): boolean {
  if (section.level === 0)
    return section.span.end - section.span.start < 200 && section.blocks.every(({ kind }) => kind === "other");
  if (section.blocks.length !== 1) return false;
  const only = section.blocks[0] as Block;
  return only.kind === "heading" && text.slice(only.span.end, section.span.end).trim() === "";
}

/** Size, in characters, below which a section is tiny. */
const TINY = 100;
/** Maximum number of tiny sections that stay passages of their own; of more, each says little by itself. */
const MAX_TINY = 100;

/**
 * Joins tiny sections of a document that has very many: each with those behind it until it is no longer tiny, or the next would not fit. What is
 * joined is called after the first. So a document makes at most as many drawers as it has hundreds of characters, and some hundred more.
 *
 * Cost: linear.
 */
export function joinTiny(sections: readonly Section[], limit: number): readonly Section[] {
  const size = ({ span }: Section): number => span.end - span.start;
  if (sections.filter((section) => size(section) < TINY).length <= MAX_TINY) return sections;
  const joined: Section[] = [];
  for (let i = 0; i < sections.length;) {
    const first = sections[i] as Section;
    let last = first;
    const blocks: Block[] = [...first.blocks];
    i++;
    while (last.span.end - first.span.start < TINY) {
      const next = sections[i];
      if (next === undefined || next.span.end - first.span.start > limit) break;
      blocks.push(...next.blocks);
      last = next;
      i++;
    }
    joined.push(
      last === first
        ? first
        : {
            ...first,
            span: { start: first.span.start, end: last.span.end },
            lines:
              first.lines === null || last.lines === null ? null : { start: first.lines.start, end: last.lines.end },
            pages:
              first.pages === null || last.pages === null ? null : { start: first.pages.start, end: last.pages.end },
            blocks,
          },
    );
  }
  return joined;
}
