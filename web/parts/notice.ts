import { type ComponentChildren, html, type VNode } from "../lib/html.ts";
import { signal } from "@preact/signals";
import { useLive } from "../lib/loaded.ts";
import { addressOf, inProject, view } from "../lib/route.ts";
import { client, isOwner, project, session } from "../lib/session.ts";
import { Icon } from "./icon.ts";

interface Failure {
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/** Whether the service wasn't reached, which the page says at its top, once for all that was asked. */
const isAway = (error: unknown): boolean => (error as Failure | null)?.status === 0;

/** What went wrong, and the next step; that the service is away in a dialog alone, behind which the page's top can't be read; of a project that isn't there yet what to put in first. Nothing where nothing did. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }): VNode | null {
  if (error === null || error === undefined) return null;
  const { code = "INTERNAL", message = String(error), hint = "" } = error as Failure;
  if (code === "PROJECT_NOT_FOUND") return html`<${NothingYet} />`;
  return html`<div class=${isAway(error) ? "problem away" : "problem"} role="alert">
    <${Icon} name="warn" />
    <div>
      <p><strong>${sentence(message)}</strong></p>
      ${hint !== "" && html`<p>${sentence(hint)}</p>`}
      ${retry !== undefined && html`<button type="button" onClick=${retry}>Try again</button>`}
    </div>
  </div>`;
}

/** Whether the service has no such route: a part of it that isn't built in. */
export function isMissing(error: unknown): boolean {
  return (error as Failure | null)?.code === "ROUTE_NOT_FOUND";
}

/** What an empty view says first: what it is for, what to do, and which projects are filled where this one isn't. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }): VNode {
  return html`<section class="empty">
    <h2>${title}</h2>
    ${children}
    <${FilledProjects} />
  </section>`;
}

/** What every view of a project says in which nothing is yet. */
export function NothingYet(): VNode {
  const { value } = useLive("", async (signal) => await client.peek().status({ signal }));
  if ((value?.running ?? []).length > 0)
    return html`<${Empty} title="The first folder is being read">
      <p>What has been read can be searched. <a href=${addressOf("sources")}>See how far it is</a></p>
    <//>`;
  return html`<${Empty} title="Nothing is remembered yet">
    ${
      isOwner.value
        ? html`<p>Add a folder of notes, PDFs or chats. It stays where it is; Loci reads it and keeps up with it.</p>
            <p><a class="button main" href=${addressOf("sources", { add: "1" })}>Add a folder</a></p>`
        : html`<p>The owner has not shared anything with you yet.</p>`
    }
  <//>`;
}

/** Other projects that are named; more are counted. */
const NAMED = 8;

/** Where to look instead, for whoever stands in an empty project. */
function FilledProjects(): VNode | null {
  const { filled = [] } = session.value ?? {};
  if (filled.length === 0 || filled.includes(project.value)) return null;
  return html`<p>
    ${filled.length > 1 ? "Other projects hold" : "Another project holds"} something:${" "}
    ${filled.slice(0, NAMED).map((name, i) => html`${i > 0 && ", "}<a key=${name} href=${addressOf(view.value, inProject(name))}><bdi>${name}</bdi></a>`)}${filled.length > NAMED && ` and ${filled.length - NAMED} more`}.
  </p>`;
}

/** Notes of an answer. */
export function Notes({
  notes = [],
}: {
  readonly notes?: readonly { readonly code: string; readonly message: string; readonly hint: string }[];
}): VNode | null {
  if (notes.length === 0) return null;
  return html`<ul class="notes">
    ${notes.map(({ code, message, hint }) => html`<li key=${code}>${sentence(message)}${hint !== "" && html` <span class="quiet">${sentence(hint)}</span>`}</li>`)}
  </ul>`;
}

/** A message as a sentence of its own. */
export function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) || first === "" ? first : `${first}.`;
}

interface Message {
  readonly text: string;
  readonly undo?: () => Promise<unknown>;
}

/** The way back of the last change that has one, until it is gone or another change is made. */
let lastUndo: Message["undo"];
/** Why the last change has no way back; empty where it has one, or nothing was changed. */
let final = "";

/** Says of a change that it has no way back: an undo says so, rather than take back what was changed before it. */
export function cannotUndo(why: string): void {
  lastUndo = undefined;
  final = why;
}

/** Says how the next undo is done. */
export function undoNext(undo: Message["undo"]): void {
  [lastUndo, final] = [undo, ""];
}

/** Waits for a change and says that it was made. An undo takes it back from its beginning on, not what was changed before it. */
export async function undoable<T>(
  message: string,
  change: Promise<T>,
  back: (made: T) => Promise<unknown>,
): Promise<void> {
  const undo = async (): Promise<unknown> => await back(await change);
  undoNext(undo);
  try {
    await change;
  } catch (thrown) {
    if (lastUndo === undo) undoNext(undefined);
    throw thrown;
  }
  // One that was taken back while it was made has been told of.
  if (lastUndo === undo) notify(message, undo);
}

/** Takes the last change back, also where its message has gone by now. */
export function undoLast(): void {
  const undo = lastUndo;
  if (undo === undefined) return notify(final || "There is nothing to take back.");
  lastUndo = undefined;
  toast.value = null;
  undo().then(() => notify("Undone."), notifyError);
}

const toast = signal<Message | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
/** How long a message stays; one with an undo stays long enough to be reached by keyboard. */
const SHOWN_MS = 6_000;
const UNDO_MS = 20_000;

/** Shows a message at the foot of the page. */
export function notify(text: string, undo?: () => Promise<unknown>): void {
  clearTimeout(timer);
  if (undo !== undefined) undoNext(undo);
  toast.value = { text, ...(undo !== undefined && { undo }) };
  timer = setTimeout(() => (toast.value = null), undo === undefined ? SHOWN_MS : UNDO_MS);
}

/** Takes the message away: what is done next is read without it. A change that it told of can still be taken back by the key. */
export function hush(): void {
  toast.value = null;
}

/** Shows an error at the foot of the page, behind what it kept from being done. */
export function notifyError(thrown: unknown, undone = ""): void {
  const { message = String(thrown), hint = "" } = thrown as Failure;
  if (isAway(thrown)) return notify(undone || "That did not reach the service.");
  notify([undone, sentence(message), sentence(hint)].join(" ").trim());
}

/** Where `notify` writes. */
export function Toast(): VNode {
  const now = toast.value;
  const undo = now?.undo;
  return html`<div class="toast" role="status" aria-live="polite">
    ${
      now !== null &&
      html`<p>
        <span>${now.text}</span>
        ${
          undo !== undefined &&
          html`<button type="button" onClick=${undoLast}>Undo <kbd aria-hidden="true">u</kbd></button>`
        }
        <button type="button" class="bare" aria-label="Dismiss" onClick=${hush}>
          <${Icon} name="close" />
        </button>
      </p>`
    }
  </div>`;
}
