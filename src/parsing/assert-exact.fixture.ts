import assert from "node:assert/strict";
import type { ParsedDocument } from "../model/section.ts";

/**
 * For tests of parsers: asserts what `ParsedDocument` promises. The text is `text`; sections cover it exactly, in order; blocks are in order,
 * apart, inside their section, and only white space stands between them; breadcrumbs end in the title.
 */
export function assertExact(text: string, parsed: ParsedDocument): void {
  assert.equal(parsed.text, text);
  let end = 0;
  for (const section of parsed.sections) {
    assert.equal(section.span.start, end);
    assert.ok(section.span.end > end);
    assert.equal(section.breadcrumb[section.breadcrumb.length - 1] ?? "", section.title);
    for (const block of section.blocks) {
      assert.ok(block.span.start >= end && block.span.end > block.span.start && block.span.end <= section.span.end);
      assert.equal(text.slice(end, block.span.start).trim(), "");
      end = block.span.end;
    }
    assert.equal(text.slice(end, section.span.end).trim(), "");
    end = section.span.end;
  }
  assert.equal(end, text.length);
}
