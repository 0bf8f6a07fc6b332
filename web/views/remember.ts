import { html, useState, type VNode } from "../lib/html.ts";
import { useLoaded } from "../lib/loaded.ts";
import { changes, client, isOwner, project } from "../lib/session.ts";
import { Dialog } from "../parts/dialog.ts";
import { Problem, notify } from "../parts/notice.ts";

/** What was typed and not kept yet: closing the dialog loses nothing. */
let draft: Readonly<Record<string, string>> = {};

/** Keeps a passage word for word, in a room; it can be taken out again at once. */
export function RememberDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const [error, setError] = useState<unknown>(null);
  const known = useLoaded(project.value, async (signal) => {
    const loci = client.peek();
    const [{ wings }, { rooms }] = await Promise.all([loci.wings({ signal }), loci.rooms({ signal })]);
    return { wings: wings.map(({ wing }) => wing), rooms: rooms.map(({ room }) => room) };
  }).value;
  const keep = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const field = (name: string): string => (data.get(name) as string).trim();
    const loci = client.peek();
    try {
      const request = {
        text: data.get("text") as string,
        wing: field("wing"),
        room: field("room"),
        pin: data.has("pin"),
      };
      // What a user keeps is his own.
      const { id, wing, room } = await loci.addDrawer(isOwner.peek() ? { ...request, scope: field("scope") } : request);
      draft = {};
      changes.value++;
      onClose();
      notify(`Kept in ${wing} / ${room}.`, async () => {
        await loci.forget({ ids: [id] });
        changes.value++;
      });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return html`<${Dialog} title="Remember a passage" wide onClose=${onClose}>
    <form
      onInput=${(event: Event) => (draft = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as typeof draft)}
      onSubmit=${(event: Event) => {
        event.preventDefault();
        void keep(event.currentTarget as HTMLFormElement);
      }}
    >
      <label class="field"><span>The exact words</span> <textarea name="text" rows="5" required autofocus defaultValue=${draft["text"] ?? ""}></textarea></label>
      <div class="fields">
        <label class="field"><span>Wing: a person, project or subject</span> <input name="wing" required defaultValue=${draft["wing"] ?? ""} list="wings-known" autocomplete="off" /></label>
        <label class="field"><span>Room: a concept</span> <input name="room" required defaultValue=${draft["room"] ?? ""} list="rooms-of-all" autocomplete="off" /></label>
        ${isOwner.value ? html`<label class="field"><span>Who may see it</span> <select name="scope"><option value="admin">Only me</option><option value="kb">Everyone in the project</option></select></label>` : ""}
      </div>
      <label class="check"><input type="checkbox" name="pin" /> Pin it: it stands in each brief that an agent begins with</label>
      <datalist id="wings-known">${(known?.wings ?? []).map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
      <datalist id="rooms-of-all">${(known?.rooms ?? []).map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
      <${Problem} error=${error} />
      <p class="buttons"><button type="submit" class="main">Remember</button><button type="button" onClick=${onClose}>Cancel</button></p>
    </form>
  <//>`;
}
