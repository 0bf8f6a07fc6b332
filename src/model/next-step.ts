/**
 * What Loci can be asked to do, by the name of its command. A surface renders an operation in its own words: a command,
 * a route, a tool.
 */
export type Operation =
  | "ask"
  | "data backup"
  | "chats"
  | "palace closets"
  | "config get"
  | "config list"
  | "config set"
  | "config trust"
  | "doctor"
  | "expand"
  | "facts list"
  | "facts erase"
  | "facts sync"
  | "forget"
  | "index"
  | "sources jobs"
  | "mcp"
  | "projects list"
  | "projects merge"
  | "projects split"
  | "mine"
  | "data migrate-model"
  | "data rebuild"
  | "palace rooms"
  | "palace correct merge"
  | "palace correct rename"
  | "search"
  | "serve"
  | "sources"
  | "sources rm"
  | "status"
  | "palace taxonomy"
  | "tokens add"
  | "palace tunnels"
  | "palace wings"
  | "palace correct alias";

/** An operation that a next step names. */
export interface OperationPart {
  readonly operation: Operation;
  /** Its arguments as a person would type them; empty for none. */
  readonly arguments: string;
  /** Whether it stands in a sentence that goes on behind it, so that a surface may quote it. */
  readonly quoted: boolean;
}

/** An option of the request that the next step is about. */
export interface OptionPart {
  /** As the library names it: `budgetTokens`. */
  readonly option: string;
}

/** One part of a next step: words, an operation or an option. */
export type StepPart = string | OperationPart | OptionPart;

/**
 * What to do next, as data. The words are the same on every surface; operations and options are rendered by each in its
 * own terms, so that no surface has to take a sentence apart.
 */
export type NextStep = readonly StepPart[];

/**
 * A next step with its operations and options as data.
 *
 * @example step`run ${operation("data rebuild")}` // on the command line: "run 'loci data rebuild'"
 */
export function step(words: TemplateStringsArray, ...parts: readonly (string | number | StepPart)[]): NextStep {
  return words
    .flatMap((text, i): readonly StepPart[] => {
      const part = parts[i];
      return [text, ...(part === undefined ? [] : [typeof part === "number" ? String(part) : part])];
    })
    .filter((part) => part !== "");
}

/** An operation within a sentence. @param args as a person would type them */
export function operation(name: Operation, args = ""): OperationPart {
  return { operation: name, arguments: args, quoted: true };
}

/** An operation as an example to copy, which nothing follows or that is read as it is. @param args as a person would type them */
export function example(name: Operation, args = ""): OperationPart {
  return { operation: name, arguments: args, quoted: false };
}

/** An option by the name that the library gives it. */
export function option(name: string): OptionPart {
  return { option: name };
}

/** How a surface names what a next step refers to. */
export interface StepWords {
  readonly operation: (part: OperationPart) => string;
  readonly option: (part: OptionPart) => string;
}

/** A next step in a surface's words. */
export function renderStep(next: NextStep, words: StepWords): string {
  return next
    .map((part) => (typeof part === "string" ? part : "option" in part ? words.option(part) : words.operation(part)))
    .join("");
}

/** The words of the command line, which the library gives too: its commands and flags. */
const COMMAND_LINE: StepWords = {
  operation: ({ operation, arguments: args, quoted }) => {
    const command = `loci ${operation}${args === "" ? "" : ` ${args}`}`;
    return quoted ? `'${command}'` : command;
  },
  option: ({ option }) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
};

/** A hint in words, and as data for surfaces with other words. */
export interface Hint {
  readonly hint: string;
  readonly step: NextStep;
}

/** Both forms of a hint: in the words of the command line, and as data. */
export function hintOf(next: string | NextStep): Hint {
  if (typeof next === "string") return { hint: next, step: [next] };
  return { hint: renderStep(next, COMMAND_LINE), step: next };
}
