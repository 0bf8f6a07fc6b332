import type { AnswerOf, FactListsAnswer, LociClient } from "loci/client";
import { html, useLayoutEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted, day, moment, whoSees } from "../lib/format.ts";
import { useLive } from "../lib/loaded.ts";
import { change, here, param } from "../lib/route.ts";
import { changes, client, mayWrite } from "../lib/session.ts";
import type { ExportRow } from "../lib/csv.ts";
import { Export } from "../parts/export.ts";
import { Icon } from "../parts/icon.ts";
import { Empty, Problem, hush, notify, notifyError, undoable, undoNext } from "../parts/notice.ts";

type List = FactListsAnswer["lists"][number];
type Item = List["items"][number];

/** Lists and favourites: stated in words, edited in place, dragged into another order, each item with where it was said. */
export function FactsView(): VNode {
  const topic = param("topic");
  const { value, error, reload } = useLive("", async (signal) => await client.peek().facts({ signal }));
  /** The lists as changes of this page left them, until they are asked for anew. */
  const [left, setLeft] = useState<{ readonly of: unknown; readonly lists: readonly List[] }>({ of: null, lists: [] });
  const all = (left.of === value ? left : value)?.lists ?? [];
  const lists = all.filter(isRanked);
  const exact = all.filter((list) => !isRanked(list));
  /** Makes a change of a list as it is shown. `back`: what takes it back. */
  const apply: Apply = async (list, message, done, back, seen = valuesOf(list)) => {
    const loci = client.peek();
    const change = async ({ op, ...given }: Change, was?: readonly string[]): Promise<List["items"]> => {
      try {
        const asked = { op, topic: list.topic, ...given, ...(was !== undefined && { seen: [...was] }) };
        const { items = [] } = (await loci.changeFacts(asked)) as { readonly items?: List["items"] };
        setLeft({ of: value, lists: all.map((one) => (one === list ? { ...list, items } : one)) });
        return items;
      } finally {
        changes.value++;
      }
    };
    // What is added at the end can wipe nothing away.
    const isAdded = done.op === "add" && done.rank === undefined;
    await undoable(message, change(done, isAdded ? undefined : seen), async (items) => {
      await change(
        back,
        items.map((one) => one.value),
      );
    });
  };
  // The first thing that is said makes the project.
  const isAbsent = (error as { code?: string } | null)?.code === "PROJECT_NOT_FOUND";
  return html`<div class="facts">
    <h1>Lists</h1>
    ${mayWrite.value && html`<${Say} onChange=${reload} />`}
    <${Problem} error=${isAbsent ? null : error} retry=${reload} />
    ${
      (value !== null || isAbsent) &&
      lists.length + exact.length === 0 &&
      html`<${Empty} title="No lists yet">
        <p>
          ${
            mayWrite.value
              ? html`Say a favorite above, such as <q>My favorite fonts are 1) Garamond, 2) Futura</q>. It is stored
                  exactly, and a question about it is answered exactly.`
              : "The owner has not shared any with everyone."
          }
        </p>
      <//>`
    }
    <div class="lists">
      ${lists.map((list) => html`<${ListCard} key=${`${list.scope} ${list.topic}`} list=${list} isOpen=${list.topic === topic} apply=${apply} />`)}
    </div>
    ${exact.length > 0 && html`<${ExactFacts} facts=${exact} apply=${apply} />`}
    ${all.length > 0 && html`<p><${Export} name="lists" rows=${() => rowsOf(all)} /></p>`}
  </div>`;
}

type Change = Omit<Parameters<LociClient["changeFacts"]>[0], "topic" | "seen">;

/**
 * Makes a change, which is refused where the list is another by now than what is shown; so is taking it back. What is added at the end goes behind what
 * others added.
 */
type Apply = (list: List, message: string, done: Change, back: Change, seen?: readonly string[]) => Promise<void>;

const valuesOf = ({ items }: Pick<List, "items">): readonly string[] => items.map(({ value }) => value);

/** Makes a change of a field; where it is refused the field says what is stored, and the message what wasn't. */
async function changeField(event: Event, stored: string, change: (text: string) => Promise<void>): Promise<void> {
  const field = event.currentTarget as HTMLInputElement;
  const text = field.value.trim();
  if (text === "") field.value = stored;
  if (text === "" || text === stored) return;
  try {
    await change(text);
  } catch (thrown) {
    field.value = stored;
    notifyError(thrown, `“${text}” was not stored.`);
  }
}

/** A row for each item. */
function rowsOf(lists: readonly List[]): readonly ExportRow[] {
  return lists.flatMap(({ topic, type, scope, items }) =>
    items.map(({ value, time }, i) => ({
      ...{ topic, type, visibleTo: whoSees(scope) },
      ...{ rank: type === "ranked" ? i + 1 : null, value, time },
    })),
  );
}

/** Whether the order of what stands in a list means something; the others are exact facts, of one value or a few. */
function isRanked({ type }: List): boolean {
  return type === "ranked" || type === "list";
}

/** Exact facts: what they are of, and what they say. */
function ExactFacts({ facts, apply }: { readonly facts: readonly List[]; readonly apply: Apply }): VNode {
  return html`<section>
    <h2>Exact facts</h2>
    <dl class="facts-table exact">
      ${facts.map((fact) => {
        const { topic, scope, items, later } = fact;
        const value = valuesOf(fact).join(", ");
        const put = (text: string): Change => ({ op: "put", value: text });
        const remove = (): Promise<void> => apply(fact, `${topic} was removed.`, { op: "clear" }, put(value));
        return html`<div key=${`${scope} ${topic}`}>
          <dt><bdi>${topic}</bdi> ${scope !== "kb" && html`<span class="scope">${whoSees(scope)}</span>`}</dt>
          <dd>
            <input
              key=${value}
              aria-label=${topic}
              dir="auto"
              defaultValue=${value}
              readonly=${items.length !== 1 || !mayWrite.value}
              onChange=${(event: Event) => void changeField(event, value, (text) => apply(fact, `${topic}: ${text}.`, put(text), put(value)))}
            />
            <time class="quiet" datetime=${items[0]?.time}>${day(items[0]?.time)}</time>
            <${Remove} what=${topic} run=${remove} />
            <${SaidSince} later=${later} />
          </dd>
        </div>`;
      })}
    </dl>
  </section>`;
}

function Remove({ what, run }: { readonly what: string; readonly run: () => Promise<void> }): VNode | null {
  if (!mayWrite.value) return null;
  return html`<button type="button" class="bare" aria-label=${`Remove ${what}`} onClick=${() => void run().catch(notifyError)}>
    <${Icon} name="close" />
  </button>`;
}

/** What was said since of a list or a fact, may have overtaken it, and wasn't read as a change: both are shown, with their days. */
function SaidSince({ later = [] }: Pick<List, "later">): VNode | null {
  if (later.length === 0) return null;
  return html`<ul class="plain doubts">
    ${later.map(
      ({ sentence, time, chat }, i) =>
        html`<li key=${i} class="doubt">
          <${Icon} name="warn" />
          <span>
            Said since, on <time datetime=${time}>${day(time)}</time>${chat !== "" && html` in <bdi>${chat}</bdi>`}:
            <q dir="auto">${sentence}</q>
          </span>
        </li>`,
    )}
  </ul>`;
}

/** Whether a list holds something else than before. */
function isOther({ before, items }: AnswerOf<"tellFacts">["lists"][number]): boolean {
  return valuesOf({ items: before }).join("\n") !== valuesOf({ items }).join("\n");
}

const NOT_A_LIST =
  "That is not about a list. Say “My favorite tea is sencha” or “Add oolong to my teas”, or ask “What are my favorite teas?”.";

/** Tells or asks in words, and shows the reply; what was changed can be taken back. */
function Say({ onChange }: { readonly onChange: () => void }): VNode {
  const [text, setText] = useState("");
  const [reply, setReply] = useState("");
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    const loci = client.peek();
    const { text: told, changed, lists } = await loci.tellFacts({ text });
    setReply(told === "" ? NOT_A_LIST : told);
    hush();
    onChange();
    if (!changed) return;
    setText("");
    // What each list that changed holds now: once somebody else changed one, the last change is his.
    const left = new Map(lists.filter(isOther).map((list) => [`${list.scope} ${list.topic}`, valuesOf(list)]));
    notify(told, async () => {
      await loci.changeFacts({ op: "undo", seen: [...left.values()].flat() });
      setReply("");
      onChange();
    });
  };
  return html`<form class="say" onSubmit=${(event: Event) => void say(event).catch(notifyError)}>
    <input
      data-search
      aria-label="Say or ask"
      placeholder="My favorite tea is sencha"
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
  apply,
}: {
  readonly list: List;
  readonly isOpen: boolean;
  readonly apply: Apply;
}): VNode {
  const { topic, items } = list;
  const [dragged, setDragged] = useState<number | null>(null);
  const [adding, setAdding] = useState("");
  const body = useRef<HTMLOListElement>(null);
  const values = valuesOf(list);
  /** An item that is on its way, and the list as it is shown meanwhile. */
  const [moving, setMoving] = useState<Moving | null>(null);
  const movingItem = items.find(({ value }) => value === moving?.value);
  const shown =
    moving === null || movingItem === undefined
      ? items
      : items.filter((one) => one !== movingItem).toSpliced(moving.rank - 1, 0, movingItem);
  const pressed = useRef({ timer: 0, move: async (): Promise<void> => {} });
  const to = (value: string, rank: number): void => {
    if (rank < 1 || rank > items.length) return;
    const back = values.indexOf(value) + 1;
    const change = (to: number): Change => ({ op: "move", item: value, rank: to });
    if (moving !== null && moving.value !== value) void pressed.current.move().catch(notifyError);
    clearTimeout(pressed.current.timer);
    setMoving({ value, rank });
    const end = (): void => {
      clearTimeout(pressed.current.timer);
      pressed.current.move = async () => {};
    };
    const stay = (): void => setMoving((now) => (now?.value === value && now.rank === rank ? null : now));
    const move = async (): Promise<void> => {
      end();
      try {
        if (rank !== back) await apply(list, `${value} is number ${rank} now.`, change(rank), change(back));
      } finally {
        stay();
      }
    };
    // As far as it is pressed is one move.
    pressed.current = { move, timer: window.setTimeout(() => void move().catch(notifyError), PRESSED_MS) };
    undoNext(async () => {
      end();
      stay();
    });
  };
  useLayoutEffect(() => {
    if (moving !== null) body.current?.querySelectorAll<HTMLElement>("[data-handle]")[moving.rank - 1]?.focus();
  }, [moving]);
  /** Changes the list as it is shown: what is on its way is moved first. */
  const applyShown = async (message: string, done: Change, back: Change): Promise<void> => {
    await pressed.current.move();
    await apply(
      list,
      message,
      done,
      back,
      shown.map((one) => one.value),
    );
  };
  const edit = async (at: number, after: string): Promise<void> => {
    const before = shown[at]?.value ?? "";
    const change = (value: string): Change => ({ op: "set", rank: at + 1, value });
    await applyShown(`${before} is ${after} now.`, change(after), change(before));
  };
  const remove = async (at: number): Promise<void> => {
    const value = shown[at]?.value ?? "";
    const back: Change = { op: "add", values: [value], rank: at + 1 };
    await applyShown(`${value} was removed.`, { op: "remove", item: value }, back);
  };
  const add = async (value: string): Promise<void> => {
    await applyShown(`${value} was added.`, { op: "add", values: [value] }, { op: "remove", item: value });
    setAdding("");
  };
  return html`<section class="list">
    <h2><bdi>${topic}</bdi> ${list.scope !== "kb" && html`<span class="scope">${whoSees(list.scope)}</span>`}</h2>
    <ol ref=${body}>
      ${shown.map(
        (item, i) =>
          html`<li
            key=${item.value}
            class=${dragged === i ? "dragged" : ""}
            onDragOver=${(event: DragEvent) => dragged !== null && event.preventDefault()}
            onDrop=${(event: DragEvent) => {
              event.preventDefault();
              if (dragged !== null) to(values[dragged] as string, i + 1);
              setDragged(null);
            }}
          >
            <${ItemRow}
              item=${item}
              place=${i}
              of=${items.length}
              to=${to}
              edit=${edit}
              remove=${remove}
              setDragged=${setDragged}
            />
          </li>`,
      )}
    </ol>
    <${SaidSince} later=${list.later} />
    ${
      mayWrite.value &&
      html`<form
      class="add-item"
      onSubmit=${(event: Event) => {
        event.preventDefault();
        const value = adding.trim();
        if (value !== "") void add(value).catch(notifyError);
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
    </form>`
    }
    <button type="button" class="bare" aria-expanded=${isOpen} onClick=${() => change({ topic: isOpen ? "" : topic })}>
      ${isOpen ? "Hide the history" : "History"}
    </button>
    ${isOpen && html`<${History} topic=${topic} />`}
  </section>`;
}

/** An item that is on its way to a rank. */
interface Moving {
  readonly value: string;
  readonly rank: number;
}

/** Between the last press of an arrow key and the move, milliseconds. */
const PRESSED_MS = 350;

interface RowProps {
  readonly item: Item;
  readonly place: number;
  readonly of: number;
  readonly to: (value: string, rank: number) => void;
  readonly edit: (at: number, value: string) => Promise<void>;
  readonly remove: (at: number) => Promise<void>;
  readonly setDragged: (at: number | null) => void;
}

function ItemRow({ item, place, of, to, edit, remove, setDragged }: RowProps): VNode {
  const { value, chat, time } = item;
  return html`<div class="item">
    ${
      mayWrite.value &&
      html`<button
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
        to(value, place + 1 + step);
      }}
    >
      <${Icon} name="drag" />
    </button>`
    }
    <span class="rank">${place + 1}</span>
    <input
      aria-label=${`Item ${place + 1}`}
      dir="auto"
      readonly=${!mayWrite.value}
      defaultValue=${value}
      onChange=${(event: Event) => void changeField(event, value, (text) => edit(place, text))}
      onKeyDown=${(event: KeyboardEvent) => event.key === "Escape" && ((event.currentTarget as HTMLInputElement).value = value)}
    />
    <span class="quiet said" title=${`Said ${moment(time)}${chat === "" ? "" : ` in ${chat}`}`}
      >${day(time)}${chat !== "" && html` <bdi>${chat}</bdi>`}</span
    >
    <${Remove} what=${value} run=${() => remove(place)} />
  </div>`;
}

