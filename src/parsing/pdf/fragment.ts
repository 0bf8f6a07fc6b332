/**
 * A run of characters as the page draws it, in the page's reading frame: x to the right, y down, in points,
 * after the page's rotation (and the text's own, for a table printed sideways) is undone.
 */
export interface Fragment {
  readonly text: string;
  /** Left end of the baseline. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  readonly mono: boolean;
  readonly rtl: boolean;
  /** White space was drawn before it. */
  readonly spaced: boolean;
}

/** Fragments that share one direction of writing, in the order in which they are drawn. */
export interface Frame {
  /** 0 for upright text. */
  readonly angle: number;
  readonly fragments: readonly Fragment[];
}
