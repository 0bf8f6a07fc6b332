import type { z } from "zod";
import { LociError, nearestName } from "../../index.ts";

/** At most so many of a request's faults are told; the first is the message. */
const MOST_FAULTS = 5;

/**
 * Reads a request at the boundary: what comes out is checked and typed, and everything that doesn't fit is one error that says what to do.
 *
 * @param schema strict, so that an unknown key is a fault
 * @param what the request, as the error names it: `search`, `POST /v1/search`
 * @param beside names that are read elsewhere, and may be meant by an unknown one
 * @throws LociError `TOO_LARGE` when a value is longer than allowed, else `USAGE`; `details.faults` lists `{ path, message, hint }`. Values
 *   are never repeated, only their names and types.
 * @example parseRequest(searchRequestSchema, body, "search")
 */
export function parseRequest<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  what: string,
  beside: readonly string[] = [],
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const known = [...Object.keys(schema.shape), ...beside];
  // A misspelt name comes before the missing one that it was meant for.
  const issues = parsed.error.issues.toSorted(
    (a, b) => Number(b.code === "unrecognized_keys") - Number(a.code === "unrecognized_keys"),
  );
  const faults = issues
    .slice(0, MOST_FAULTS)
    .flatMap((issue) => faultsOf(issue, known))
    .slice(0, MOST_FAULTS);
  const first = faults[0] as Fault;
  throw new LociError(first.tooLarge ? "TOO_LARGE" : "USAGE", `${what}: ${first.message}`, {
    hint: first.hint,
    details: { faults: faults.map(({ path, message, hint }) => ({ path, message, hint })) },
  });
}

interface Fault {
  readonly path: string;
  readonly message: string;
  readonly hint: string;
  readonly tooLarge: boolean;
}

type Issue = z.core.$ZodIssue;

function faultsOf(issue: Issue, known: readonly string[]): readonly Fault[] {
  const path = issue.path.join(".");
  // A name that is meant is looked for among all that there are: for the first few only.
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, MOST_FAULTS).map((key) => unknownKey(key, path, known));
  return [
    {
      path,
      message: path === "" ? `the request ${problem(issue)}` : `'${path}' ${problem(issue)}`,
      hint: remedy(issue, path, known),
      tooLarge: isTooLong(issue),
    },
  ];
}

function unknownKey(key: string, path: string, known: readonly string[]): Fault {
  const shown = key.slice(0, 80);
  const near = path === "" ? nearestName(key, known) : null;
  const hint =
    known.length === 0
      ? "leave it out; there are none"
      : near === null
        ? `leave it out; known are ${known.join(", ")}`
        : `did you mean '${near}'? Known are ${known.join(", ")}`;
  return {
    path: path === "" ? shown : `${path}.${shown}`,
    message: `there is no parameter '${shown}'`,
    hint,
    tooLarge: false,
  };
}

function problem(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      // A parameter of an address is a text that was read as a number.
      if (typeof issue.input === "number" && issue.expected === "number") return "is no number";
      return issue.input === undefined ? "is missing" : `is ${typeName(issue.input)}, not ${article(issue.expected)}`;
    case "invalid_value":
      return `is none of ${issue.values.map(String).join(", ")}`;
    case "too_big":
      return issue.origin === "string"
        ? `is longer than ${issue.maximum} characters`
        : issue.origin === "array"
          ? `has more than ${issue.maximum} entries`
          : `is more than ${issue.maximum}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "is empty or too short"
        : `is less than ${issue.minimum}`;
    case "invalid_union":
      // One branch reads the right type, so that its complaint is of the value itself, such as a length.
      return problem(closestBranch(issue) ?? { ...issue, code: "custom" });
    case "invalid_format":
      return "has the wrong form";
    default:
      return "has a value that is not allowed";
  }
}

function remedy(issue: Issue, path: string, known: readonly string[]): string {
  switch (issue.code) {
    case "invalid_type":
      return path === "" ? `give an object with ${known.join(", ")}` : `give '${path}' as ${article(issue.expected)}`;
    case "invalid_value":
      return `use one of ${issue.values.map(String).join(", ")}`;
    case "too_big":
      return issue.origin === "string"
        ? `shorten it to ${issue.maximum} characters, or index a long text as a file`
        : `use at most ${issue.maximum}`;
    case "too_small":
      return `use at least ${issue.minimum}${issue.origin !== "string" ? "" : issue.minimum === 1 ? " character" : " characters"}`;
    case "invalid_union": {
      const branch = closestBranch(issue);
      return branch === null ? "see the tool's or route's schema" : remedy(branch, path, known);
    }
    case "invalid_format":
      if (issue.format === "datetime")
        return `give '${path}' as an ISO 8601 time with zone, such as 2026-05-31T14:00:00Z`;
      return issue.pattern === undefined
        ? `give '${path}' as ${issue.format}`
        : `give '${path}' in the form ${issue.pattern}`;
    default:
      return "see the tool's or route's schema";
  }
}

function isTooLong(issue: Issue): boolean {
  if (issue.code === "too_big") return issue.origin === "string" || issue.origin === "array";
  const branch = issue.code === "invalid_union" ? closestBranch(issue) : null;
  return branch !== null && isTooLong(branch);
}

/** The complaint of the branch that got furthest: one about a value rather than about the type, else the first. */
function closestBranch(issue: Extract<Issue, { code: "invalid_union" }>): Issue | null {
  const firsts = issue.errors.flatMap((branch) => branch.slice(0, 1));
  return firsts.find(({ code, path }) => code !== "invalid_type" || path.length > 0) ?? firsts[0] ?? null;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return article(Array.isArray(value) ? "array" : typeof value);
}

function article(type: string): string {
  if (type === "int") return "a whole number";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
