/**
 * How well does it find what it should? Suites over the public API: useful to `loci eval`, of no use to a running project.
 */
export { SUITES, type Suite } from "./suites.ts";
export type { OwnProject, SuiteOptions } from "./suite.ts";
export { type AddedExpectation, addExpectation } from "./own/add-expectation.ts";
export { reportFile } from "./report.ts";
