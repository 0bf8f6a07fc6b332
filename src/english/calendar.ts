/** In lower case, from January on. */
export const MONTHS: readonly string[] =
  "january february march april may june july august september october november december".split(" ");

/** In lower case, by their number in JavaScript: Sunday is 0. */
export const WEEKDAYS: readonly string[] = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
