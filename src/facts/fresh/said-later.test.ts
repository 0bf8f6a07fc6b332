import assert from "node:assert/strict";
import { test } from "node:test";
import { daysIn } from "../../text/days.ts";
import { saidLater, spokenFact, withLater } from "./said-later.ts";

test("what asks to be shown a list is nothing said later about it", () => {
  const asked = {
    fact: spokenFact({ key: "color", topic: "color" }, ["Blue"], []),
    key: "color",
    since: Date.parse("2026-05-01T10:00:00Z"),
    read: new Set<string>(),
    unread: [],
  };
  const later = (text: string): number =>
    saidLater(asked, [{ text, time: "2026-05-02T10:00:00Z", chat: "c", messageId: "m" }]).length;
  for (const text of ["list my favorite colors", "show me my favorite colors", "give me my favorite colors please"])
    assert.equal(later(text), 0, text);
  assert.equal(later("My favorite colors have changed to beige and tan."), 1);
});

/** What is stored, how people call it, and what else it might be. */
const STORED = [
  { key: "@me/boss", topic: "boss", value: "Eva Holm", called: "my boss", other: "Lars Berg" },
  { key: "@me/dentist", topic: "dentist", value: "Dr. Patel", called: "my dentist", other: "Dr. Osei" },
  { key: "@me/gym code", topic: "gym code", value: "3391", called: "the gym code", other: "2208" },
  { key: "@me/birthday", topic: "birthday", value: "3 May", called: "my birthday", other: "5 June" },
  { key: "@me/cat", topic: "cat", value: "Pixel", called: "our cat", other: "Odin" },
  { key: "color", topic: "color", value: "green", called: "my favourite color", other: "blue" },
] as const;

type Stored = Readonly<Record<"key" | "topic" | "value" | "called" | "other", string>>;

const bearingsOf =
  ({ key, topic, value }: Pick<Stored, "key" | "topic" | "value">) =>
  (text: string): string =>
    saidLater(
      { fact: spokenFact({ key, topic }, [value], []), key, since: null, read: new Set<string>(), unread: [] },
      [{ text, time: "2026-05-02T10:00:00Z", chat: "c", messageId: "m" }],
    )
      .map(({ as }) => as)
      .join();

const filled = (form: string, { called, value, other }: Stored): string => {
  const text = form.replaceAll("K", called).replaceAll("OLD", value).replaceAll("NEW", other);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

test("what was so once, and what others say or believe bears nothing on a fact", () => {
  for (const stored of STORED)
    for (const form of [
      "K used to be NEW.",
      "Peter thinks K is NEW",
      "Anders thought that K was NEW",
      "my neighbour claims K is NEW",
      "everyone believed K is NEW, funny",
      "translate into German: K is NEW",
      "translate 'K is NEW'",
      "fix the grammar: K are NEW",
      "in the film the hero says: K is NEW",
      "the song goes: K is NEW",
      "Dan wrote: my K is NEW",
    ])
      assert.equal(bearingsOf(stored)(filled(form, stored)), "", filled(form, stored));
  const lived = { key: "@me/home", topic: "home", value: "Stavanger" };
  const worked = { key: "@me/employer", topic: "employer", value: "Equinor" };
  assert.equal(bearingsOf(lived)("I used to live in Bergen."), "");
  assert.equal(bearingsOf(worked)("I used to work at Statkraft"), "");
  assert.equal(bearingsOf(STORED[1])("My dentist's number is 555 0190."), "");
});

test("the same words beside what is so now, or of the stored value, still do", () => {
  for (const stored of STORED.slice(0, 5))
    for (const [form, as] of [
      ["K used to be OLD, these days it's NEW", "renews"],
      ["I thought K was OLD, it's NEW", "renews"],
      ["OLD is no longer K", "ends"],
      ["K is now NEW", "renews"],
    ] as const)
      assert.equal(bearingsOf(stored)(filled(form, stored)), as, filled(form, stored));
  assert.equal(bearingsOf({ key: "@me/home", topic: "home", value: "Bergen" })("I used to live in Bergen"), "ends");
});

test("what somebody says of a fact that is not his own is heard, a mark for the quotation or not", () => {
  for (const stored of STORED.slice(0, 5))
    for (const form of [
      "the treasurer says: K is now NEW",
      "her message: K is NEW from now on",
      "Dan wrote: K is now NEW",
    ]) {
      const said = filled(form, { ...stored, called: stored.called.replace(/^my /u, "the ") });
      assert.equal(bearingsOf(stored)(said), "renews", said);
    }
});

test("only what says that something is so from now on turns the stored value into the past", () => {
  const item = { value: "700", position: 1, time: "2026-05-01T10:00:00Z", chat: "c", messageId: "m1" };
  const answer = { text: "The rent is 700.", topic: "rent", items: [item] } as unknown as Parameters<
    typeof withLater
  >[0];
  const today = { now: Date.parse("2026-06-01T10:00:00Z"), quoted: (text: string) => text, days: daysIn("UTC") };
  const said = (sentence: string): string =>
    withLater(answer, [{ sentence, time: "2026-05-20T10:00:00Z", chat: "c", messageId: "m2", as: "renews" }], today)
      .text;
  for (const text of ["the rent is 720 now", "they changed the rent to 720", "rent goes up to 720"])
    assert.match(said(text), /^Last said of it: .* Before that, the rent was 700/u, text);
  for (const text of ["rent a car for the weekend, 85 a day", "the neighbours' rent is 640"])
    assert.match(said(text), /^The rent is 700, said on 1 May\. Later it was said: /u, text);
});
