import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FactCase } from "../../facts/evaluate/case.ts";
import { evaluateCases, type FactsReport } from "../../facts/evaluate/evaluate-cases.ts";
import { openLoci } from "../../index.ts";
import { LociError } from "../../model/error.ts";
import { parseLines } from "../parse-lines.ts";
import type { SuiteOptions } from "../suite.ts";

/**
 * Statements and questions about ranked lists, with the state or answer that is expected, through the public API, each case in
 * projects of its own.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateFacts(options: SuiteOptions): Promise<Omit<FactsReport, "failures"> & { readonly commit: string; readonly failures?: FactsReport["failures"] }> {
  const cases = readCases(options.data);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  try {
    const { failures, ...report } = await evaluateCases(cases, async () => {
      const project = await loci.project(`case-${randomUUID()}`);
      return { ...project.facts, close: () => project.close() };
    });
    return { ...report, commit: options.commit, ...(options.failures ? { failures } : {}) };
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function readCases(file: string): readonly FactCase[] {
  try {
    return parseLines<FactCase>(readFileSync(file, "utf8"), file);
  } catch (thrown) {
    if (thrown instanceof LociError) throw thrown;
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "EISDIR") throw new LociError("DATA_NOT_FOUND", `there is no file '${file}'`, { hint: "give a file of cases with --data", cause: thrown });
    throw thrown;
  }
}
