import type { Block, Section } from "../model/section.ts";

/** A section under so many characters is tiny. */
const TINY = 100;
/** A document may have so many tiny sections: each is a passage of its own. With more they say little by themselves. */
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
