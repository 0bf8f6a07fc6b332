import type { Block } from "../model/section.ts";

/**
 * Index of the first block that ends behind `at`; the number of blocks when none does.
 *
 * @param blocks ascending, apart from each other
 * Cost: logarithmic.
 */
export function firstBlockBehind(blocks: readonly Block[], at: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle] as Block).span.end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
