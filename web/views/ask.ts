import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted, moment } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { change, here, param } from "../lib/route.ts";
import { changes, client, project } from "../lib/session.ts";
import { askText } from "../parts/dialog.ts";
import { Empty, isMissing, Problem, notify, notifyError } from "../parts/notice.ts";
import { type AskTurn, type AskedPassage, askQuestion, begun, type Cited } from "./ask-turn.ts";
import { speakerOf } from "./hit.ts";
import { Passage } from "./passage.ts";

/** Chats, and questions answered with citations that were checked; without a model, the passages themselves. */
export function AskView(): VNode {
  const open = param("open");
  const chat = param("chat");
  const close = (): void => {
    change({ open: "" });
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-search]")?.focus());
  };
  return html`<div
    class=${`asking ${open === "" ? "" : "opened"}`}
    onKeyDown=${(event: KeyboardEvent) => event.key === "Escape" && open !== "" && !event.defaultPrevented && close()}
  >
    <div class="asking-side">
      <h1>Ask</h1>
      <${Chats} chat=${chat} />
      <${Conversation} key=${chat} chat=${chat} />
    </div>
    ${open !== "" && html`<${Passage} id=${open} onClose=${close} />`}
  </div>`;
}

/** The chats that go on, and a new one; without a chat nothing is kept. */
function Chats({ chat }: { readonly chat: string }): VNode {
  const { value } = useLoaded(
    `${project.value} ${changes.value}`,
    async (signal) => await client.peek().chats({ signal, limit: 30 }),
  );
  const names = (value?.chats ?? []).map((one) => [one.chat, one.lastAt] as const);
  const shown = chat === "" || names.some(([name]) => name === chat) ? names : [[chat, null] as const, ...names];
  const begin = async (): Promise<void> => {
    const name = await askText({ title: "New chat", label: "Name of the chat", value: "", known: [] });
    if (name !== null) change({ chat: name.trim() });
  };
  const remove = async (): Promise<void> => {
    const { deleted } = await client.peek().deleteChat(chat);
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
      <button type="button" onClick=${() => void begin().catch(notifyError)}>New chat…</button>
      ${chat !== "" && html`<${Sure} label="Delete this chat" sure="Delete it, for good" run=${() => void remove().catch(notifyError)} />`}
    </p>
  </div>`;
}

/** A button that asks once more before it does what can't be undone. */
function Sure({
  label,
  sure,
  run,
}: {
  readonly label: string;
  readonly sure: string;
  readonly run: () => void;
}): VNode {
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming)
    return html`<button key="ask" type="button" onClick=${() => setConfirming(true)}>${label}</button>`;
  return html`<button key="sure" type="button" class="danger" autofocus onBlur=${() => setConfirming(false)} onClick=${run}>${sure}</button>`;
}

/** What was said in this chat, and what is asked now. */
function Conversation({ chat }: { readonly chat: string }): VNode {
  const [text, setText] = useState("");
  const [turns, setTurns] = useState<readonly AskTurn[]>([]);
  const [error, setError] = useState<unknown>(null);
  const asking = useRef<AbortController | null>(null);
  const stored = useLoaded(chat === "" ? null : `${project.value} ${chat}`, async (signal) => {
    try {
      return await client.peek().chatMessages(chat, { signal });
    } catch (thrown) {
      // A chat begins with its first message.
      if ((thrown as { status?: number }).status === 404) return null;
      throw thrown;
    }
  });
  useEffect(() => () => asking.current?.abort(), []);
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    const question = text.trim();
    if (question === "") return;
    setText("");
    setError(null);
    const mine = (asking.current = new AbortController());
    let turn = begun(question);
    const earlier = turns;
    setTurns([...earlier, turn]);
    try {
      for await (const next of askQuestion(client.peek(), question, chat, mine.signal))
        setTurns([...earlier, (turn = next)]);
      setTurns([...earlier, { ...turn, isRunning: false }]);
    } catch (thrown) {
      setTurns(mine.signal.aborted ? [...earlier, { ...turn, isRunning: false }] : earlier);
      if (!mine.signal.aborted) {
        setText(question);
        setError(thrown);
      }
    }
  };
  const isRunning = turns.at(-1)?.isRunning === true;
  return html`
    ${(stored.value?.messages ?? []).map(
      ({ id, role, text: body, time }) =>
        html`<div key=${id} class=${`turn said-${role === "user" ? "user" : "other"}`}>
          <p class="who"><strong>${role}</strong> <span class="quiet">${moment(time)}</span></p>
          <p class="verbatim" dir="auto">${body}</p>
        </div>`,
    )}
    ${turns.map((turn, i) => html`<${Turn} key=${i} turn=${turn} />`)}
    ${turns.length === 0 && (stored.value?.messages ?? []).length === 0 && error === null && html`<${Empty} title="Ask your memory"><p>The answer cites the passages that it stands on, and each citation is checked against its passage. Without a language model you get the passages themselves.</p><//>`}
    ${isMissing(error) ? html`<p class="note">This service can't answer questions yet; <a href=${`#/search?q=${encodeURIComponent(text)}`}>search for it</a> instead.</p>` : html`<${Problem} error=${error} />`}
    <form class="ask-form" onSubmit=${(event: Event) => void ask(event).catch(notifyError)}>
      <textarea
        data-search
        aria-label="Question"
        placeholder="Ask a question"
        rows="2"
        value=${text}
        onInput=${(event: Event) => setText((event.currentTarget as HTMLTextAreaElement).value)}
        onKeyDown=${(event: KeyboardEvent) => event.key === "Enter" && !event.shiftKey && !event.isComposing && void ask(event).catch(notifyError)}
      ></textarea>
      ${isRunning ? html`<button type="button" onClick=${() => asking.current?.abort()}>Stop</button>` : html`<button type="submit" class="main">Ask</button>`}
    </form>
  `;
}

/** A question with its answer as it comes in, its citations and what was found of each. */
function Turn({ turn }: { readonly turn: AskTurn }): VNode {
  const { question, text, by, passages, citations, notes, isRunning } = turn;
  const cursor = isRunning && html`<span class="cursor" aria-hidden="true"></span>`;
  const answer = html`<${Answer} text=${text} passages=${passages} citations=${citations} />`;
  return html`<div class="turn said-user"><p class="verbatim" dir="auto">${question}</p></div>
    <div class="turn answer" aria-busy=${isRunning}>
      <div role="log" aria-live="polite"><p class="verbatim" dir="auto">${answer}${cursor}</p></div>
      ${by !== null && html`<p class="quiet">${ANSWERED[by] ?? by}</p>`}
      ${notes.map(({ message, hint }, i) => html`<p key=${i} class="quiet">${message}${hint === "" ? "" : `. ${hint}`}</p>`)}
      ${passages.length > 0 && html`<${Passages} passages=${passages} citations=${citations} open=${by === "passages"} />`}
    </div>`;
}

const ANSWERED: Readonly<Record<string, string>> = {
  facts: "Answered exactly, from the lists.",
  model: "Written by the language model; each citation was checked against its passage.",
  passages: "No language model is configured: these are the passages themselves.",
};

function Passages({
  passages,
  citations,
  open,
}: Pick<AskTurn, "passages" | "citations"> & { readonly open: boolean }): VNode {
  return html`<details open=${open}>
    <summary>${counted(passages.length, "passage")}</summary>
    <ol class="plain cited">
      ${passages.map(
        (passage) => html`<li key=${passage.id}>
          <p>
            <a href=${here({ open: passage.id })}>[${passage.label}] <bdi>${passageName(passage)}</bdi></a>
            ${citations.filter(({ label }) => label === passage.label).map((one, n) => html` <${Mark} key=${n} cited=${one} />`)}
          </p>
          <p class="snippet" dir="auto">${passage.text.slice(0, 400)}</p>
        </li>`,
      )}
    </ol>
  </details>`;
}

function passageName({ heading, message, source, pages, lines, scope }: AskedPassage): string {
  if (message !== null) return `${speakerOf(message, scope)} in ${message.chat}`;
  const file = source.path === "" ? source.name : source.path;
  const where = pages !== null ? `, page ${pages.start}` : lines !== null ? `:${lines.start}` : "";
  return `${heading === "" ? "" : `${heading}, `}${file}${where}`;
}

function Mark({ cited: { verdict, quote, reason } }: { readonly cited: Cited }): VNode {
  const why = reason === "" ? verdict : `${verdict}, ${reason}`;
  return html`<span class=${verdict === "supported" ? "verdict-mark good" : "verdict-mark bad"} title=${quote ?? ""}>${why}</span>`;
}

/** The answer's text, with `[M1]` as links that open the passage, marked by its verdict. Nothing else in it becomes a link. */
function Answer({ text, passages, citations }: Pick<AskTurn, "text" | "passages" | "citations">): VNode {
  const nth = new Map<string, number>();
  const parts = text.split(/(\[M\d{1,4}[^\]\n]{0,200}\])/).map((part) => {
    const label = /^\[(M\d{1,4})/.exec(part)?.[1];
    if (label === undefined) return part;
    const passage = passages.find((one) => one.label === label);
    if (passage === undefined) return html`<span class="bad">${part}</span>`;
    const n = nth.get(label) ?? 0;
    nth.set(label, n + 1);
    const cited = citations.filter((one) => one.label === label)[n];
    const bad = cited !== undefined && cited.verdict !== "supported";
    const title = cited === undefined ? passageName(passage) : `${passageName(passage)}: ${cited.verdict}`;
    return html`<a class=${bad ? "cite bad" : "cite"} href=${here({ open: passage.id })} title=${title}>${label}</a>`;
  });
  return html`<bdi>${parts}</bdi>`;
}
