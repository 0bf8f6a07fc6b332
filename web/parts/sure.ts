import { html, useState, type VNode } from "../lib/html.ts";

/** A button that asks once more before it does what can't be undone. */
export function Sure({
  label,
  sure,
  run,
  name,
}: {
  readonly label: string;
  readonly sure: string;
  readonly run: () => void;
  /** What is read out for it, where its label says too little alone. */
  readonly name?: string;
}): VNode {
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming)
    return html`<button key="ask" type="button" aria-label=${name} onClick=${() => setConfirming(true)}>${label}</button>`;
  return html`<button key="sure" type="button" class="danger" autofocus onBlur=${() => setConfirming(false)} onClick=${run}>${sure}</button>`;
}
