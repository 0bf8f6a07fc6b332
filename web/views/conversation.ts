import { type Signal, signal } from "@preact/signals";
import type { AnswerOf } from "loci/client";
import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted, moment } from "../lib/format.ts";
import { addressOf, here } from "../lib/route.ts";
import { client, project } from "../lib/session.ts";
import { Empty, isMissing, Problem } from "../parts/notice.ts";
import { usePassages } from "../parts/named-passages.ts";
import { Answer, Turn } from "./answer.ts";
import { type AskTurn, askQuestion, begun } from "./ask-turn.ts";
import { Named } from "./named.ts";

type Message = AnswerOf<"chatMessages">["messages"][number];

/** What is said in one chat of one project: it stays with its chat while another one is looked at, and goes on being answered. */
interface Talk {
  /** What was said before this visit; null while it isn't known. */
  readonly before: Signal<readonly Message[] | null>;
  readonly turns: Signal<readonly AskTurn[]>;
  readonly draft: Signal<string>;
  readonly problem: Signal<unknown>;
  /** Ends with the last question that was asked. */
  asking: Promise<void>;
  ending: AbortController;
}

const talks = new Map<string, Talk>();

/** The talk of a chat; its messages are asked for when it is first met. */
function talkOf(chat: string): Talk {
  const key = `${project.peek()} ${chat}`;
  const known = talks.get(key);
  if (known !== undefined) return known;
  const talk: Talk = {
    before: signal(chat === "" ? [] : null),
    turns: signal([]),
    draft: signal(""),
    problem: signal(null),
    asking: Promise.resolve(),
    ending: new AbortController(),
  };
  talks.set(key, talk);
  if (chat !== "")
    client
      .peek()
      .chatMessages(chat)
      .then(
        ({ messages }) => (talk.before.value = messages),
        (thrown: { readonly status?: number }) => {
          talk.before.value = [];
          // A chat begins with its first message.
          if (thrown.status !== 404) talk.problem.value = thrown;
        },
      );
  return talk;
}

/** Forgets what is kept here of a chat that was deleted. */
export function endTalk(chat: string): void {
  const key = `${project.peek()} ${chat}`;
  talks.get(key)?.ending.abort();
  talks.delete(key);
}

/** Asks when all questions before are answered. */
function ask(talk: Talk, chat: string): void {
  const question = talk.draft.peek().trim();
  if (question === "") return;
  talk.draft.value = "";
  talk.problem.value = null;
  const loci = client.peek();
  const at = talk.turns.peek().length;
  const show = (turn: AskTurn): void => void (talk.turns.value = talk.turns.peek().with(at, turn));
  let turn = begun(question);
  talk.turns.value = [...talk.turns.peek(), turn];
  talk.asking = talk.asking.then(async () => {
    const { signal } = (talk.ending = new AbortController());
    try {
      for await (const next of askQuestion(loci, question, chat, signal)) show((turn = next));
    } catch (thrown) {
      if (!signal.aborted) {
        talk.problem.value = thrown;
        if (talk.draft.peek() === "") talk.draft.value = question;
      }
    }
    show({ ...turn, isRunning: false, isWaiting: false });
  });
}

