import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted } from "../lib/format.ts";
import { changes, client } from "../lib/session.ts";
import { Dialog } from "../parts/dialog.ts";
import { cannotUndo, notify, Problem } from "../parts/notice.ts";

/** Files that are handed over rather than read where they lie: dropped on the window, or chosen. Loci keeps a copy. */
export function HandOver({ onDone }: { readonly onDone: () => void }): VNode {
  const chooser = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
  return html`<button type="button" onClick=${() => chooser.current?.click()}>Hand over files…</button>
    <input
      ref=${chooser}
      type="file"
      multiple
      hidden
      onChange=${({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
        setFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = "";
      }}
    />
    ${files.length > 0 && html`<${Scope} files=${files} onClose=${() => (setFiles([]), onDone())} />`}`;
}

/** Asks who may see them, and sends one after the other; what fails is said, and the others go on. */
function Scope({ files, onClose }: { readonly files: readonly File[]; readonly onClose: () => void }): VNode {
  const [scope, setScope] = useState("admin");
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState<readonly { readonly name: string; readonly error: unknown }[]>([]);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const faults: { name: string; error: unknown }[] = [];
    let passages = 0;
    for (const [i, file] of files.entries()) {
      setDone(i);
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        passages += (await client.peek().addDocument({ name: file.name, scope, bytes })).document.drawers.added;
      } catch (error) {
        faults.push({ name: file.name, error });
      }
    }
    setDone(null);
    setFailed(faults);
    changes.value++;
    if (faults.length < files.length) {
      cannotUndo("Forget takes out what was handed over.");
      notify(`${counted(files.length - faults.length, "file")} read: ${counted(passages, "passage")} added.`);
    }
    if (faults.length === 0) onClose();
  };
  return html`<${Dialog} title="Hand over files" onClose=${onClose}>
    <form onSubmit=${(event: Event) => void send(event)}>
      <ul>
        ${files.map(({ name }) => html`<li key=${name}><bdi>${name}</bdi></li>`)}
      </ul>
      <label class="field"
        ><span>Who may see them</span>
        <select value=${scope} onChange=${(event: Event) => setScope((event.currentTarget as HTMLSelectElement).value)}>
          <option value="admin">Only me, and my agents</option>
          <option value="kb">Everyone in the project</option>
        </select>
      </label>
      <p class="quiet" role="status">${done === null ? "Loci keeps a copy; a file of the same name replaces it." : `Reading ${done + 1} of ${files.length}…`}</p>
      ${failed.map(({ name, error }) => html`<div key=${name}><p><bdi>${name}</bdi></p><${Problem} error=${error} /></div>`)}
      <p class="buttons">
        <button type="submit" class="main" aria-disabled=${done !== null} autofocus>Hand over</button
        ><button type="button" onClick=${onClose}>Cancel</button>
      </p>
    </form>
  <//>`;
}
