import type { ModelRequest } from "../llm/port.ts";
import type { TranscriptMessage } from "../model/transcript-read.ts";
import { normalText } from "./citations/normal-text.ts";
import type { CaptureNote } from "./chats/memory-file.ts";
import { characters, chooseNonce, fence, fenceRule } from "./prompt/fence.ts";
import { proofRule, provedPoints } from "./proved-points.ts";

const MAX_NOTES = 12;
const NOTE_CHARACTERS = 300;
const OUTPUT_TOKENS = 700;
/** Characters of messages that one request shows; the rest waits for the next capture. */
const MAX_CHARACTERS = 40_000;

export interface CaptureRequest {
  readonly request: Pick<ModelRequest, "system" | "messages" | "maxOutputTokens" | "temperature">;
  /** The messages that notes may be taken from, by label. */
  readonly sources: readonly { readonly label: string; readonly id: string; readonly text: string }[];
}

/**
 * The request for notes. It shows what users said, and nothing else that was said: answers may stand on texts of strangers, and what an assistant
 * advised is no fact about its user. Pure.
 * @param messages of the chat since the last capture
 * @param memory the notes that there are
 * @returns null where no user said anything
 */
export function captureRequest(
  messages: readonly TranscriptMessage[],
  memory: string,
  newNonce: () => string,
): CaptureRequest | null {
  const userMessages = messages.filter(isOfUser);
  if (userMessages.length === 0) return null;
  const sources = userMessages.map(({ id, text }, i) => ({ label: `M${i + 1}`, id, text }));
  const nonce = chooseNonce([memory, ...sources.map(({ text }) => text)], newNonce);
  const shown = fence(
    userMessages.map(({ text, time, author }, i) => ({
      label: `M${i + 1}`,
      about: [author ?? "user", time ?? ""].join(", "),
      text,
    })),
    nonce,
    characters(MAX_CHARACTERS),
  );
  const system = [
    "You keep notes for the user of a chat. From the user's messages below, note facts about him, " +
      "preferences, decisions and open tasks that will still matter in weeks. Leave out small talk, " +
      "questions, hypotheses, quotations of others, and what the notes say already.",
    proofRule({ point: "note", sentence: "one short sentence", source: "message" }),
    "If nothing is worth a note, write only: NOTHING",
    fenceRule(nonce),
  ].join("\n\n");
  const notes =
    memory.trim() === ""
      ? ""
      : fence([{ label: "N0", about: "the notes so far", text: memory }], nonce, characters(8_000)).text;
  return {
    request: {
      system,
      messages: [
        {
          role: "user",
          text: `${notes === "" ? "" : `## Notes so far\n${notes}\n`}## The user's messages\n${shown.text}`,
        },
      ],
      maxOutputTokens: OUTPUT_TOKENS,
      temperature: 0.2,
    },
    sources: sources.filter(({ label }) => shown.labels.includes(label)),
  };
}

/** Whether a user wrote the message, not an assistant, a tool or a program in the user's place. */
function isOfUser(message: TranscriptMessage): boolean {
  const { marks } = message as { readonly marks?: readonly string[] };
  return (
    (message.role === "user" || message.role === "owner") && message.text.trim() !== "" && (marks ?? []).length === 0
  );
}

/**
 * Takes the notes of a model's answer that are proved: each with words that stand in a user's message, verbatim. Pure.
 * @param memory the notes that there are, which aren't noted again
 */
export function acceptNotes(
  answer: string,
  sources: CaptureRequest["sources"],
  memory: string,
): readonly CaptureNote[] {
  const known = new Set(memory.split("\n").map((line) => normalText(line.replace(/^\s*-\s*/, "")).key.toLowerCase()));
  const notes: CaptureNote[] = [];
  const proves = (label: string, quote: string): boolean => isWhole(sources, label, quote);
  for (const point of provedPoints(answer, sources, { longest: NOTE_CHARACTERS, proves })) {
    if (point === null || notes.length === MAX_NOTES) continue;
    const { text, quote, source } = point;
    const key = normalText(text).key.toLowerCase();
    if (known.has(key)) continue;
    known.add(key);
    notes.push({ text, quote, message: source.id });
  }
  return notes;
}

/** A message may be shorter than a quote has to be: then it is quoted whole. */
function isWhole(sources: CaptureRequest["sources"], label: string, quote: string): boolean {
  const source = sources.find((one) => one.label === label);
  const key = (text: string): string =>
    normalText(text)
      .key.replace(/[.!]+$/, "")
      .toLowerCase();
  return source !== undefined && key(quote).length >= 3 && key(source.text) === key(quote);
}
