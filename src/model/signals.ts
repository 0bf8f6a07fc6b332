/**
 * What a passage's form says about it, as bits, so that ranking can read them without the text.
 * Found by `text/signals.ts` when a drawer is made. The other bits of the lowest byte meant something once and may stand in an index;
 * above it stand role and marks of a message (`voiceBits`).
 */
export const Signal = {
  /** Asks something: its last sentence ends in a question mark. */
  question: 1,
  /** Says something of its speaker: first person. */
  firstPerson: 8,
  /** Is mostly a list of links. */
  links: 64,
  /** Goes on with the message that the drawer before it is a part of: a long message is several drawers. */
  continues: 65_536,
  /** Links to another document: `[[Note]]`, `[so](note.md)`. */
  linking: 131_072,
} as const;
