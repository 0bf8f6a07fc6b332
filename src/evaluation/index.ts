/**
 * How well does it find what it should? Suites over the public API: useful to `loci eval`, of no use to a running project.
 */
export { SUITES, type Suite } from "./suites.ts";
export type { SuiteOptions } from "./suite.ts";
export { reportFile } from "./report-file.ts";
