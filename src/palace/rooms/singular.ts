/** Words in -s that are no plurals, or whose plural is their name. */
const NO_PLURAL: ReadonlySet<string> = new Set(
  (
    "news series species postgres kubernetes rails windows redis jenkins always perhaps jeans pants " +
    "shorts scissors glasses sunglasses headphones clothes thanks sales logistics alps texas paris wales " +
    "christmas tennis billiards lens macos https nodejs himalayas alps gas bus atlas canvas chaos bias " +
    "alias status virus bonus campus corpus kudos pancreas diabetes rabies herpes yes"
  ).split(" "),
);

/**
 * The singular of a regular English plural in running text; other words come back as they are.
 *
 * @param word folded
 * @example singular("stories") // "story"
 */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|ics|js|'s)$/.test(word) || NO_PLURAL.has(word))
    return word;
  if (word.endsWith("es") && NO_PLURAL.has(word.slice(0, -2))) return word.slice(0, -2);
  if (
    word.endsWith("ies") &&
    word.length > 5 &&
    !/(?:movies|cookies|zombies|calories|rookies|brownies|hoodies|selfies|smoothies)$/.test(word)
  )
    return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|sses|xes|zzes|oes)$/.test(word) && !/(?:shoes|toes|canoes|aches)$/.test(word))
    return word.slice(0, -2);
  if (/(?:[^aeioul]lves|eaves|olves|elves|wives|knives)$/.test(word)) return word;
  return word.slice(0, -1);
}
