import type { FactListsAnswer } from "loci/client";
import { html, useRef, useState, type VNode } from "../lib/html.ts";
import { counted, day, moment } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { change, here, param } from "../lib/route.ts";
import { changes, client, project } from "../lib/session.ts";
import { Icon } from "../parts/icon.ts";
import { Empty, Problem, notify, notifyError } from "../parts/notice.ts";

type List = FactListsAnswer["lists"][number];
type Item = List["items"][number];

/** Lists and favourites: stated in words, edited in place, dragged into another order, each item with where it was said. */
export function FactsView(): VNode {
  const topic = param("topic");
  const { value, error, reload } = useLoaded(
    `${project.value} ${changes.value}`,
    async (signal) => await client.peek().facts({ signal }),
  );
  const lists = value?.lists ?? [];
  return html`<div class="facts">
    <h1>Lists</h1>
    <${Say} onChange=${reload} />
    <${Problem}
      error=${error !== null && (error as { code?: string }).code !== "PROJECT_NOT_FOUND" ? error : null}
      retry=${reload}
    />
    ${
      value !== null &&
      lists.length === 0 &&
      html`<${Empty} title="No lists yet">
        <p>
          Say a favourite above, such as <q>My favorite fonts are 1) Garamond, 2) Futura</q>. It is stored exactly, and
          a question about it is answered exactly.
        </p>
      <//>`
    }
    <div class="lists">
      ${lists.map((list) => html`<${ListCard} key=${`${list.scope} ${list.topic}`} list=${list} isOpen=${list.topic === topic} onChanged=${reload} />`)}
    </div>
  </div>`;
}

/** Tells or asks in words, and shows the reply. */
function Say({ onChange }: { readonly onChange: () => void }): VNode {
  const [text, setText] = useState("");
  const [reply, setReply] = useState("");
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    const result = await client.peek().tellFacts({ text });
    setReply(result.text === "" ? "That is not about a list." : result.text);
    if (result.changed) setText("");
    onChange();
  };
  return html`<form class="say" onSubmit=${(event: Event) => void say(event).catch(notifyError)}>
    <input
      data-search
      aria-label="Say or ask"
      placeholder="Say or ask: my favorite tea is sencha"
      required
      autocomplete="off"
      value=${text}
      onInput=${(event: Event) => setText((event.currentTarget as HTMLInputElement).value)}
    />
    <button type="submit" class="main">Say</button>
    <p role="status" class="reply" dir="auto">${reply}</p>
  </form>`;
}

function ListCard({
  list,
  isOpen,
  onChanged,
}: {
  readonly list: List;
  readonly isOpen: boolean;
  readonly onChanged: () => void;
}): VNode {
  const { topic, items } = list;
  const [dragged, setDragged] = useState<number | null>(null);
  const [adding, setAdding] = useState("");
  const body = useRef<HTMLOListElement>(null);
  const values = items.map(({ value }) => value);

  /** Puts the whole list as it should be, and offers the way back. */
  const put = async (next: readonly string[], message: string): Promise<void> => {
    const loci = client.peek();
    await loci.changeFacts({ op: "replace", topic, values: [...next] });
    onChanged();
    notify(message, async () => {
      await loci.changeFacts({ op: "replace", topic, values });
      onChanged();
    });
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= values.length || from === to) return;
    const next = values.toSpliced(from, 1).toSpliced(to, 0, values[from] as string);
    void put(next, `${values[from]} is number ${to + 1} now.`)
      .then(() =>
        requestAnimationFrame(() => body.current?.querySelectorAll<HTMLElement>("[data-handle]")[to]?.focus()),
      )
      .catch(notifyError);
  };
  const edit = (at: number, value: string): void => {
    if (value.trim() === "" || value === values[at]) return;
    void put(values.with(at, value.trim()), `${values[at]} is ${value.trim()} now.`).catch(notifyError);
  };
  const remove = (at: number): void => {
    const removed = values[at] as string;
    if (values.length > 1) return void put(values.toSpliced(at, 1), `${removed} was removed.`).catch(notifyError);
    const loci = client.peek();
    void loci
      .changeFacts({ op: "clear", topic })
      .then(() => {
        onChanged();
        notify(`The list ${topic} was removed.`, async () => {
          await loci.changeFacts({ op: "replace", topic, values });
          onChanged();
        });
      })
      .catch(notifyError);
  };
  return html`<section class="list">
    <h2><bdi>${topic}</bdi> ${list.scope !== "kb" && html`<span class="scope">${list.scope}</span>`}</h2>
    <ol ref=${body}>
      ${items.map(
        (item, i) =>
          html`<li
            key=${item.value}
            class=${dragged === i ? "dragged" : ""}
            onDragOver=${(event: DragEvent) => dragged !== null && event.preventDefault()}
            onDrop=${(event: DragEvent) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, i);
              setDragged(null);
            }}
          >
            <${ItemRow}
              item=${item}
              place=${i}
              of=${items.length}
              move=${move}
              edit=${edit}
              remove=${remove}
              setDragged=${setDragged}
            />
          </li>`,
      )}
    </ol>
    <form
      class="add-item"
      onSubmit=${(event: Event) => {
        event.preventDefault();
        const value = adding.trim();
        setAdding("");
        if (value !== "") void put([...values, value], `${value} was added.`).catch(notifyError);
      }}
    >
      <input
        aria-label=${`Add to ${topic}`}
        placeholder="Add"
        autocomplete="off"
        value=${adding}
        onInput=${(event: Event) => setAdding((event.currentTarget as HTMLInputElement).value)}
      />
      <button type="submit">Add</button>
    </form>
    <button type="button" class="bare" aria-expanded=${isOpen} onClick=${() => change({ topic: isOpen ? "" : topic })}>
      ${isOpen ? "Hide the history" : "History"}
    </button>
    ${isOpen && html`<${History} topic=${topic} />`}
  </section>`;
}

interface RowProps {
  readonly item: Item;
  readonly place: number;
  readonly of: number;
  readonly move: (from: number, to: number) => void;
  readonly edit: (at: number, value: string) => void;
  readonly remove: (at: number) => void;
  readonly setDragged: (at: number | null) => void;
}

function ItemRow({ item, place, of, move, edit, remove, setDragged }: RowProps): VNode {
  const { value, chat, time } = item;
  return html`<div class="item">
    <button
      type="button"
      class="bare handle"
      data-handle
      draggable="true"
      aria-label=${`${value}, number ${place + 1} of ${of}; arrow keys move it`}
      onDragStart=${(event: DragEvent) => {
        event.dataTransfer?.setData("text/plain", value);
        setDragged(place);
      }}
      onDragEnd=${() => setDragged(null)}
      onKeyDown=${(event: KeyboardEvent) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        move(place, place + step);
      }}
    >
      <${Icon} name="drag" />
    </button>
    <span class="rank">${place + 1}</span>
    <input
      aria-label=${`Item ${place + 1}`}
      dir="auto"
      defaultValue=${value}
      onChange=${(event: Event) => edit(place, (event.currentTarget as HTMLInputElement).value)}
      onKeyDown=${(event: KeyboardEvent) => event.key === "Escape" && ((event.currentTarget as HTMLInputElement).value = value)}
    />
    <span class="quiet said" title=${`Said ${moment(time)}${chat === "" ? "" : ` in ${chat}`}`}
      >${day(time)}${chat !== "" && html` <bdi>${chat}</bdi>`}</span
    >
    <button type="button" class="bare" aria-label=${`Remove ${value}`} onClick=${() => remove(place)}>
      <${Icon} name="close" />
    </button>
  </div>`;
}

/** Everything that happened to a list, latest first, with the sentence that said it. */
function History({ topic }: { readonly topic: string }): VNode {
  const { value, error } = useLoaded(
    `${project.value} ${changes.value} ${topic}`,
    async (signal) => await client.peek().factHistory(topic, { signal }),
  );
  if (error !== null) return html`<${Problem} error=${error} />`;
  const entries = [...(value?.history ?? [])].reverse();
  return html`<ol class="history">
      ${entries.map(
        ({ at, sentence, chat, reason, undone }, i) =>
          html`<li key=${i} class=${undone ? "undone" : ""}>
            <time datetime=${at}>${moment(at)}</time>
            <p dir="auto">
              ${sentence === "" ? reason : sentence}${undone && html` <span class="quiet">(taken back)</span>`}
            </p>
            ${
              chat !== "" &&
              html`<p class="quiet">
                in <a href=${here({ chat })}><bdi>${chat}</bdi></a>
              </p>`
            }
          </li>`,
      )}
    </ol>
    <p class="quiet">${counted(entries.length, "change")}</p>`;
}
