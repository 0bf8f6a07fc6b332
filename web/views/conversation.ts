import { type Signal, signal } from "@preact/signals";
import type { AnswerOf } from "loci/client";
import { html, useEffect, useRef, type VNode } from "../lib/html.ts";
import { moment } from "../lib/format.ts";
import { addressOf } from "../lib/route.ts";
import { client, project } from "../lib/session.ts";
import { Empty, isMissing, Problem } from "../parts/notice.ts";
import { Turn } from "./answer.ts";
import { type AskTurn, askQuestion, begun } from "./ask-turn.ts";

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
  const submit = (event: Event): void => {
    event.preventDefault();
    ask(talk, chat);
  };
  return html`
    ${before.map((message) => html`<${Said} key=${message.id} message=${message} />`)}
    ${turns.map((turn, i) => html`<div key=${i} class="exchange" ref=${i === turns.length - 1 ? last : null}><${Turn} turn=${turn} /></div>`)}
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

/** A message of an earlier visit; what it quotes is set apart from what it says. */
function Said({ message: { role, text, time } }: { readonly message: Message }): VNode {
  const blocks = text.split(/\n{2,}/).map((block) => ({
    isQuote: block.startsWith(">"),
    words: block.replaceAll(/^> ?/gm, "").replaceAll(/^\[M\d+ [^\n]*\] /gm, "— "),
  }));
  return html`<div class=${`turn said-${role === "user" ? "user" : "other"}`}>
    <p class="who"><strong>${role === "user" ? "You" : "Answer"}</strong> <span class="quiet">${moment(time)}</span></p>
    ${blocks.map(({ isQuote, words }, i) => (isQuote ? html`<blockquote key=${i} class="verbatim clip" dir="auto">${words}</blockquote>` : html`<p key=${i} class="verbatim" dir="auto">${words}</p>`))}
  </div>`;
}
