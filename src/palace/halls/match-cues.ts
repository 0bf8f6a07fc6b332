/** A node of the word trie: the cues that end here, and the words that may follow. */
export interface CueNode {
  readonly features: readonly number[];
  readonly next: ReadonlyMap<string, CueNode> | null;
}

interface OpenNode {
  features: number[];
  next: Map<string, OpenNode> | null;
}

/** A trie over the words of all phrases of all cues, by first word. */
export interface CueTrie {
  readonly get: (word: string) => CueNode | undefined;
}

/**
 * Makes the trie. What follows a first word is worked out when that word is first met: a question has ten words of some two thousand, and the first
 * question of a process waits for this.
 *
 * @param cues phrases by cue, as in `cues.ts`
 * @param featureOf the number of a cue
 */
export function buildCueTrie(cues: Readonly<Record<string, string>>, featureOf: (cue: string) => number): CueTrie {
  /** What stands behind a first word, each with its feature: "", 3, "out", 4, … */
  const rests = new Map<string, (string | number)[]>();
  for (const [cue, phrases] of Object.entries(cues)) {
    const feature = featureOf(cue);
    for (const phrase of phrases.split("|")) {
      const space = phrase.indexOf(" ");
      const first = space < 0 ? phrase : phrase.slice(0, space);
      const rest = space < 0 ? "" : phrase.slice(space + 1);
      const known = rests.get(first);
      if (known === undefined) rests.set(first, [rest, feature]);
      else known.push(rest, feature);
    }
  }
  const nodes: Map<string, CueNode | readonly (string | number)[]> = rests;
  return {
    get(word) {
      const known = nodes.get(word);
      if (known === undefined || !isRest(known)) return known;
      const made = nodeOf(known);
      nodes.set(word, made);
      return made;
    },
  };
}

function isRest(known: CueNode | readonly (string | number)[]): known is readonly (string | number)[] {
  return Array.isArray(known);
}

function nodeOf(rests: readonly (string | number)[]): CueNode {
  const root: OpenNode = { features: [], next: null };
  for (let i = 0; i < rests.length; i += 2) {
    const feature = rests[i + 1] as number;
    let node = root;
    for (const word of rests[i] === "" ? [] : (rests[i] as string).split(" ")) {
      node.next ??= new Map();
      let following = node.next.get(word);
      if (following === undefined) node.next.set(word, (following = { features: [], next: null }));
      node = following;
    }
    if (!node.features.includes(feature)) node.features.push(feature);
  }
  return root;
}
