/**
 * What a passage's form says about it, as bits of one byte, so that ranking can read them without the text.
 * Found by `text/signals.ts` when a drawer is made.
 */
export const Signal = {
  /** Asks something: its last sentence ends in a question mark. */
  question: 1,
  /** Holds a date, a weekday, a month or a relative time ("last week"). */
  temporal: 2,
  /** Holds a number. */
  number: 4,
  /** Says something of its speaker: first person. */
  firstPerson: 8,
  /** Holds a capitalised name that doesn't start a sentence. */
  name: 16,
  /** Is mostly code, a table or a list of links. */
  code: 32,
} as const;