/** What was said in this chat, and what is asked now. */
export function Conversation({ chat }: { readonly chat: string }): VNode {
  const talk = talkOf(chat);
  const turns = talk.turns.value;
  const before = (talk.before.value ?? []).filter(({ text }) => text.trim() !== "");
  const problem = talk.problem.value;
  const last = useRef<HTMLDivElement>(null);
  const shown = useRef(turns.length);
  useEffect(() => {
    // A new question goes to the top, so that its answer has the window.
    if (turns.length > shown.current) last.current?.scrollIntoView({ block: "start" });
    shown.current = turns.length;
  }, [turns.length]);
  // What was said before is seen from its end, where it goes on.
  const isThere = before.length > 0;
  useEffect(() => {
    if (isThere && turns.length === 0) scrollTo(0, document.documentElement.scrollHeight);
  }, [isThere]);
  const submit = (event: Event): void => {
    event.preventDefault();
    ask(talk, chat);
  };
  return html`
    ${before.map((message) => html`<${Said} key=${message.id} message=${message} />`)}
    ${turns.map((turn, i) => html`<div key=${i} class="exchange" ref=${i === turns.length - 1 ? last : null}><${Turn} turn=${turn} before=${turns[i - 1]} /></div>`)}
    ${turns.length + before.length === 0 && problem === null && html`<${Empty} title="Ask your memory"><p>The answer cites the passages that it stands on, and each citation is checked against its passage. Without a language model you get the passages themselves.</p><//>`}
    ${isMissing(problem) ? html`<p class="note">This service can't answer questions yet; <a href=${addressOf("search", { q: talk.draft.value })}>search for it</a> instead.</p>` : html`<${Problem} error=${problem} />`}
    <form class="ask-form" onSubmit=${submit}>
      <textarea
        data-search
        aria-label="Question"
        placeholder="Ask a question"
        rows="2"
        value=${talk.draft.value}
        onInput=${(event: Event) => (talk.draft.value = (event.currentTarget as HTMLTextAreaElement).value)}
        onKeyDown=${(event: KeyboardEvent) => event.key === "Enter" && !event.shiftKey && !event.isComposing && submit(event)}
      ></textarea>
      <div class="ask-buttons">
        <button type="submit" class="main">Ask</button>
        ${turns.some(({ isRunning }) => isRunning) && html`<button type="button" onClick=${() => talk.ending.abort()}>Stop</button>`}
      </div>
    </form>
  `;
}

/** A quoted passage, with what it is cited as and where it stands. */
const QUOTED = /^((?:>.*\n)+)\[(M\d+)[^\]\n]*\] ?(.*)$/;

/** A message of an earlier visit; what an answer quotes is set apart from what it says, and leads to where it stands. */
function Said({ message }: { readonly message: Message }): VNode {
  const { role, text, time, passages = [], sources = [] } = message;
  if (role === "user")
    return html`<div class="turn said-user">
      <p class="who"><strong>You</strong> <span class="quiet">${moment(time)}</span></p>
      <p class="verbatim" dir="auto">${text}</p>
    </div>`;
  const blocks = text.split(/\n{2,}/);
  const said = blocks.slice(0, blocks.findLastIndex((block) => !QUOTED.test(block)) + 1).join("\n\n");
  const quotes = blocks.slice(blocks.findLastIndex((block) => !QUOTED.test(block)) + 1);
  return html`<div class="turn said-other">
    <p class="who"><strong>Answer</strong> <span class="quiet">${moment(time)}</span></p>
    <p class="verbatim" dir="auto"><${Answer} text=${said} passages=${passages} citations=${passages} /></p>
    ${quotes.length > 0 && html`<ol class="plain cited">${quotes.map((block) => html`<${Quoted} key=${block} block=${block} passages=${passages} />`)}</ol>`}
    ${sources.length > 0 && html`<${StoodOn} names=${sources} passages=${passages} />`}
  </div>`;
}

type Passages = NonNullable<Message["passages"]>;

function Quoted({ block, passages }: { readonly block: string; readonly passages: Passages }): VNode {
  const [, words = "", label = "", place = ""] = QUOTED.exec(block) ?? [];
  const where = place === "" ? label : place;
  const id = passages.find((one) => one.label === label)?.id ?? null;
  return html`<li class="card">
    <p dir="auto">${id === null ? where : html`<a href=${here({ open: id })}><bdi>${where}</bdi></a>`} ${place !== "" && html`<span class="quiet">${label}</span>`}</p>
    <p class="said-there" dir="auto"><mark>${words.replaceAll(/^> ?/gm, "").trim()}</mark></p>
  </li>`;
}

/** What an answer of an earlier visit stood on: passages, or where those aren't known by their names. */
function StoodOn({ names, passages }: { readonly names: readonly string[]; readonly passages: Passages }): VNode {
  const [isOpen, setOpen] = useState(false);
  const labels = new Map(passages.flatMap(({ label, id }) => (id === null ? [] : [[label, id] as const])));
  const found = usePassages(isOpen ? [...labels.values()] : []);
  if (labels.size === 0) return html`<p class="quiet">From <bdi>${names.join(", ")}</bdi></p>`;
  return html`<details onToggle=${({ currentTarget }: { readonly currentTarget: HTMLDetailsElement }) => setOpen(currentTarget.open)}>
    <summary>From ${counted(labels.size, "passage")}</summary>
    <ul class="plain">
      ${[...labels].map(
        ([label, id]) =>
          html`<li key=${label}><span class="quiet">${label}</span> <${Named} id=${id} passages=${found} /></li>`,
      )}
    </ul>
  </details>`;
}
