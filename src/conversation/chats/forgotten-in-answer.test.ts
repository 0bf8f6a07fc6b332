import assert from "node:assert/strict";
import { test } from "node:test";
import { passageAnswer } from "../citations/passage-answer.ts";
import { withoutSpans } from "../../text/snippet.ts";
import { quotedSpans } from "./forgotten-in-answer.ts";

const SECRET = "The vault in the old harbour opens with marzipan. Nobody else knows it.";
const OTHER = "The vault in the new harbour opens with seven turns of a key.";
const passage = (label: string, text: string): Parameters<typeof passageAnswer>[0][number] => ({
  label,
  text,
  heading: "",
  place: "c",
});
const without = (answer: string, text: string): string => withoutSpans(answer, quotedSpans(answer, text));

test("a passage that an answer shows goes with its citation, the others stay as they are", () => {
  const answer = passageAnswer([passage("M1", OTHER), passage("M2", SECRET)], "?", true);
  const kept = passageAnswer([passage("M1", OTHER)], "?", true);
  assert.equal(without(answer, SECRET), `${kept}\n\n> [redacted:forgotten]\n[M2]`);
  const long = `${"Tea is on the left. ".repeat(60)}`;
  assert.doesNotMatch(without(passageAnswer([passage("M1", long)], "?", false), long), /Tea/u);
  const links = "The plan stands at https://plan.example/x and <b>nowhere</b> else.";
  assert.doesNotMatch(without(passageAnswer([passage("M1", links)], "?", true), links), /plan/u);
});

test("of other answers the sentences go that quote it, also within a quote", () => {
  assert.equal(
    without(`It opens [M1 "opens with marzipan"]. The other one was sold.`, SECRET),
    "[redacted:forgotten] The other one was sold.",
  );
  assert.equal(
    without(`You said that the vault in the old harbour\nopens with marzipan. Good.`, SECRET),
    "[redacted:forgotten] Good.",
  );
  const nested = passageAnswer([passage("M1", passageAnswer([passage("M1", SECRET)], "?", true))], "?", true);
  assert.doesNotMatch(without(nested, SECRET), /marzipan|Nobody/u);
  assert.match(without(nested, SECRET), /^> > \[redacted:forgotten\]$/mu);
});

test("what says something else is left alone", () => {
  for (const answer of [OTHER, "The vault opens.", "", "In the old harbour nobody sells marzipan."])
    assert.equal(without(answer, SECRET), answer);
  assert.equal(without("Yes, do that.", "do that"), "Yes, do that.", "two words are nobody's");
});
