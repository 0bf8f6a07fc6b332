import { html, useState, type VNode } from "../lib/html.ts";
import { csv, type ExportRow } from "../lib/csv.ts";
import { notifyError } from "./notice.ts";

/**
 * Two buttons that hand a table out as a file.
 *
 * @param name of the file, without its ending
 * @param rows all of them, also those that aren't laid out
 */
export function Export({
  name,
  rows,
}: {
  readonly name: string;
  readonly rows: () => Promise<readonly ExportRow[]> | readonly ExportRow[];
}): VNode {
  const [busy, setBusy] = useState(false);
  const save = async (kind: "csv" | "json"): Promise<void> => {
    setBusy(true);
    try {
      const all = await rows();
      download(`${name}.${kind}`, kind === "csv" ? csv(all) : `${JSON.stringify(all, null, 2)}\n`);
    } finally {
      setBusy(false);
    }
  };
  return html`<span class="export" role="group" aria-label="Export this table" aria-busy=${busy}>
    ${(["csv", "json"] as const).map(
      (kind) =>
        html`<button key=${kind} type="button" aria-label=${`Save ${kind.toUpperCase()} of this table`} aria-disabled=${busy} onClick=${() => void save(kind).catch(notifyError)}>
          Save ${kind.toUpperCase()}
        </button>`,
    )}
  </span>`;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: name.endsWith(".csv") ? "text/csv" : "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
