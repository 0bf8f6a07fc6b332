/** Characters that count as one token when a budget is filled; the usual rule of thumb for English. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * The best items that fit into a budget of tokens, in their order: an item too large for what is left is passed over,
 * so that smaller ones after it may still come in. The first item always stays, else a small budget would give nothing.
 */
export function packBudget<T>(items: readonly T[], text: (item: T) => string, tokens: number): readonly T[] {
  let left = tokens * CHARACTERS_PER_TOKEN;
  return items.filter((item, i) => {
    const size = text(item).length;
    if (size > left && i > 0) return false;
    left -= size;
    return true;
  });
}
