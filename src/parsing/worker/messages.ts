import type { ParsedDocument } from "../../model/section.ts";
import type { ErrorCode } from "../../model/error.ts";
import type { FileInput } from "../registry.ts";

/** What a worker is asked. One file at a time. */
export type WorkerRequest = FileInput;

/** What it answers: the document, or the error as data, which threads can't pass as an object. */
export type WorkerAnswer = {
  /** Bytes that the thread holds after it. */
  readonly memory: number;
} & WorkerResult;

/** What became of a file. */
export type WorkerResult =
  | { readonly document: ParsedDocument }
  | {
      readonly error: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly hint: string;
        readonly details: Readonly<Record<string, unknown>>;
      };
    }
  | { readonly crash: { readonly name: string; readonly message: string } };
