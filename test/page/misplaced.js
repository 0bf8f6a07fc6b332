/**
 * Runs in the page: what stands badly in its window. Words over words, words that run into each other, fields and buttons over each other, a column of running text too narrow to
 * read, letters too small, words that are cut off without an ellipsis. What hovers over the rest (bars, panels that stay) is compared with what hovers with it alone.
 *
 * @param {number} leastColumn CSS pixels of a column of running text
 * @param {number} leastFont CSS pixels of a letter
 * @param {number} running characters from which on a text is running text, and not a name or a figure
 * @returns {string[]}
 */
(leastColumn, leastFont, running) => {
  const faults = new Set();
  const root = document.querySelector("dialog[open]") ?? document.body;
  const named = (element) =>
    `<${element.tagName.toLowerCase()} class="${element.className}">${(element.textContent ?? "").trim().slice(0, 40)}`;
  /** The part of a rectangle that is seen: what scrolls or is cut off hides the rest. */
  const seen = (rect, element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
      return null;
    let { left, top, right, bottom } = rect;
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath !== "none") return null;
      if (style.overflow !== "visible" && at !== document.documentElement && at !== document.body) {
        const box = at.getBoundingClientRect();
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      // What is fixed is cut off by nothing around it.
      if (style.position === "fixed") break;
    }
    return right - left < 1 || bottom - top < 1 ? null : { left, top, right, bottom };
  };
  /** What cuts a text off at its side, where neither it nor anything in between shows an ellipsis or can be scrolled; null: nothing. */
  const cutBy = (element, end) => {
    for (let at = element; at !== null && at !== root; at = at.parentElement) {
      const { overflowX, textOverflow, clipPath, position } = getComputedStyle(at);
      if (overflowX === "auto" || overflowX === "scroll" || clipPath !== "none" || position === "fixed") return null;
      if (overflowX === "visible") continue;
      if (textOverflow === "ellipsis") return null;
      if (end > at.getBoundingClientRect().right + 1) return at;
    }
    return null;
  };
  /** What it hovers with: the nearest ancestor that doesn't stand in the flow. */
  const layer = (element) => {
    for (let at = element; at !== null && at !== root; at = at.parentElement)
      if (["fixed", "sticky", "absolute"].includes(getComputedStyle(at).position)) return at;
    return root;
  };
  /** What two texts that stand beside each other say together, where no blank parts their words; marks may end within a word. */
  const runTogether = (before, after) => {
    if (before === undefined || `${before.element.localName} ${after.element.localName}`.match(/mark|sup|kbd/))
      return null;
    const [a, b] = [before.element, after.element];
    if (!/[\p{L}\p{N}]$/u.test(before.text) || !/^[\p{L}\p{N}]/u.test(after.text)) return null;
    const [last, first] = [before.rects.at(-1), after.rects[0]];
    const isBeside = Math.abs(last.top - first.top) < 6 && Math.abs(first.left - last.right) < 1;
    return isBeside ? `${named(a)} runs into ${named(b)}` : null;
  };
  const boxes = [];
  let before;
  const add = (rect, element) => {
    const visible = seen(rect, element);
    if (visible !== null) boxes.push({ ...visible, element, layer: layer(element) });
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.textContent.trim();
    if (text === "" || element.closest("option, datalist, script, noscript") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const rects = [...range.getClientRects()];
    if (rects.every((rect) => seen(rect, element) === null)) continue;
    const run = runTogether(before, { element, text: texts.currentNode.textContent, rects });
    if (run !== null) faults.add(run);
    before = { element, text: texts.currentNode.textContent, rects };
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < leastFont) faults.add(`${size} px letters: ${named(element)}`);
    const end = Math.max(...rects.map(({ right }) => right));
    const cut = cutBy(element, end);
    if (cut !== null) faults.add(`cut off without an ellipsis: ${named(element)}`);
    const block = element.closest("p, li, td, dd, div, pre, h1, h2, h3, label, a") ?? element;
    const { width } = block.getBoundingClientRect();
    if (text.length >= running && width < leastColumn) faults.add(`${Math.round(width)} px wide: ${named(block)}`);
    for (const rect of rects) add(rect, element);
  }
  for (const element of root.querySelectorAll("input, select, textarea, button, .button"))
    add(element.getBoundingClientRect(), element);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // Lines of one paragraph may touch each other's descenders.
      if (wide > 2 && high > 4) faults.add(`${named(a.element)} lies over ${named(b.element)}`);
    }
  }
  return [...faults];
};
