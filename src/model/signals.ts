/**
 * What a passage's form says about it, as bits of one byte, so that ranking can read them without the text.
 * Found by `text/signals.ts` when a drawer is made. The other bits meant something once and may stand in an index.
 */
export const Signal = {
  /** Asks something: its last sentence ends in a question mark. */
  question: 1,
  /** Says something of its speaker: first person. */
  firstPerson: 8,
  /** Is mostly a list of links. */
  links: 64,
} as const;
