import type { FactItem } from "../../storage/ports/fact-store.ts";
import { nameIndex, type Resolution } from "./name-index.ts";
import { valueKey } from "./value-key.ts";

/**
 * Items of a list as commands and questions call them, which speak of what is there: as `nameIndex`, else the one item
 * whose last words they are, with or without accents: "Marquez" for "Gabriel García Márquez". Statements don't use
 * it, for what they name may be
 * new: "Blue" beside "Kind of Blue". First words call nothing: "Iron Man" is not "Iron Man 2".
 *
 * Cost: as `nameIndex`; a spelling that is no name looks through the list.
 * @example callIndex([tolkien], () => null)("Tolkien") // { kind: "part", item: "J.R.R. Tolkien" }
 */
export function callIndex(
  items: readonly FactItem[],
  aliasOf: (key: string) => string | null,
): (spelling: string) => Resolution {
  const find = nameIndex(items, aliasOf);
  return (spelling) => {
    const found = find(spelling);
    const key = valueKey(spelling);
    // A number is a place; a single letter ends too much.
    if (found.kind !== "none" || !/\p{L}{2}/u.test(key)) return found;
    const last = unmarked(key);
    const called = items.filter((item) => {
      const name = unmarked(item.key);
      return name === last || name.endsWith(` ${last}`) || name.endsWith(`.${last}`);
    });
    if (called.length > 1) return { kind: "ambiguous", items: called };
    return called[0] === undefined ? found : { kind: "part", item: called[0] };
  };
}

/** A key without accents, as it is typed in a hurry. */
function unmarked(key: string): string {
  return key.normalize("NFD").replace(/\p{M}/gu, "");
}
