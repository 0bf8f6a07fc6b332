import type { Fields, ValuesOf } from "../../model/requests/index.ts";
import type { Caller, ModelText, Note, Project } from "../../index.ts";

/** Says how far a long call is. `total` null: nobody knows. */
export type ReportProgress = (done: number, total: number | null, message: string) => void;

/** What a call works with. */
export interface ToolCall {
  readonly project: Project;
  /** From the connection, never from arguments. */
  readonly caller: Caller;
  /** Raised when the client cancels or goes away. */
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  /** What the owner should know where the project holds nothing and others do. */
  readonly ifEmpty: () => readonly Note[];
}

/**
 * What a call gives, for a model to read and for nobody else: programs have HTTP. Rendered in one place, so that what is stored stands in
 * the fence whatever the tool.
 */
export interface ToolAnswer extends ModelText {
  /** Of the whole answer. */
  readonly budgetTokens?: number;
  /** Drawers that were put before the caller, to be recorded after the answer. */
  readonly accesses?: { readonly kind: "shown" | "expanded"; readonly ids: readonly string[]; readonly query?: string };
}

/** How a tool behaves, as clients are told; what is not said is false. */
export interface ToolBehaviour {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  /** The same call twice has no further effect. */
  readonly idempotent?: boolean;
}

/** One tool, in a file of its own under `tools/`. */
export interface Tool<Input extends Fields = Fields> {
  readonly name: string;
  /** For the model: when to use it, and what it gives. */
  readonly description: string;
  readonly input: Input;
  readonly behaviour: ToolBehaviour;
  run(args: ValuesOf<Input>, call: ToolCall): Promise<ToolAnswer>;
}
