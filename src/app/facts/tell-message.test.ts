import assert from "node:assert/strict";
import { test } from "node:test";
import { openLoci } from "../../index.ts";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";

test("a user's message feeds facts, what can't be read is shown beside them, and a secret stands in its fact alone", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const say = async (id: string, text: string, time: string) =>
    await project.addMessage("a", { id, role: "user", text, time });
  const told = await say("1", "my gym code is 2208", "2026-05-03T10:00:00Z");
  assert.deepEqual([told.facts?.changed, told.facts?.text], [true, "Your gym code is 2208."]);
  assert.equal((await say("2", "See you at the harbour.", "2026-05-04T10:00:00Z")).facts, null);
  await say("3", "heads up, new code at the gym from monday, starts with 33", "2026-05-12T10:00:00Z");
  const asked = await project.askFacts("what's my gym code?");
  assert.match(asked.text, /2208, said on 3 May.*Later it was said: “.*starts with 33”/u);
  assert.equal(asked.later?.length, 1);
  assert.equal(
    (await say("4", "My wifi password is hunter2#", "2026-05-13T10:00:00Z")).facts?.items[0]?.value,
    "hunter2#",
  );
  const { hits } = await project.search("wifi password hunter2#");
  assert.ok(hits.every(({ text }) => !text.includes("hunter2")));
});

test("a new secret that can't be read as one stands beside the old one alone, and what is no code stays", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const kept = async (id: string, text: string): Promise<string> => {
    await project.addMessage("a", { id, role: "user", text, time: `2026-05-0${id}T10:00:00Z` });
    return (await project.chatMessages("a")).messages.at(-1)?.text ?? "";
  };
  await kept("1", "Shop alarm code is 3306*");
  for (const [id, text, code] of [
    ["2", "after the break-in i had the alarm redone. you type 8157* now", "8157*"],
    ["3", "they changed the shop alarm code, it's k4-719 from Monday.", "k4-719"],
  ] as const)
    assert.equal(await kept(id, text), text.replace(code, "[redacted:secret]"));
  const dated = "they changed the alarm code on 12 May 2026, ask Bo";
  assert.equal(await kept("4", dated), dated);
  assert.match((await project.askFacts("what is the shop alarm code?")).text, /8157\*|k4-719/u);
  for (const [id, text, code] of [
    ["5", "new code for the shop alarm from today, press 6024", "6024"],
    ["6", "had to change the shop alarm code, it is 60247 now", "60247"],
  ] as const)
    assert.equal(await kept(id, text), text.replace(code, "[redacted:secret]"));
  const typed = "the shop alarm code was wrong three times at 10:45";
  assert.equal(await kept("7", typed), typed);
  await kept("8", "the studio door code is 5518");
  await kept("9", "new code for the studio door from today, press 9027");
  // The answer quotes what can't be read, and is kept without it.
  const { text } = await project.ask("what is the studio door code?", { chat: "a" });
  assert.match(text, /9027/u);
  const answer = (await project.chatMessages("a")).messages.at(-1);
  assert.equal(answer?.role, "assistant");
  assert.doesNotMatch(answer?.text ?? "", /9027|5518/u);
});

test("what is to be remembered is kept, as a fact or as a note that search finds", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  assert.equal((await project.tellFacts("Remember that the staging port is 8443")).items[0]?.value, "8443");
  const told = await project.tellFacts("Remember that the spare key is under the fern pot");
  assert.deepEqual([told.reason, told.changed], ["remembers", true]);
  const { hits } = await project.search("where is the spare key?");
  assert.match(hits[0]?.text ?? "", /under the fern pot/u);
  const hidden = await project.tellFacts("remember my server: the password is hunter2#xyz and ssh -p 22");
  assert.deepEqual([hidden.changed, hidden.text.includes("not kept")], [false, true]);
});

test("a message that is to be remembered is kept to its end, as it was written", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const noted = async (text: string): Promise<readonly string[]> => {
    await project.tellFacts(text);
    const { drawers } = await project.drawers({ room: "remembered", limit: 100 });
    return drawers.map((one) => one.text);
  };
  const list = "for the trip:\n- 3 tents\n- a stove";
  assert.deepEqual(await noted(`Remember this: ${list}`), [list]);
  const two = await noted("Remember that my gym code is 2208. The spare tube hangs in the shed. Is Anna home? Thanks!");
  assert.deepEqual(two.toSorted(), [list, "The spare tube hangs in the shed."].toSorted());
  assert.equal((await project.askFacts("gym code?")).items[0]?.value, "2208");
  // A secret takes no other sentence along.
  const left = await noted("Remember the ladder is in the barn. ssh with the password is hunter2#xyz -p 22.");
  assert.ok(left.includes("the ladder is in the barn.") && left.every((one) => !one.includes("hunter2")));
});

