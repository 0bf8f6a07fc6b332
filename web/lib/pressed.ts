/**
 * Keeps what is drawn anew for after a press. A press is a click only where it ends on what it began on: a row that an answer moves away in between
 * takes nothing.
 */

/** How long a press holds what comes, milliseconds: of some, such as one of a menu, the end is never told. */
const LONGEST_MS = 1_000;

let ending: ReturnType<typeof setTimeout> | undefined;
let held: (() => void)[] = [];

function release(): void {
  clearTimeout(ending);
  ending = undefined;
  const draw = held;
  held = [];
  for (const one of draw) one();
}

addEventListener(
  "pointerdown",
  () => {
    clearTimeout(ending);
    ending = setTimeout(release, LONGEST_MS);
  },
  true,
);
// The click that a press makes is told right behind its end, before a timer.
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

/** Draws at once, or when nothing is pressed any more. */
export function whenReleased(draw: () => void): void {
  if (ending === undefined) draw();
  else held.push(draw);
}
