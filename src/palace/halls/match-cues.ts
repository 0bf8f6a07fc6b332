/** A node of the word trie: the cues that end here, and the words that may follow. */
export interface CueNode {
  readonly features: readonly number[];
  readonly next: ReadonlyMap<string, CueNode> | null;
}

interface OpenNode {
  features: number[];
  next: Map<string, OpenNode> | null;
}

/**
 * Builds a trie over the words of all phrases.
 *
 * @param cues phrases by cue, as in `cues.ts`
 * @param featureOf the number of a cue
 */
export function buildCueTrie(cues: Readonly<Record<string, string>>, featureOf: (cue: string) => number): ReadonlyMap<string, CueNode> {
  const root: OpenNode = { features: [], next: new Map() };
  for (const [cue, phrases] of Object.entries(cues)) {
    const feature = featureOf(cue);
    for (const phrase of phrases.split("|")) {
      let node = root;
      for (const word of phrase.split(" ")) {
        node.next ??= new Map();
        let following = node.next.get(word);
        if (following === undefined) node.next.set(word, (following = { features: [], next: null }));
        node = following;
      }
      if (!node.features.includes(feature)) node.features.push(feature);
    }
  }
  return root.next as ReadonlyMap<string, CueNode>;
}
