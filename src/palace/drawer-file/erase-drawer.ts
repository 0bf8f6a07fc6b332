import type { FoundDrawer } from "./format.ts";

/** The file's text without a drawer that was found in it, and without the blank line that stood before it. */
export function eraseDrawer(file: string, { block }: Pick<FoundDrawer, "block">): string {
  const before = file.slice(0, block.start);
  return (/\n\n$/.test(before) ? before.slice(0, -1) : before) + file.slice(block.end);
}
