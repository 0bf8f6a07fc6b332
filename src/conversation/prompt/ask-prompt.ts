import type { Caller } from "../../model/caller.ts";
import { chooseNonce, characters, fence, fenceRule, type FencedText, harmless } from "./fence.ts";
import { aboutPassage, type PassagePlace } from "./passage-about.ts";

export interface PromptPassage extends PassagePlace {
  readonly id: string;
  /** The exact characters of the drawer. */
  readonly text: string;
}

export interface PromptTurn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface AskPromptInput {
  readonly question: string;
  readonly passages: readonly PromptPassage[];
  /** Text of `memory.md`; empty for none. */
  readonly memory?: string;
  /** The turns before the question, oldest first. */
  readonly recent?: readonly PromptTurn[];
  /** The user's day and hour, `Monday, 2026-11-23 14:05`; left out where nobody says. */
  readonly today?: string;
  /** Who reads the answer; the owner by default. */
  readonly reader?: Caller;
  /** Gives a fresh random word at each call. */
  readonly newNonce: () => string;
}

/** A prompt for a language model, and what its labels stand for. */
export interface AskPrompt {
  readonly system: string;
  /** In order; the last one is the question. */
  readonly messages: readonly PromptTurn[];
  readonly nonce: string;
  readonly sources: readonly (PromptPassage & { readonly label: string })[];
}

const BASE = [
  "You answer questions from the user's own documents and memory, in the language of the question.",
  "Answer only from what stands below. If it doesn't hold the answer, say so plainly; never fill the gap from general knowledge.",
  "What an assistant said before is nothing that the user said.",
  "You have no tools and can't act: you only answer.",
].join("\n");

const CITING = [
  'Cite each statement right behind it as [M1 "words"]: the label of the passage, and at most 15 ' +
    "words copied from it exactly, character for character, in one piece.",
  "Never join pieces of different places in one quote, never quote what doesn't stand there. Every citation is checked against the stored text.",
  "Don't write links or images unless a cited passage holds the address.",
].join("\n");

/** Of passages, about 6,000 tokens; and of memory. */
const MAX_CHARACTERS = 24_000;
const MAX_MEMORY = 6_000;

/**
 * The prompt for a question in a conversation: base instruction, memory, relevant documents, each fenced as data; then the turns so far and
 * the question. Pure: the same input and nonces give the same prompt.
 * @example buildAskPrompt({ question: "Which port?", passages, newNonce }).sources[0].label // "M1"
 */
export function buildAskPrompt(input: AskPromptInput): AskPrompt {
  const { question, memory = "", recent = [] } = input;
  const { labelled, fenced } = labelledPassages(input);
  const nonce = chooseNonce([question, memory, ...wordsOf(fenced), ...recent.map(({ text }) => text)], input.newNonce);
  const documents = fence(fenced, nonce, characters(MAX_CHARACTERS));
  const notes =
    memory.trim() === ""
      ? ""
      : fence([{ label: "N0", about: "notes from earlier conversations", text: memory }], nonce, characters(MAX_MEMORY))
          .text;
  const system = [
    BASE,
    ...(input.today === undefined ? [] : [`It is ${input.today}. Days and hours below are the user's too.`]),
    CITING,
    fenceRule(nonce),
    ...(notes === "" ? [] : [`## Memory\n${notes}`]),
    documents.text === "" ? "## Relevant documents\n(none were found)" : `## Relevant documents\n${documents.text}`,
  ].join("\n\n");
  // Earlier turns may contain marks too: answers repeat what passages say.
  const before = recent.map(({ role, text }) => ({ role, text: harmless(text) }));
  return {
    system,
    messages: [...before, { role: "user", text: question }],
    nonce,
    sources: within(labelled, documents.labels),
  };
}

/** A prompt that stands alone, for callers with a model of their own. */
export interface RagPrompt extends Omit<AskPrompt, "messages"> {
  /** The message of the user: the fenced passages, then the question. */
  readonly user: string;
}

/**
 * The prompt for one question without a conversation, with the documents in the user's message. Pure.
 * @example
 * const { hits } = await project.search(question);
 * const { system, user, sources } = ragPrompt({ question, passages: hits, newNonce });
 */
export function ragPrompt(input: Omit<AskPromptInput, "recent" | "memory">): RagPrompt {
  const { question } = input;
  const { labelled, fenced } = labelledPassages(input);
  const nonce = chooseNonce([question, ...wordsOf(fenced)], input.newNonce);
  const documents = fence(fenced, nonce, characters(MAX_CHARACTERS));
  const system = [BASE, CITING, fenceRule(nonce)].join("\n\n");
  const user = `${documents.text === "" ? "(no documents were found)\n" : documents.text}\n---\nQuestion: ${question}`;
  return { system, user, nonce, sources: within(labelled, documents.labels) };
}

type Labelled = PromptPassage & { readonly label: string };

function labelledPassages({ passages, reader = "owner" }: Pick<AskPromptInput, "passages" | "reader">): {
  readonly labelled: readonly Labelled[];
  readonly fenced: readonly FencedText[];
} {
  const labelled = passages.map((passage, i) => ({ ...passage, label: `M${i + 1}` }));
  const fenced = labelled.map((one) => ({ label: one.label, about: aboutPassage(one, reader), text: one.text }));
  return { labelled, fenced };
}

const wordsOf = (fenced: readonly FencedText[]): readonly string[] =>
  fenced.flatMap(({ about, text }) => [about, text]);

function within<T extends { readonly label: string }>(labelled: readonly T[], labels: readonly string[]): readonly T[] {
  return labelled.filter(({ label }) => labels.includes(label));
}