type Entry = AnswerOf<"factList">["history"][number];

/** What is kept of what changed nothing, by its reason. */
const UNCHANGED: Readonly<Record<string, string>> = {
  unread_change: "Sounded like a change that could not be read for sure: nothing was changed",
};

/** What a change did, as one says it. */
function inWords({ effect, operations }: Entry): string {
  const { added, removed, moved } = effect;
  // Of those that others made room for, what was moved; a sentence that says no more orders the list anew.
  const named = new Set(operations.flatMap(({ value, first, second }) => [value, first, second]));
  const own = moved.filter(({ value }) => named.has(value));
  return [
    ...added.map(({ value, position }) => `${value} was added as number ${position}`),
    ...removed.map(({ value, position }) => `${value}, number ${position}, was removed`),
    ...(added.length + removed.length > 0 ? [] : own.length > 0 ? own : moved).map(
      ({ value, from, to }) => `${value} went from number ${from} to ${to}`,
    ),
  ].join("; ");
}

/** Everything that happened to a list, latest first, with the sentence that said it. */
function History({ topic }: { readonly topic: string }): VNode {
  const { value, error } = useLive(topic, async (signal) => await client.peek().factList(topic, { signal }));
  if (error !== null) return html`<${Problem} error=${error} />`;
  const entries = [...(value?.history ?? [])].reverse();
  return html`<ol class="history">
      ${entries.map((entry, i) => {
        const { at, sentence, chat, reason, undone } = entry;
        return html`<li key=${i} class=${undone ? "undone" : ""}>
            <time datetime=${at}>${moment(at)}</time>
            <p dir="auto">${inWords(entry) || (UNCHANGED[reason] ?? "Nothing changed")}${undone && html` <span class="quiet">(taken back)</span>`}</p>
            ${chat !== "" && html`<p class="quiet" dir="auto"><q>${sentence}</q></p>`}
            ${
              chat !== "" &&
              html`<p class="quiet">
                in <a href=${here({ chat })}><bdi>${chat}</bdi></a>
              </p>`
            }
          </li>`;
      })}
    </ol>
    <p class="quiet">${counted(entries.length, "change")}</p>`;
}
