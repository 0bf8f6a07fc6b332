import type { Settings } from "../../config/configuration.ts";
import { AnswerStream } from "../../conversation/citations/answer-links.ts";
import type { AskPrompt } from "../../conversation/prompt/ask-prompt.ts";
import { modelError } from "../../llm/fault.ts";
import { type LanguageModel, type ModelUsage, outputRoom } from "../../llm/port.ts";
import { governed, type SpendRules } from "../../llm/spend.ts";
import type { Caller } from "../../model/caller.ts";
import { LociError } from "../../model/error.ts";
import type { Note } from "../../model/note.ts";
import type { Catalog } from "../../storage/ports/catalog.ts";
import { type Engines, type System, projectDays } from "../opened-project.ts";
import type { AskEvent } from "./answer.ts";

export interface Written {
  readonly text: string;
  /** Null where the answer broke off before the provider said. */
  readonly usage: ModelUsage | null;
  /** The answer broke off in the middle. */
  readonly broken: boolean;
}

export interface ModelQuestion {
  readonly model: LanguageModel;
  readonly prompt: (passages: number) => AskPrompt;
  readonly passages: number;
  readonly maxOutputTokens: number;
  readonly caller: Caller;
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks the model, with fewer passages where it says that the prompt is too long, and tells harmless pieces of the answer as they come.
 * What went otherwise than it should is said in a note: an answer that is empty, was cut at its limit, or broke off.
 * @returns null where nothing was written
 * @throws LociError `CANCELLED`
 */
export async function* modelAnswer(question: ModelQuestion, notes: Note[]): AsyncGenerator<AskEvent, Written | null> {
  for (let passages = question.passages; ; passages = Math.floor(passages / 2)) {
    const asked = { written: "", told: false };
    const stream = new AnswerStream();
    try {
      const { model, maxOutputTokens, caller, signal } = question;
      const { system, messages } = question.prompt(passages);
      const room = outputRoom(model.identity.model, maxOutputTokens);
      for await (const event of model.stream({ system, messages, maxOutputTokens: room, job: "ask", caller, signal })) {
        if (event.kind === "delta") {
          asked.written += event.text;
          yield* told(stream.push(event.text), asked);
          continue;
        }
        yield* told(stream.end(), asked);
        if (passages < question.passages) notes.push(fewer(passages));
        if (asked.written.trim() === "") {
          notes.push(empty(event.cutAtLimit));
          return null;
        }
        if (event.cutAtLimit) notes.push(CUT);
        return { text: asked.written, usage: event.usage, broken: false };
      }
      return null;
    } catch (thrown) {
      if (!(thrown instanceof LociError) || thrown.code === "CANCELLED") throw thrown;
      if (thrown.details["reason"] === "context_too_long" && passages > 1 && !asked.told) continue;
      const { code, message, hint } = thrown;
      if (asked.written.trim() === "") {
        notes.push({ code, message: `${message}; the answer is the passages themselves`, hint });
        return null;
      }
      yield* told(stream.end(), asked);
      notes.push({ code: "ANSWER_CUT", message: `${message}; what had come is shown, with the passages`, hint });
      return { text: asked.written, usage: null, broken: true };
    }
  }
}

function* told(text: string, asked: { told: boolean }): Generator<AskEvent> {
  if (text === "") return;
  asked.told = true;
  yield { type: "delta", text };
}

const CUT: Note = {
  code: "ANSWER_CUT",
  message: "the answer was cut at its limit of tokens",
  hint: "raise llm.max_output_tokens, or ask for less",
};

function empty(cutAtLimit: boolean): Note {
  return {
    code: "ANSWER_EMPTY",
    message: `the language model answered with nothing${cutAtLimit ? ", at its limit of tokens" : ""}; the answer is the passages themselves`,
    hint: cutAtLimit
      ? "raise llm.max_output_tokens, or choose a model that thinks less"
      : "ask again, or choose another model",
  };
}

const fewer = (passages: number): Note => ({
  code: "FEWER_PASSAGES",
  message: `the prompt was too long for the model, so it was given ${passages === 1 ? "one passage" : `${passages} passages`}`,
  hint: "choose a model with a longer context, or ask with a lower limit",
});

export interface LanguageModelParts {
  readonly settings: Settings;
  readonly system: System;
  readonly engines: Pick<Engines, "openLanguageModel">;
  readonly catalog: Pick<Catalog, "spend">;
}

/**
 * The language model of the settings, its spending counted; null where none is configured.
 * @throws LociError `MODEL_UNAVAILABLE` without a key, `CONFIG_INVALID`
 */
export async function openLanguageModel(given: LanguageModelParts): Promise<LanguageModel | null> {
  const { settings, system, engines, catalog } = given;
  const model = await engines.openLanguageModel(settings, system.environment);
  if (model === null) return null;
  const days = projectDays({ settings, system });
  return governed(model, {
    store: catalog.spend,
    rules: spendRules(settings),
    today: () => days.day(system.clock()),
    newId: system.newId,
  });
}

/** What is said where something needs a language model and there is none. */
export const noLanguageModel = (): Error => modelError("not_configured", { provider: "", model: "" });

export function spendRules({ llm }: Settings): SpendRules {
  const orNone = (limit: number): number | null => (limit === 0 ? null : limit);
  return {
    limits: {
      dayTokens: orNone(llm.daily_token_limit),
      dayMicros: orNone(llm.daily_cost_limit * 1_000_000),
      jobTokens: orNone(llm.job_token_limit),
    },
    tokensOf: (caller) =>
      caller === "owner" ? null : caller === "public" ? llm.public_token_limit : llm.user_token_limit,
    inputPrice: llm.input_price,
    outputPrice: llm.output_price,
  };
}
