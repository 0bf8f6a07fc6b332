import { html, type VNode } from "../lib/html.ts";
import { counted, moment } from "../lib/format.ts";
import { focusField } from "../lib/keys.ts";
import { useLive } from "../lib/loaded.ts";
import { change, here, param } from "../lib/route.ts";
import { changes, client, isMine, mayWrite, project } from "../lib/session.ts";
import { askText } from "../parts/dialog.ts";
import { cannotUndo, notify, notifyError } from "../parts/notice.ts";
import { Sure } from "../parts/sure.ts";
import { Conversation, endTalk } from "./conversation.ts";
import { Passage } from "./passage.ts";

/** Chats, and questions answered with citations that were checked; without a model, the passages themselves. */
export function AskView(): VNode {
  const open = param("open");
  const chat = param("chat");
  return html`<div class=${`asking ${open === "" ? "" : "opened"}`}>
    <div class="asking-side">
      <h1>Ask</h1>
      <${Chats} chat=${chat} />
      <${Conversation} key=${`${project.value} ${chat}`} chat=${chat} />
    </div>
    ${open !== "" && html`<${Passage} id=${open} />`}
  </div>`;
}

/** The chats that go on, and a new one; without a chat nothing is kept. */
function Chats({ chat }: { readonly chat: string }): VNode {
  const { value } = useLive("", async (signal) => await client.peek().chats({ signal, limit: 30 }));
  const isOthers = value?.chats.some((one) => one.chat === chat && !isMine(one.scope)) === true;
  const names = (value?.chats ?? []).map((one) => [one.chat, one.lastAt] as const);
  const shown = chat === "" || names.some(([name]) => name === chat) ? names : [[chat, null] as const, ...names];
  const begin = async (): Promise<void> => {
    const name = await askText({ title: "New chat", label: "Name of the chat", value: "", known: [] });
    if (name === null) return;
    change({ chat: name.trim() });
    // The dialog gives the focus back two frames after it is closed.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    focusField("ask");
  };
  const remove = async (): Promise<void> => {
    const { deleted } = await client.peek().deleteChat(chat);
    endTalk(chat);
    cannotUndo("A chat that was deleted can't be brought back.");
    changes.value++;
    change({ chat: "" });
    notify(
      `${deleted.chat} was deleted: ${counted(deleted.messages, "message")}, ${counted(deleted.drawers, "passage")}.`,
    );
  };
  return html`<div class="chats">
    <nav class="tabs" aria-label="Chats">
      <a href=${here({ chat: "" })} aria-current=${chat === "" ? "true" : null}>Without a chat</a>
      ${shown.map(
        ([name, lastAt]) =>
          html`<a key=${name} href=${here({ chat: name })} aria-current=${chat === name ? "true" : null} title=${moment(lastAt)}>
            <bdi>${name}</bdi>
          </a>`,
      )}
    </nav>
    <p class="buttons">
      ${mayWrite.value && html`<button type="button" onClick=${() => void begin().catch(notifyError)}>New chat…</button>`}
      ${chat !== "" && !isOthers && html`<${Sure} label="Delete this chat" sure="Delete it, for good" run=${() => void remove().catch(notifyError)} />`}
    </p>
  </div>`;
}
