import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";

/** Rows beyond the window that are laid out too, so that scrolling shows no gaps. */
const SPARE = 12;

/**
 * A window of many rows of one height: only what is in sight is laid out, so ten thousand rows scroll as ten do.
 *
 * @param total rows
 * @param height of one, in CSS pixels
 * @param row draws one
 * @param onSeen is told which rows came into sight, so that they can be asked for
 */
export function useWindow(
  total: number,
  height: number,
  onSeen?: (from: number, to: number) => void,
): {
  readonly ref: { current: HTMLElement | null };
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
} {
  const ref = useRef<HTMLElement>(null);
  const [range, setRange] = useState({ from: 0, to: 40 });
  useEffect(() => {
    const look = (): void => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / height) - SPARE);
      const to = Math.min(total, Math.ceil((innerHeight - top) / height) + SPARE);
      setRange((before) => (before.from === from && before.to === to ? before : { from, to: Math.max(from, to) }));
      onSeen?.(from, to);
    };
    look();
    addEventListener("scroll", look, { passive: true, capture: true });
    addEventListener("resize", look, { passive: true });
    return () => {
      removeEventListener("scroll", look, { capture: true });
      removeEventListener("resize", look);
    };
  }, [total, height, onSeen]);
  const to = Math.min(range.to, total);
  const from = Math.min(range.from, to);
  return { ref, from, to, before: from * height, after: (total - to) * height };
}

/** Whether something is narrower than a number of CSS pixels, as it is laid out now. */
export function useNarrow(breakAt: number): {
  readonly ref: { current: HTMLElement | null };
  readonly narrow: boolean;
} {
  const ref = useRef<HTMLElement>(null);
  const [narrow, setNarrow] = useState(innerWidth < breakAt);
  useEffect(() => {
    if (ref.current === null) return;
    const sized = new ResizeObserver(([entry]) => setNarrow((entry?.contentRect.width ?? Infinity) < breakAt));
    sized.observe(ref.current);
    return () => sized.disconnect();
  }, [breakAt]);
  return { ref, narrow };
}

/** An empty row as high as the rows that are not laid out. */
export function Gap({ height, columns }: { readonly height: number; readonly columns: number }): VNode | null {
  return height <= 0
    ? null
    : html`<tr aria-hidden="true" class="gap" style=${{ height: `${height}px` }}>
        <td colspan=${columns} style=${{ height: `${height}px` }}></td>
      </tr>`;
}
