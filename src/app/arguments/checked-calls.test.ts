import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Loci, LociError, openLoci, type Project } from "../../index.ts";
import type { Arguments } from "./project-calls.ts";
import type { Field, Fields, FieldType } from "../../model/requests/index.ts";
import { argumentsOf } from "../../operations/operation.ts";
import { OPERATIONS } from "../../operations/project.ts";

const CALLS = Object.fromEntries(Object.entries(OPERATIONS).map(([name, one]) => [name, argumentsOf(one)]));

let folder: string;
let loci: Loci;
let project: Project;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "loci-arguments-"));
  loci = await openLoci({ home: folder });
  project = await loci.project("p");
});
after(async () => {
  await loci.close();
  rmSync(folder, { recursive: true });
});

type AnyCalls = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;

async function first(answers: AsyncIterable<unknown>): Promise<unknown> {
  return await answers[Symbol.asyncIterator]().next();
}

/** What JavaScript may give, hardly any of it right anywhere. */
const WRONG: readonly unknown[] = [
  null,
  5,
  Number.NaN,
  true,
  10n,
  Symbol("x"),
  {},
  [5],
  [null],
  Object.create(null),
  new Date(Number.NaN),
  () => 1,
];

const isField = (kind: Field | Fields): kind is Field => Array.isArray(kind["types"]);

/** One that is right, as far as its type goes. */
function right(field: Field): unknown {
  const values: Readonly<Record<FieldType, unknown>> = {
    text: field.choices?.[0] ?? "x1234",
    texts: ["x1234"],
    whole: 1,
    number: 1,
    flag: false,
    object: field.fields === undefined ? {} : rightOnes(field.fields),
    objects: [],
    bytes: Buffer.from("x"),
    function: () => {},
    signal: AbortSignal.timeout(9_999),
    caller: undefined,
  };
  return field.needed ? values[field.types[0] as FieldType] : undefined;
}

const rightOnes = (fields: Fields): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, right(field)]));

/** Every way to put a wrong value into one place of the arguments. */
function* spoilt(call: Arguments): Iterable<readonly unknown[]> {
  const fine = Object.values(call).map((kind) => (isField(kind) ? right(kind) : rightOnes(kind)));
  for (const [index, kind] of Object.values(call).entries()) {
    for (const value of WRONG) yield fine.with(index, value);
    if (isField(kind)) continue;
    for (const field of Object.keys(kind))
      for (const value of WRONG) yield fine.with(index, { ...(fine[index] as object), [field]: value });
  }
}

test("whatever a call of a project is given, it answers or rejects with an error of ours", async () => {
  for (const [name, call] of Object.entries(CALLS)) {
    // It runs for as long as it is let, and has its argument checked by the same table.
    if (name === "rebuild") continue;
    for (const given of spoilt(call))
      await (project as unknown as AnyCalls)
        [name]?.(...given)
        .catch((thrown: unknown) =>
          assert.ok(
            thrown instanceof LociError && thrown.code !== "INTERNAL" && thrown.code !== "STORAGE_FAILED",
            `${name}: ${String(thrown)}`,
          ),
        );
  }
});

test("every call that takes something is in a table", () => {
  const unchecked = ["askStream", "queue", "close", "sign", "watch", "importMemPalace"];
  const named = Object.entries(project)
    .filter(([, value]) => typeof value === "function")
    .map(([name]) => name);
  assert.deepEqual(named.filter((name) => !(name in OPERATIONS)).sort(), unchecked.sort());
});

test("the argument, what it is and what is allowed are named, and no text is repeated", async () => {
  const any = project as unknown as AnyCalls;
  for (const [call, code, message] of [
    [() => any["search"]?.(), "USAGE", "'query' is missing"],
    [() => any["search"]?.("x", { wing: ["a", 5] }), "USAGE", "entry 2 of 'wing' is a number, not text"],
    [() => any["search"]?.("x", { limt: 5 }), "USAGE", "there is no parameter 'limt'"],
    [() => any["search"]?.("x", { limit: 1_001 }), "USAGE", "'limit' is 1001, not a whole number from 1 to 1000"],
    [() => any["search"]?.("x", { caller: null }), "CALLER_INVALID", "null is not a caller"],
    [() => any["expand"]?.("3fa91c02"), "USAGE", "'ids' is text, not a list of texts"],
    [() => any["addDrawer"]?.({ text: 5 }), "USAGE", "drawer: 'text' is a number, not text"],
    [() => any["recordAccess"]?.("shown", "x"), "USAGE", "'ids' is text, not a list of texts"],
    [
      async () => await (await project.queue()).index("notes" as never),
      "USAGE",
      "'paths' is text, not a list of texts",
    ],
    [async () => await (await project.queue()).cancel(5 as never), "USAGE", "'id' is a number, not text"],
    [() => any["jobs"]?.({ limit: 1.5 }), "USAGE", "'limit' is 1.5, not a whole number from 1 to 1000"],
    [
      () => any["changeFacts"]?.({ op: "set", topic: "tea", rank: "1", value: "Sencha" }),
      "USAGE",
      "change: 'rank' is text, not a whole number from 1 to 1000000",
    ],
    [() => loci.project(null as unknown as string), "PROJECT_INVALID", "what was given is not a project's name"],
    [() => openLoci({ home: "" }), "USAGE", "home is empty"],
    [() => openLoci(undefined as never), "USAGE", "options: the request is missing"],
    [() => openLoci({ home: folder, setings: {} } as never), "USAGE", "options: there is no parameter 'setings'"],
    [() => first(project.askStream("x", { limit: 51 })), "USAGE", "'limit' is 51, not a whole number from 1 to 50"],
  ] as const) {
    await assert.rejects(
      async () => await call(),
      (thrown) =>
        thrown instanceof LociError && thrown.code === code && thrown.message === message && thrown.hint !== "",
      message,
    );
  }
});

test("a data folder that was closed opens no project", async () => {
  const other = await openLoci({ home: folder });
  const opening = other.project("late");
  await other.close();
  for (const asked of [opening, other.project("p")])
    await assert.rejects(
      asked,
      (thrown) => thrown instanceof LociError && /closed/.test(thrown.message) && /openLoci/.test(thrown.hint),
    );
});
