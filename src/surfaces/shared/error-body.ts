import { ERROR_TABLE } from "./error-table.ts";
import {
  type Caller,
  type ErrorCode,
  LociError,
  type NextStep,
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

/**
 * An error as a caller may read it. What went wrong inside is told to the owner only: messages and details of such errors name files
 * and processes of this machine.
 *
 * @param caller null for somebody without a token
 */
export function withoutInside(body: ErrorBody, caller: Caller | null): ErrorBody {
  if (caller === "owner" || ERROR_TABLE[body.code].http < 500) return body;
  return {
    ...body,
    message: "something went wrong inside the service",
    hint: "the owner finds more in the service's log and with GET /v1/doctor",
    details: {},
  };
}

/** A note in a surface's words, without the data that they were made from. */
export function noteInWords({ code, message, hint, step }: Note, words: StepWords): Note {
  return { code, message, hint: step === undefined ? hint : renderStep(step, words) };
}

/** Lists of an answer whose entries may name operations, each with the field that says so in words. */
const TEXT_OF = { notes: "hint", matches: "why", facts: "why", findings: "next" } as const;

/** The parts of an answer that name operations, in a surface's words; to be laid over the answer. */
export function stepsInWords(answer: object, words: StepWords): Readonly<Record<string, unknown>> {
  const parts: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(TEXT_OF)) {
    const list: unknown = (answer as Readonly<Record<string, unknown>>)[name];
    if (Array.isArray(list) && list.some((one) => isObject(one) && "step" in one))
      parts[name] = list.map((one: unknown) => (isObject(one) ? inWords(one, field, words) : one));
  }
  const job: unknown = "job" in answer ? answer.job : null;
  if (isObject(job) && Array.isArray(job["notes"])) parts["job"] = { ...job, ...stepsInWords(job, words) };
  return parts;
}

function inWords({ step, ...rest }: Readonly<Record<string, unknown>>, field: string, words: StepWords): object {
  return step === undefined ? rest : { ...rest, [field]: renderStep(step as NextStep, words) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
