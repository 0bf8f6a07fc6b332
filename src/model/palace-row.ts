/** A room in a wing, with one of its halls: what of the palace is counted. */
export interface PalaceRow {
  readonly wing: string;
  readonly room: string;
  /** Empty when unsure. */
  readonly hall: string;
  readonly count: number;
  /** First and last day of content, `YYYY-MM-DD` in UTC; null where no drawer has a date. */
  readonly first: string | null;
  readonly last: string | null;
}
