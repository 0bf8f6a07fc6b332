import { signal } from "@preact/signals";
import { type ComponentChildren, html, useEffect, useRef, type VNode } from "../lib/html.ts";
import { project } from "../lib/session.ts";
import { Icon } from "./icon.ts";

/** Where the focus goes when what had it is gone or can't take it any more. */
function focusAgain(before: Element | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) document.getElementById("main")?.focus();
}

/**
 * A modal dialog: the browser keeps the focus in it and closes it on Esc; afterwards the focus is where it was. Its keys are no keys of the view behind
 * it, and going back closes it.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
  readonly wide?: boolean;
}): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    addEventListener("popstate", onClose);
    return () => {
      removeEventListener("popstate", onClose);
      shown?.close();
      // Whatever closed it may draw the view anew first.
      requestAnimationFrame(() => requestAnimationFrame(() => focusAgain(before)));
    };
  }, []);
  return html`<dialog
    ref=${dialog}
    class=${wide ? "wide" : ""}
    aria-label=${title}
    onCancel=${(event: Event) => (event.preventDefault(), onClose())}
    onKeyDown=${(event: Event) => event.stopPropagation()}
  >
    <header>
      <h2>${title}</h2>
      <button type="button" class="bare" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${children}
  </dialog>`;
}

interface Question {
  readonly title: string;
  readonly label: string;
  readonly value: string;
  /** Whose draft it is, where its label doesn't say of what it is. */
  readonly about?: string;
  /** Names that are suggested. */
  readonly known: readonly string[];
  readonly answer: (text: string | null) => void;
}

const question = signal<Question | null>(null);

/** What was typed and not said yet, by what was asked: closing the dialog loses nothing. */
const drafts = new Map<string, string>();

/** Asks for one line of text. @returns null when the dialog was closed without it */
export async function askText(asked: Omit<Question, "answer">): Promise<string | null> {
  return await new Promise((answer) => (question.value = { ...asked, answer }));
}

/** Where `askText` asks. */
export function TextQuestion(): VNode | null {
  const asked = question.value;
  if (asked === null) return null;
  const about = `${project.value} ${asked.label} ${asked.about}`;
  const end = (text: string | null): void => {
    if (text !== null) drafts.delete(about);
    question.value = null;
    asked.answer(text);
  };
  return html`<${Dialog} title=${asked.title} onClose=${() => end(null)}>
    <form
      onSubmit=${(event: Event) => {
        event.preventDefault();
        end(new FormData(event.currentTarget as HTMLFormElement).get("text") as string);
      }}
    >
      <label class="field"
        ><span>${asked.label}</span>
        <input
          name="text"
          required
          autofocus
          list="names-known"
          autocomplete="off"
          spellcheck=${false}
          defaultValue=${drafts.get(about) ?? asked.value}
          onInput=${(event: Event) => drafts.set(about, (event.currentTarget as HTMLInputElement).value)}
          onFocus=${(event: Event) => (event.currentTarget as HTMLInputElement).select()}
        />
      </label>
      <datalist id="names-known">
        ${asked.known.map((name) => html`<option key=${name} value=${name}></option>`)}
      </datalist>
      <p class="buttons">
        <button type="submit" class="main">${asked.title}</button
        ><button type="button" onClick=${() => end(null)}>Cancel</button>
      </p>
    </form>
  <//>`;
}
