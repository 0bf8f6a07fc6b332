import type { Caller } from "../model/caller.ts";
import type { SpendLimits, SpendStore } from "../storage/ports/catalog.ts";
import { modelError } from "./fault.ts";
import { type LanguageModel, type ModelEvent, type ModelRequest, requestTokens } from "./port.ts";

export interface SpendRules {
  readonly limits: Omit<SpendLimits, "callerTokens">;
  /** What a caller may use a day; null: no limit of his own. */
  readonly tokensOf: (caller: Caller) => number | null;
  /** Price of a million tokens; 0 where they cost nothing, or nobody said. */
  readonly inputPrice: number;
  readonly outputPrice: number;
}

export interface SpendSurroundings {
  readonly store: SpendStore;
  readonly rules: SpendRules;
  /** Today, `2026-11-23`. */
  readonly today: () => string;
  readonly newId: () => string;
}

/** The maximum cost of a request, before it is made. */
export function previewSpend(
  request: Pick<ModelRequest, "system" | "messages" | "maxOutputTokens">,
  { inputPrice, outputPrice }: Pick<SpendRules, "inputPrice" | "outputPrice">,
) {
  const inputTokens = requestTokens(request);
  const outputTokens = request.maxOutputTokens;
  return {
    inputTokens,
    outputTokens,
    tokens: inputTokens + outputTokens,
    micros: Math.ceil(inputTokens * inputPrice + outputTokens * outputPrice),
  };
}

/**
 * A model whose calls are counted, and refused where they would pass a limit. A call that fails before it is answered costs nothing; one that is
 * cut off costs what came, and one that its caller gives up what was reserved: only the provider knows what it had thought and written by then.
 * @returns a model that throws `MODEL_UNAVAILABLE` with reason `over_budget`, before anything is sent
 */
export function governed(model: LanguageModel, { store, rules, today, newId }: SpendSurroundings): LanguageModel {
  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const most = previewSpend(request, rules);
    const id = newId();
    const { job, caller = "owner" } = request;
    const answer = await store.reserve(
      { id, day: today(), job, caller, tokens: most.tokens, micros: most.micros },
      { ...rules.limits, callerTokens: rules.tokensOf(caller) },
    );
    const own = rules.tokensOf(caller) === 0 ? "no_own_budget" : "over_own_budget";
    if (!answer.granted)
      throw modelError(caller === "owner" ? "over_budget" : own, model.identity, {
        cause: new Error(`${answer.limit}: ${answer.spent.tokens} tokens are spent, ${most.tokens} more may be needed`),
      });
    let used = { inputTokens: 0, outputTokens: 0 };
    let characters = 0;
    try {
      for await (const event of model.stream(request)) {
        if (event.kind === "delta") {
          characters += event.text.length;
          used = { inputTokens: most.inputTokens, outputTokens: Math.ceil(characters / 3) };
        } else used = event.usage;
        yield event;
      }
    } catch (thrown) {
      if (request.signal?.aborted === true) used = most;
      throw thrown;
    } finally {
      await store.settle(id, {
        tokens: used.inputTokens + used.outputTokens,
        micros: Math.ceil(used.inputTokens * rules.inputPrice + used.outputTokens * rules.outputPrice),
      });
    }
  }
  return { identity: model.identity, endpoint: model.endpoint, local: model.local, stream };
}
