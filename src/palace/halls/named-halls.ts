import { hallName } from "../hall-name.ts";

/**
 * Keywords by the names under which halls are stored and filtered by: "Family Life" is `family-life`. Those of halls that come to one name are put
 * together; a name of which nothing is left is no hall.
 *
 * @param keywords hall → keywords, as `palace.hall_keywords` has it
 * @returns the same keys in the same order where every name is a slug already
 */
export function namedHalls(
  keywords: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  const named = new Map<string, readonly string[]>();
  for (const [hall, words] of Object.entries(keywords)) {
    const name = hallName(hall);
    if (name !== "") named.set(name, [...(named.get(name) ?? []), ...words]);
  }
  return Object.fromEntries(named);
}
