import { test } from "node:test";
import { assertLinear } from "../../text/linear.fixture.ts";
import { readMessage } from "./read-message.ts";

/** Sentences that go on for as long as a message may: how they begin, what is repeated, how they end. */
const ENDLESS = [
  ["My favorite teas are a", ",", " b."],
  ["My favorite teas are a", " ", "b"],
  ["my code is ", "a,", ""],
  ["add ", "a and ", "b to my list"],
  ["My tea is ", ";", " x"],
  ["my tea is a", " .", ""],
  ["", "my tea is x, ", ""],
  ["my tea is ", "no wait, ", "x"],
  ["I live in ", "(", "x"],
  ["my tea is ", '"', "x"],
  ["remember ", "– ", "x"],
  ["my tea is ", "!", ""],
  ["Anna's ", "of ", "is x"],
  ["my tea is ", "1. a ", ""],
  ["my teas:\n", "1. a\n", ""],
] as const;

for (const [begin, piece, end] of ENDLESS)
  test(`a message of ${JSON.stringify(begin + piece)} without end is read in proportion to its length`, () =>
    assertLinear(piece, 90_000, (n) => readMessage(begin + piece.repeat(n / piece.length) + end)));
