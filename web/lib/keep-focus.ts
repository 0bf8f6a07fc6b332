/** What the keyboard reaches. */
const REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** What had the focus, and where: what it stood in, from the inside out, with its place among what the keyboard reaches there. */
interface Focused {
  readonly element: Element;
  readonly within: readonly { readonly around: Element; readonly at: number }[];
}

const reachedIn = (around: Element): HTMLElement[] => [...around.querySelectorAll<HTMLElement>(REACHED)];

function focused(element: Element): Focused {
  const within = [];
  for (let around = element.parentElement; around !== null && around.id !== "main"; around = around.parentElement)
    within.push({ around, at: reachedIn(around).indexOf(element as HTMLElement) });
  return { element, within };
}

/**
 * Keeps the focus where it was when what had it is drawn anew or taken away: on what stands in its place, else on the view, so that the keyboard needn't
 * begin again at the top of the page. A button that can't be pressed now is `aria-disabled`, since one that is `disabled` loses the focus.
 */
export function keepFocus(): void {
  let last: Focused | null = null;
  // By Enter in a field too, which presses the button of its form.
  addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof Element && event.target.closest("button[aria-disabled='true']"))) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  addEventListener("focusin", ({ target }) => {
    // A dialog gives the focus back to where it was by itself.
    last = target instanceof Element && target.closest("dialog") === null ? focused(target) : null;
  });
  new MutationObserver(() => {
    if (last === null || last.element.isConnected || document.activeElement !== document.body) return;
    const place = last.within.find(({ around }) => around.isConnected);
    last = null;
    const there = place === undefined ? [] : reachedIn(place.around);
    const next = there[Math.min(Math.max(place?.at ?? 0, 0), there.length - 1)] ?? document.getElementById("main");
    next?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
