import type { AccessKind, Caller, ModelText, Note, Project } from "../../index.ts";
import type { Field, Fields, ValuesOf } from "../../model/requests/index.ts";
import { type JsonSchema, jsonSchemaOf } from "../shared/json-schema.ts";

/** Says how far a long call is. `total` null: nobody knows. */
export type ReportProgress = (done: number, total: number | null, message: string) => void;

export interface ToolCall {
  readonly project: Project;
  /** From the connection, never from arguments. */
  readonly caller: Caller;
  /** What asks, by its name as Today shows it. */
  readonly agent: string;
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
  readonly accesses?: Readonly<{ kind: AccessKind; ids: readonly string[]; query?: string; covered?: boolean }>;
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

/** A tool as `tools/list` gives it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: "object" };
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
}

/**
 * A tool as clients are told of it. Every byte of it stands in each conversation's context, so: of the input what a model needs to call it
 * (bounds are checked, and named by the error), each field of one type, since a client that knows no unions refuses the whole list; and no
 * schema of answers, which are text: clients that get both hand on the data alone.
 */
export function listedTool({ name, description, input, behaviour }: Tool): ListedTool {
  const { readOnly = false, destructive = false, idempotent = false } = behaviour;
  return {
    name,
    description,
    inputSchema: jsonSchemaOf(input, { brief: true }),
    // A tool that is read-only needs no word on destruction or repetition; the protocol's defaults are `destructive` and not `idempotent`.
    annotations: {
      ...(readOnly
        ? { readOnlyHint: true }
        : { destructiveHint: destructive, ...(idempotent && { idempotentHint: true }) }),
      openWorldHint: false,
    },
  };
}

/** How an id is written where we print it: by its URI, in brackets as a passage begins, with a word before it. */
const AROUND_ID = /^(?:\[|\(|`|"|'|loci:\/\/drawer\/|id[:\s]+|drawer\s+)+|(?:\]|\)|`|"|'|,)+$/giu;

const LISTS_OF_IDS: ReadonlySet<string> = new Set(["ids", "excludeIds", "supersedes"]);

/** What models call a field that a tool has by another name. */
const CALLED: Record<string, string> = { id: "ids", question: "text", statement: "text", content: "text" };

/**
 * Arguments as models send them, as the tool takes them: a field by a name that models give it, `null`, `""` and `[]` mean "left out", `"3"` is 3
 * and `"true"` is true, one text is a list of one, a list in a text is a list, and an id is an id in every form that we print. What can't be meant
 * is left as it is, for the check to refuse.
 * @example givenArguments(EXPAND, { ids: "loci://drawer/2d9a163c", before: "2", after: null }) // { ids: ["2d9a163c"], before: 2 }
 */
export function givenArguments(fields: Fields, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given ?? {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([called, value]): [string, unknown][] => {
      const other = CALLED[called] ?? called;
      const name = other in fields && !(called in fields) && !(other in given) ? other : called;
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const meant = field === undefined ? value : meantBy(name, field, value);
      const isLeftOut = meant === null || meant === "" || (Array.isArray(meant) && meant.length === 0);
      // Also an unknown name: what is left out can't be misspelt.
      return isLeftOut ? [] : [[name, meant]];
    }),
  );
}

function meantBy(name: string, { types, fields }: Field, value: unknown): unknown {
  const takes = (type: Field["types"][number]): boolean => types.includes(type);
  if (takes("object") && fields !== undefined)
    return givenArguments(fields, typeof value === "string" ? parsed(value) : value);
  if (takes("texts")) {
    // As JSON an id of figures is a number: "[55285844]", "1234e567".
    if (LISTS_OF_IDS.has(name)) return (Array.isArray(value) ? value : [value]).flatMap(idsIn);
    const listed = typeof value === "string" ? (asList(value) ?? (takes("text") ? value : [value])) : value;
    return Array.isArray(listed) ? listed.filter((one) => one !== null && one !== "") : listed;
  }
  if (typeof value === "number" && takes("text") && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return value;
  if (name === "id") return idsIn(value)[0] ?? "";
  const plain = value.trim();
  if (plain === "" && !takes("text")) return "";
  if ((takes("whole") || takes("number")) && /^[+-]?\d+(?:\.\d+)?$/u.test(plain)) return Number(plain);
  if (takes("flag") && /^(?:true|false)$/iu.test(plain)) return plain.toLowerCase() === "true";
  return value;
}

/** Ids in a text: one, or several with commas or blanks between. */
function idsIn(value: unknown): readonly unknown[] {
  if (typeof value !== "string") return value === null ? [] : [Number.isSafeInteger(value) ? String(value) : value];
  const whole = value.trim();
  const parts = whole
    .split(/[\s,;]+/u)
    .map((part) => part.replace(AROUND_ID, ""))
    .filter((part) => !/^(?:id|drawer|and|null)?$/iu.test(part));
  return parts.length > 0 || whole.replace(AROUND_ID, "") === "" ? parts : [whole];
}

function asList(text: string): readonly unknown[] | null {
  const value = text.trim().startsWith("[") ? parsed(text) : null;
  return Array.isArray(value) ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
