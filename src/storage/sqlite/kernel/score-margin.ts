/** Zeros before the first score and behind the last, so that a drawer's neighbours can be read without asking whether there are any. */
export const MARGIN = 2;
