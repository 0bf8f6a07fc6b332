import type { Intent } from "./intent.ts";

/** Where or when something is to be done, and what is to be done next: behind the value of a command they are no part of it. */
const RUNS_ON = [
  /\s(?:asap|everywhere|immediately|again|first thing|tomorrow|tonight|today|now|soon|later|next|too|right away|at once)$/u,
  /\s(?:and|then|or|but|so)\s+\p{Ll}/u,
  /\s(?:in|on|at|across|throughout|inside|within|into|over|under|before|after|until|when|while|if|from|for|to)\s+\S/u,
];

/** "Alice in Wonderland": a title, whose longer words are all written large; a file's name is no part of one. */
const TITLE = /^\p{Lu}[^\s.]*(?: (?:\p{Lu}[^\s.]*|\p{Ll}{1,4}))* \p{Lu}[^\s.]*$/u;

/**
 * Whether a value or topic of a command may hold more than a name: "darjeeling asap", "darjeeling and commit",
 * "darjeeling in README.md". What stands in quotes is whole.
 */
export function overruns(value: string, said: string): boolean {
  if (TITLE.test(value)) return false;
  return (
    !['"', "“", "'", "‘"].some((mark) => said.includes(`${mark}${value}`)) && RUNS_ON.some((one) => one.test(value))
  );
}

/** The values that a command puts into a list. */
export function newValues(intent: Intent): readonly string[] {
  switch (intent.kind) {
    case "add":
      return intent.values;
    case "replace":
      return [intent.value];
    case "place":
      return intent.insert && intent.item.kind === "value" ? [intent.item.value] : [];
    case "swap":
      return intent.orReplace && intent.second.kind === "value" ? [intent.second.value] : [];
    default:
      return [];
  }
}
