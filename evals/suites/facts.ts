import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FactCase } from "../facts/judge/case.ts";
import { evaluateCases, type FactsReport } from "../facts/judge/evaluate-cases.ts";
import { openLoci } from "../../src/index.ts";
import { type LineFormat, type Cases, readCases } from "./read-cases.ts";
import type { SuiteOptions } from "./suite.ts";

/** The report with what it was measured on. */
interface MeasuredFacts extends Omit<FactsReport, "failures"> {
  readonly data: Cases<FactCase>["data"];
  readonly commit: string;
  readonly failures?: FactsReport["failures"];
}

/**
 * Statements and questions about ranked lists, with the state or answer that is expected, through the public API, each case in
 * projects of its own.
 *
 * @throws LociError `DATA_NOT_FOUND`
 */
export async function evaluateFacts(options: SuiteOptions): Promise<MeasuredFacts> {
  const { cases, data } = readCases(options.data, CASE);
  const home = mkdtempSync(join(tmpdir(), "loci-eval-"));
  const loci = await openLoci({ home });
  try {
    const { failures, ...report } = await evaluateCases(cases, async () => {
      const project = await loci.project(`case-${randomUUID()}`);
      return {
        // An empty message is refused, since nothing can be kept of it; a case may hold one all the same.
        tell: async (text, speech) => (text.trim() === "" ? null : await project.tellFacts(text, speech)),
        ask: (text, { chat }) => project.askFacts(text, { chat }),
        list: (_scope, page) => project.facts(page),
        deleteChat: (chat) => project.forgetChatFacts(chat),
        close: () => project.close(),
      };
    });
    return { ...report, data, commit: options.commit, ...(options.failures ? { failures } : {}) };
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const CASE: LineFormat<FactCase> = {
  read: ({ group, history = [], query, expect }, line) => {
    const kind = (expect as { readonly kind?: unknown } | null | undefined)?.kind;
    return typeof query === "string" && Array.isArray(history) && typeof kind === "string"
      ? ({ line, group: String(group ?? ""), history, query, expect } as FactCase)
      : null;
  },
  expected: '{ "group", "history"?: [], "query", "expect": { "kind", … } }',
};
