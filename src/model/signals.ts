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

/**
 * On what a drawer stands, weakest first.
 *
 * - `machine`: system prompts, skills, environment, helpers' chatter, sessions without a person.
 * - `asked`: a person's message that only asks.
 * - `derived`: an assistant, a summary or a capture says or asks it.
 * - `stated`: a person or a document says it, or a tool's result in a person's session shows it.
 */
export const GROUNDS = ["machine", "asked", "derived", "stated"] as const;
export type Ground = (typeof GROUNDS)[number];

/** Place of the two bits in `DrawerWrite.signals`, behind role and marks. In them 0 is `stated`, as in an index that knew no grounds. */
const SHIFT = 14;
const MASK = 0b11;

/** A ground as bits beside `Signal`. */
export function groundBits(ground: Ground): number {
  return (GROUNDS.length - 1 - GROUNDS.indexOf(ground)) << SHIFT;
}

/** The ground in the bits of a drawer. */
export function groundOfBits(bits: number): Ground {
  return GROUNDS[GROUNDS.length - 1 - ((bits >> SHIFT) & MASK)] as Ground;
}
