import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Caller, type Loci, openLoci, type PartialSettings, type Scope, type Settings } from "../../src/index.ts";
import type { LeakAnswer, LeakReader, LeakTargets } from "./leak-reader.ts";
import { libraryReader } from "./library-reader.ts";
import { type Canary, isVisible, drawersOf, newCanary, plant } from "./plant.ts";

/** Something that came out and should not have, or that depends on what the caller may not see. */
export interface Leak {
  readonly reader: string;
  readonly caller: Caller;
  readonly request: string;
  /** `canary`: a hidden thing came out. `difference`: the answer changes with hidden things. */
  readonly kind: "canary" | "difference";
  readonly detail: string;
}

/** The result of the test. */
export interface LeakReport {
  /** Answers that were looked at. */
  readonly answers: number;
  readonly readers: readonly string[];
  readonly leaks: readonly Leak[];
}

/** How the test is run. */
export interface LeakTestOptions {
  readonly settings?: PartialSettings | Settings;
  /** Further ways to read, beside the library. */
  readonly readers?: readonly LeakReader[];
  /**
   * Whether each way asks by name for one hidden thing alone, another way for the next, and half of the further ways as each caller, the others as the next.
   * All hidden things are looked for in every answer, and the library is asked as every caller.
   */
  readonly everyday: boolean;
}

const PROJECTS = ["leak-test-one", "leak-test-two"] as const;
const SCOPES: readonly Scope[] = ["kb", "admin", "user:one", "user:two"];
const CALLERS: readonly Caller[] = ["public", "user:one", "owner"];
/** The seed says which ways ask as the first caller. */
const FIRST = Number(process.env["LOCI_TEST_SEED"] ?? 0);
/** Drawers of each hidden canary that are asked for, of some six; and those that the caller may see. */
const HIDDEN_IDS = 2;
const VISIBLE_IDS = 4;

/**
 * Plants canaries in every scope of two projects of a data folder of its own, and reads them as every caller by every way that there
 * is. Nothing of the user's is touched.
 *
 * Two things must hold of every answer: no hidden canary stands in it; and it is byte for byte the answer that is given when the hidden
 * canaries are not there (but for times taken).
 *
 * Cost: seconds.
 */
export async function runLeakTest({ settings, readers = [], everyday }: LeakTestOptions): Promise<LeakReport> {
  const folder = mkdtempSync(join(tmpdir(), "loci-leak-test-"));
  const loci = await openLoci({ home: join(folder, "home"), ...(settings !== undefined && { settings }) });
  const opened = await Promise.all(
    [libraryReader, ...readers].map(async (reader) => ({ name: reader.name, way: await reader.open(loci) })),
  );
  const leaks: Leak[] = [];
  let answers = 0;
  try {
    const canaries = PROJECTS.flatMap((project) => SCOPES.map((scope) => newCanary(project, scope)));
    const sources = join(folder, "sources");
    await plant(loci, sources, [], canaries);
    for (const [nthCaller, caller] of CALLERS.entries()) {
      const [project] = PROJECTS;
      const hidden = canaries.filter((canary) => !isVisible(canary, project, caller));
      const targets = await Promise.all(
        opened.map(
          async (_, way) =>
            await targetsOf(
              loci,
              project,
              canaries.filter((canary) => !hidden.includes(canary)),
              hidden.filter((_, nth) => !everyday || nth === (way + 3 * nthCaller) % hidden.length),
            ),
        ),
      );
      const read = async (): Promise<ReadonlyMap<string, readonly LeakAnswer[]>> => {
        const all = new Map<string, readonly LeakAnswer[]>();
        for (const [nth, { name, way }] of opened.entries())
          if (!everyday || nth === 0 || (nth + nthCaller + FIRST) % 2 === 0)
            all.set(name, await way.ask(caller, targets[nth] as LeakTargets));
        return all;
      };
      const full = await read();
      // Nothing of the project is hidden from the owner, and the other project can't be removed, so only canaries are searched for.
      const shown = canaries.filter((canary) => !hidden.includes(canary));
      await plant(loci, sources, canaries, shown);
      const baseline = await read();
      await plant(loci, sources, shown, canaries);
      for (const [reader, given] of full) {
        answers += given.length;
        leaks.push(...given.flatMap((one, i) => leaksOf(reader, caller, one, baseline.get(reader)?.[i], hidden)));
      }
    }
  } finally {
    for (const { way } of opened) await way.close();
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { answers, readers: opened.map(({ name }) => name), leaks };
}

async function targetsOf(
  loci: Loci,
  project: string,
  visible: readonly Canary[],
  hidden: readonly Canary[],
): Promise<LeakTargets> {
  return {
    project,
    baits: hidden.map(({ bait }) => bait),
    names: hidden.map(({ name }) => name),
    topics: hidden.map(({ topic }) => topic),
    hiddenIds: await drawersOf(loci, hidden, HIDDEN_IDS),
    visibleIds: (await drawersOf(loci, visible, HIDDEN_IDS)).slice(0, VISIBLE_IDS),
  };
}

function leaksOf(
  reader: string,
  caller: Caller,
  { request, answer }: LeakAnswer,
  without: LeakAnswer | undefined,
  hidden: readonly Canary[],
): readonly Leak[] {
  const folded = answer.toLowerCase();
  const asked = request.toLowerCase();
  const canary = hidden.find(
    ({ secret, bait, name, topic }) =>
      folded.includes(secret) || [bait, name, topic].some((word) => folded.includes(word) && !asked.includes(word)),
  );
  if (canary !== undefined)
    return [
      {
        reader,
        caller,
        request,
        kind: "canary",
        detail: `a canary of ${canary.scope} in ${canary.project === PROJECTS[0] ? "the same project" : "another project"} came out`,
      },
    ];
  if (without?.request === request && without.answer === answer) return [];
  return [{ reader, caller, request, kind: "difference", detail: firstDifference(answer, without?.answer ?? "") }];
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `at character ${at}: …${one.slice(Math.max(0, at - 60), at + 60)}… without it …${other.slice(Math.max(0, at - 60), at + 60)}…`;
}
