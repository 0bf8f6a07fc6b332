import type { Block } from "../../model/section.ts";
import type { LineTable } from "../../text/line-table.ts";

/** A directive with its body, or a literal block: lines that belong together. */
export interface Body {
  readonly kind: Block["kind"];
  /** 0-based lines, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * The indented bodies of a reStructuredText: directives (`.. name::` and comments, with everything indented below) and literal
 * blocks (indented below a paragraph that ends in `::`), which hold code, options and raw text.
 *
 * Cost: linear.
 */
export function findBodies(text: string, lines: LineTable): Body[] {
  const count = lines.starts.length;
  const line = (i: number): string => text.slice(lines.starts[i], lines.starts[i + 1] ?? text.length).trimEnd();
  const indentOf = (content: string): number => content.length - content.trimStart().length;
  const bodies: Body[] = [];
  for (let i = 0; i < count; i++) {
    const content = line(i);
    const directive = /^\s*\.\.(?:\s|$)/u.test(content);
    const literal = !directive && content.endsWith("::");
    if (!directive && !literal) continue;
    const indent = indentOf(content);
    let end = i + 1;
    for (let k = i + 1; k < count; k++) {
      const below = line(k);
      if (below === "") continue;
      if (indentOf(below) <= indent) break;
      end = k + 1;
    }
    if (directive) bodies.push({ kind: /^\s*\.\.\s+(?:code(?:-block)?|sourcecode|literalinclude|parsed-literal|raw|math|highlight)::/u.test(content) ? "fence" : "other", from: i, to: end });
    else if (end > i + 1) {
      let start = i + 1;
      while (line(start) === "") start++;
      bodies.push({ kind: "fence", from: start, to: end });
    }
    i = end - 1;
  }
  return bodies;
}
