import fc from "fast-check";

/**
 * Where random properties begin: the same cases on every machine and at every run, so that a test that fails was broken by a change. Other cases are
 * looked for by `LOCI_TEST_ROUNDS=all`, which begins anew each time and prints where, and by `LOCI_TEST_SEED=n`.
 */
const asked = process.env["LOCI_TEST_SEED"];
const everyday = process.env["LOCI_TEST_ROUNDS"] === "all" ? undefined : 20261126;
const seed = asked === undefined ? everyday : Number(asked);
if (seed !== undefined) fc.configureGlobal({ seed });
