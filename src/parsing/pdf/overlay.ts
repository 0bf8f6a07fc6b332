/** Text that a person laid over a page: what was filled in, written upon it, or noted beside it. */
export interface Overlay {
  /** `value`: a reader sees it at its place on the page; `note`: a comment that opens when it is pointed at; `mark`: one on marked words. */
  readonly kind: "value" | "note" | "mark";
  /** What introduces a comment: "Note by Ada: "; "" for a value. */
  readonly prefix: string;
  /** One or more, none empty. */
  readonly lines: readonly string[];
  /** Left, bottom, right and top as PDF counts, in no certain order. */
  readonly rect: readonly [number, number, number, number];
  /** Font size in points; 0 where the program that shows it chooses one. */
  readonly size: number;
}
