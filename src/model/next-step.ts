import { distance as levenshtein } from "fastest-levenshtein";

/**
 * What Loci can be asked to do, by the name of its command. A surface renders an operation in its own words: a command,
 * a route, a tool.
 */
export type Operation =
  | "ask"
  | "data backup"
  | "chat list"
  | "palace closets"
  | "config"
  | "config set"
  | "config trust"
  | "doctor"
  | "expand"
  | "facts"
  | "forget"
  | "index"
  | "sources jobs"
  | "mcp"
  | "projects"
  | "projects merge"
  | "projects split"
  | "mine"
  | "data migrate-model"
  | "data rebuild"
  | "palace rooms"
  | "palace merge"
  | "palace rename"
  | "search"
  | "serve"
  | "sources"
  | "sources rm"
  | "status"
  | "palace"
  | "tokens add"
  | "palace tunnels"
  | "palace wings"
  | "palace rename-wing";

interface OperationPart {
  readonly operation: Operation;
  /** Its arguments as a person would type them; empty for none. */
  readonly arguments: string;
  /** Whether it stands in a sentence that goes on behind it, so that a surface may quote it. */
  readonly quoted: boolean;
}

interface OptionPart {
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
 * @example step`run ${operation("data rebuild")}` // on the command line: "run 'loci data rebuild'"
 */
export const step = (words: TemplateStringsArray, ...parts: readonly (string | number | StepPart)[]): NextStep =>
  words
    .flatMap((text, i): readonly StepPart[] => {
      const part = parts[i];
      return [text, ...(part === undefined ? [] : [typeof part === "number" ? String(part) : part])];
    })
    .filter((part) => part !== "");

/** An operation within a sentence. @param args as a person would type them */
export function operation(name: Operation, args = ""): OperationPart {
  return { operation: name, arguments: args, quoted: true };
}

/** An operation as an example to copy, which nothing follows or that is read as it is. @param args as a person would type them */
export function example(name: Operation, args = ""): OperationPart {
  return { operation: name, arguments: args, quoted: false };
}

/** An option by the name that the library gives it. */
export const option = (name: string): OptionPart => ({ option: name });

/** How a surface names what a next step refers to. */
export interface StepWords {
  readonly operation: (part: OperationPart) => string;
  readonly option: (part: OptionPart) => string;
}

export const renderStep = (next: NextStep, words: StepWords): string =>
  next
    .map((part) => (typeof part === "string" ? part : "option" in part ? words.option(part) : words.operation(part)))
    .join("");

/** The words of the command line, which the library gives too: its commands and flags. */
export const COMMAND_WORDS: StepWords = {
  operation: ({ operation, arguments: args, quoted }) => {
    const command = `loci ${operation}${args === "" ? "" : ` ${args}`}`;
    return quoted ? `'${command}'` : command;
  },
  option: ({ option }) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
};

/** A hint in words, and as data for surfaces with other words. */
export type Hint = ReturnType<typeof hintOf>;

/** Both forms of a hint: in the words of the command line, and as data. */
export function hintOf(next: string | NextStep) {
  if (typeof next === "string") return { hint: next, step: [next] };
  return { hint: renderStep(next, COMMAND_WORDS), step: next };
}

/**
 * The name that was probably meant, or null when none is near: edit distance (insert, delete, replace, each 1;
 * the same letters in another order are 1) at most a third of the length typed, at least 1. Case doesn't count. Ties: the earlier name.
 * Cost: O(names × length²); names longer than 80 characters have no neighbour.
 * @example nearestName("recal.limit", ["recall.limit", "store.uri"]) // "recall.limit"
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  if (typed.length > 80) return null;
  const wanted = typed.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const known = name.toLowerCase();
    const distance = lettersOf(known) === lettersOf(wanted) && known !== wanted ? 1 : levenshtein(wanted, known);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * What to do where nothing is called as was typed: the name that was probably meant, and what lists them all.
 * @param known what whoever typed it may see
 */
export function nearOrListed(typed: string, known: readonly { readonly name: string }[], list: Operation): NextStep {
  const near = nearestName(
    typed,
    known.map(({ name }) => name),
  );
  return step`${near === null ? "" : `did you mean '${near}'? `}${operation(list)} lists them`;
}

const lettersOf = (word: string): string => [...word].sort().join("");
