import assert from "node:assert/strict";
import { rounds } from "../../test/rounds.fixture.ts";

/** Tries before a measurement counts: the collector, or a neighbour on the same core, spoils single ones. */
const TRIES = 15;
/** Four times the size may take so many times the work; a quadratic step makes it sixteen. */
const FACTOR = 9;
/** Processor time that says nothing, in microseconds. */
const NOISE = 20_000;

/**
 * Fails when work grows faster than its size: compares the processor time of a quarter of it with that of the whole, so that a slow or
 * busy machine changes nothing.
 *
 * @param size of the whole, large enough that a quadratic step would take a second; every day it is tried with half of that, and a quarter of a second
 * @example await assertLinear("endless word", 200_000, (n) => indexTerms("a".repeat(n)));
 */
export async function assertLinear(what: string, size: number, work: (size: number) => unknown): Promise<void> {
  const whole = rounds(size, Math.ceil(size / 2));
  const cost = async (n: number): Promise<number> => {
    const before = process.cpuUsage();
    await work(n);
    return process.cpuUsage(before).user;
  };
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) {
    small = Math.min(small, await cost(Math.ceil(whole / 4)));
    large = Math.min(large, await cost(whole));
    if (large <= FACTOR * small + NOISE) return;
  }
  assert.fail(`${what}: ${small} µs for a quarter, ${large} µs for the whole`);
}