test("no value is stated as the present one where somebody said later that it is over", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const said: readonly (readonly [fact: string, later: string, question: string])[] = [
    ["I work at Acme Robotics", "handed in my notice, last day at Acme is Friday", "where do I work?"],
    ["my dentist is Dr. Okafor", "Okafor retired so I've been seeing Dr. Lee", "who's my dentist?"],
    ["my favorite tea is sencha", "gone off sencha, it's all about hojicha these days", "what's my favorite tea?"],
    ["the staging port is 8443", "staging got rebuilt on 9443", "staging port?"],
    ["Anna's birthday is 3 May", "turns out I had Anna's bday wrong, she's the 4th", "when is Anna's birthday?"],
    ["our team lead is Dana", "Omar took over the team from Dana", "who is our team lead?"],
    ["I live in Lisbon", "we packed up and left Lisbon, Porto is lovely", "where do I live?"],
  ];
  const untouched = "my wife's name is Priya";
  const facts = [...said.map(([fact]) => fact), untouched];
  const later = [...said.map(([, one]) => one), "Priya made dinner", "the dentist was running late today"];
  let day = Date.UTC(2026, 4, 1);
  for (const [i, text] of [...facts, ...later].entries())
    await project.addMessage("a", {
      id: `m${i}`,
      role: "user",
      text,
      time: new Date((day += 86_400_000)).toISOString(),
    });
  for (const [fact, one, question] of said) {
    const { text } = await project.askFacts(question);
    assert.ok(text.includes(fact.split(" ").at(-1) ?? "") && text.includes(one), `${question} ${text}`);
  }
  assert.equal((await project.askFacts("what's my wife's name?")).later, undefined);
});

test("days of facts, wings and rooms are those of the user's zone", async (t) => {
  for (const [zone, day, short] of [
    ["America/Los_Angeles", "2026-05-03", "3 May"],
    ["UTC", "2026-05-04", "4 May"],
    ["Pacific/Kiritimati", "2026-05-04", "4 May"],
  ] as const) {
    const loci = await openLoci({ home: temporaryFolder(t), settings: { chat: { time_zone: zone } } });
    const project = await loci.project("p");
    await project.addMessage("a", { id: "1", role: "user", text: "my gym code is 2208", time: "2026-05-04T03:00:00Z" });
    await project.addMessage("a", {
      id: "2",
      role: "user",
      text: "heads up, new code at the gym from monday, starts with 33",
      time: "2026-05-12T10:00:00Z",
    });
    assert.match((await project.askFacts("what's my gym code?")).text, new RegExp(`said on ${short}`, "u"), zone);
    const past = await project.askFacts("what was my gym code before?");
    assert.match(past.text, new RegExp(`since ${day}`, "u"), zone);
    const { wings } = await project.wings({});
    assert.deepEqual(
      wings.map(({ first }) => first),
      [day],
      zone,
    );
    await loci.close();
  }
});

test("a verb that changed nothing says so, and why", async (t) => {
  const loci = await openLoci({ home: temporaryFolder(t) });
  t.after(() => loci.close());
  const project = await loci.project("p");
  const put = async (value: string, time: string): Promise<readonly unknown[]> => {
    const { changed, text } = await project.changeFacts({ op: "put", topic: "our staging port", value, time });
    return [changed, text];
  };
  assert.deepEqual(await put("8443", "2026-05-03T10:00:00Z"), [true, "staging port: 8443"]);
  const late = "staging port: nothing changed, since something later is stored: 8443";
  assert.deepEqual(await put("9090", "2026-05-02T10:00:00Z"), [false, late]);
  assert.deepEqual(await put("8443", "2026-05-04T10:00:00Z"), [false, "staging port: nothing changed: 8443"]);
  assert.deepEqual(await put("9443", "2026-05-05T10:00:00Z"), [true, "staging port: 9443 (was: 8443)"]);
});
