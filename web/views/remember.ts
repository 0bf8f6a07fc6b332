import { signal } from "@preact/signals";
import { whoSees } from "../lib/format.ts";
import { html, useState, type VNode } from "../lib/html.ts";
import { useLoaded } from "../lib/loaded.ts";
import { change, param } from "../lib/route.ts";
import { changes, client, isOwner, project } from "../lib/session.ts";
import { Dialog } from "../parts/dialog.ts";
import { Problem, notify } from "../parts/notice.ts";

/** What was typed and not kept yet, by project and by the id of the passage that it changes, if any: closing the dialog loses nothing. */
const drafts = new Map<string, Readonly<Record<string, string>>>();

/** What is said where the words that are changed were changed or forgotten by somebody else. */
const CHANGED_MEANWHILE = {
  message: "somebody changed or forgot this note meanwhile, so nothing was kept",
  hint: "what you typed stays here: copy it, close this, and open the note anew",
};

/** Bumped by a move or a change: an open passage says where it stands now, and in which words, also where it keeps its id. */
export const rewrites = signal(0);

/** A passage that was kept by hand. */
interface Kept {
  readonly id: string;
  readonly text: string;
  readonly wing: string;
  readonly room: string;
  readonly scope: string;
}

/** Whether a document is of passages that were kept by hand: those can be changed here, all others where they come from. */
export const isKept = ({ source }: { readonly source: { readonly name: string } }): boolean => source.name === "palace";

/** Keeps a passage word for word, in a room; it can be taken out again at once. What is changed replaces `changing`, which stays as its earlier version. */
export function RememberDialog({
  changing,
  onClose,
}: {
  readonly changing?: Kept;
  readonly onClose: (kept?: string) => void;
}): VNode {
  const about = changing?.id ?? "";
  const typed = `${project.value} ${about}`;
  const draft = drafts.get(typed);
  const [error, setError] = useState<unknown>(null);
  const known = useLoaded(project.value, async (signal) => {
    const loci = client.peek();
    const { wings, rooms } = await loci.wings({ signal });
    return { wings: wings.map(({ wing }) => wing), rooms: rooms.map(({ room }) => room) };
  }).value;
  // A long passage stands in parts: it is changed as a whole.
  const now = useLoaded(changing?.id ?? null, async (signal) => {
    const loci = client.peek();
    const [{ text }, { pinned }] = await Promise.all([
      loci.expand([about], { signal }),
      loci.drawer(about, { signal }),
    ]);
    return { text, pinned };
  });
  const { text: words = changing?.text ?? "", pinned: isPinned = false } = now.value ?? {};
  const isWaiting = changing !== undefined && now.value === null;
  const start: Readonly<Record<string, string>> = draft ?? { ...changing, text: words };
  const pinned = draft === undefined ? isPinned : draft["pin"] !== undefined;
  const keep = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const loci = client.peek();
    const isSame = ([name, value]: readonly [string, FormDataEntryValue]): boolean =>
      name === "pin" || value === (name === "text" ? words : changing?.[name as keyof Kept]);
    if (changing !== undefined && [...data].every(isSame) && data.has("pin") === isPinned) {
      drafts.delete(typed);
      onClose();
      return notify("Nothing was changed.");
    }
    try {
      const { id, wing, room } = await loci.addDrawer({
        // What is left empty is found by itself; what a user keeps is his own, and has no field.
        ...(Object.fromEntries([...data].filter(([, value]) => value !== "")) as { readonly text: string }),
        pin: data.has("pin"),
        ...(changing !== undefined && { supersedes: [changing.id], force: true }),
      });
      drafts.delete(typed);
      changes.value++;
      onClose(id);
      rewrites.value++;
      const isRewritten = changing !== undefined && data.get("text") !== words;
      const kept = `Kept in ${wing} / ${room}${isRewritten ? "; the earlier words stay as an earlier version" : ""}.`;
      notify(
        // A long passage whose beginning is as it was keeps its id.
        id !== changing?.id || data.get("text") !== words
          ? kept
          : data.has("pin")
            ? "Pinned; nothing else was changed."
            : "It isn't pinned any more.",
        async () => {
          if (changing === undefined) await loci.forget({ ids: [id] });
          else {
            // The earlier version counts again, and an open passage is that one.
            const { wing, room, scope } = changing;
            const place = { wing, room, ...(isOwner.peek() && { scope }) };
            const back = await loci.addDrawer({ text: words, ...place, pin: isPinned, supersedes: [id] });
            if (param("open") === id) change({ open: back.id }, { replace: true });
            rewrites.value++;
          }
          changes.value++;
        },
      );
    } catch (thrown) {
      // The words had this id when they were opened, so they are others now.
      const isGone = changing !== undefined && (thrown as { readonly code?: string }).code === "DRAWER_NOT_FOUND";
      setError(isGone ? CHANGED_MEANWHILE : thrown);
    }
  };
  return html`<${Dialog} title=${changing === undefined ? "Remember a passage" : "Change a passage"} wide onClose=${() => onClose()}>
    <form
      onInput=${(event: Event) => drafts.set(typed, Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as typeof start)}
      onSubmit=${(event: Event) => {
        event.preventDefault();
        void keep(event.currentTarget as HTMLFormElement);
      }}
    >
      <label class="field"><span>The exact words</span> <textarea name="text" rows="5" required autofocus key=${words.length} readonly=${isWaiting} defaultValue=${start["text"] ?? ""}></textarea></label>
      <div class="fields" inert=${isWaiting}>
        <label class="field"><span>Wing: a person, project or subject</span> <input name="wing" placeholder="found by itself" defaultValue=${start["wing"] ?? ""} list="wings-known" autocomplete="off" /></label>
        <label class="field"><span>Room: a concept</span> <input name="room" placeholder="found by itself" defaultValue=${start["room"] ?? ""} list="rooms-of-all" autocomplete="off" /></label>
        ${isOwner.value ? html`<label class="field"><span>Who may see it</span> <select name="scope"><option value="admin" selected=${start["scope"] !== "kb"}>Only me</option><option value="kb" selected=${start["scope"] === "kb"}>Everyone in the project</option>${start["scope"]?.startsWith("user:") === true && html`<option value=${start["scope"]} selected>${whoSees(start["scope"])}</option>`}</select></label>` : ""}
      </div>
      <label class="check" inert=${isWaiting}><input type="checkbox" name="pin" key=${String(pinned)} defaultChecked=${pinned} /> Pin it: it stands in each brief that an agent begins with</label>
      <datalist id="wings-known">${(known?.wings ?? []).map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
      <datalist id="rooms-of-all">${(known?.rooms ?? []).map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
      <${Problem} error=${error ?? now.error} />
      <p class="buttons"><button type="submit" class="main" aria-disabled=${isWaiting}>${changing === undefined ? "Remember" : "Change"}</button><button type="button" onClick=${() => onClose()}>Cancel</button></p>
    </form>
  <//>`;
}
