import {
  type ErrorCode,
  type ForgetMatch,
  LociError,
  type Note,
  renderStep,
  type StepWords,
  systemHint,
} from "../../index.ts";

/** An error as every surface gives it. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Anything thrown as data. What is no `LociError` is a fault of ours: `INTERNAL`, with the message of what was thrown but
 * without its stack, which names places on this machine.
 *
 * @param words how the surface says next steps; the command line's by default
 */
export function errorBody(thrown: unknown, words?: StepWords): ErrorBody {
  if (thrown instanceof LociError) {
    const hint = words === undefined ? thrown.hint : renderStep(thrown.step, words);
    return { code: thrown.code, message: thrown.message, hint, details: thrown.details };
  }
  if (thrown instanceof Error && thrown.name === "AbortError")
    return { code: "CANCELLED", message: "cancelled", hint: "", details: {} };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = systemHint(thrown);
  if (hint !== null) {
    const code = (thrown as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? "PATH_UNREADABLE" : "STORAGE_FAILED";
    return { code, message: message.slice(0, 500), hint, details: {} };
  }
  return {
    code: "INTERNAL",
    message: message.slice(0, 500),
    hint: "this is a fault in Loci: please report it with the command that led to it",
    details: {},
  };
}

/** A note in a surface's words, without the data that they were made from. */
export function noteInWords({ code, message, hint, step }: Note, words: StepWords): Note {
  return { code, message, hint: step === undefined ? hint : renderStep(step, words) };
}

/** Parts of an answer that may name operations: its notes, those of its job, and why something wasn't forgotten. */
interface WithSteps {
  readonly notes?: unknown;
  readonly job?: unknown;
  readonly matches?: unknown;
}

/** The parts of an answer that name operations, in a surface's words; to be laid over the answer. */
export function stepsInWords(answer: WithSteps, words: StepWords): WithSteps {
  const { notes, job, matches } = answer;
  const own =
    Array.isArray(notes) && notes.length > 0 ? { notes: (notes as Note[]).map((one) => noteInWords(one, words)) } : {};
  const ofJob = isObject(job) && Array.isArray(job["notes"]) ? { job: { ...job, ...stepsInWords(job, words) } } : {};
  const stays = Array.isArray(matches) && matches.some((one) => isObject(one) && "step" in one);
  return {
    ...own,
    ...ofJob,
    ...(stays && { matches: (matches as ForgetMatch[]).map((one) => whyInWords(one, words)) }),
  };
}

function whyInWords({ step, why, ...match }: ForgetMatch, words: StepWords): ForgetMatch {
  return { ...match, why: step === undefined ? why : renderStep(step, words) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
