/** Whether everything is tried as often as it finds things: with `LOCI_TEST_ROUNDS=all`, as in a suite of `.ci/run`. */
const ALL_ROUNDS = process.env["LOCI_TEST_ROUNDS"] === "all";

/** How often a generated case or a point of failure is tried. @param everyday with `npm test` alone, which is to take minutes */
export function rounds(all: number, everyday: number): number {
  return ALL_ROUNDS ? all : everyday;
}
