import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci } from "../../index.ts";
import { testPalace } from "../../surfaces/mcp/palace.fixture.ts";

test("the brief tells the facts in force that the caller may see, and what said them", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-wake-facts-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("p");
  await project.tellFacts("The staging port is 8443.", { scope: "kb", time: "2026-05-01" });
  await project.tellFacts("My favorite fonts are 1) Garamond, 2) Futura", { scope: "user:ada", time: "2026-05-02" });
  await project.tellFacts("My favorite tea is Sencha.", { time: "2026-05-03" });
  const facts = async (options = {}): Promise<readonly string[]> =>
    (await project.wakeUp(options)).lines.filter(({ section }) => section === "facts").map(({ text }) => text);
  const own = await facts();
  assert.match(own.join("\n"), /Sencha[\s\S]*8443/);
  assert.doesNotMatch(own.join("\n"), /Garamond/);
  assert.match((await facts({ caller: "user:ada" })).join("\n"), /Garamond, Futura/);
  for (const caller of ["user:bob", "public"]) {
    assert.match((await facts({ caller })).join("\n"), /8443/);
    assert.doesNotMatch((await facts({ caller })).join("\n"), /Sencha|Garamond/);
  }
  await project.tellFacts("The staging port is 9443.", { scope: "kb", time: "2026-05-04" });
  assert.match((await facts())[0] ?? "", /9443/);
  for (const { fact } of (await project.wakeUp()).lines)
    if (fact !== undefined)
      assert.ok((await project.factList(fact, { scope: fact.includes("tea") ? "admin" : "kb" })).history.length > 0);
  await project.addMessage("c", { id: "m1", role: "user", text: "My favorite color is teal." }, { caller: "user:ada" });
  await project.tellFacts("My favorite color is teal.", { scope: "user:ada", chat: "c", messageId: "m1" });
  const { lines } = await project.wakeUp({ caller: "user:ada" });
  const [drawer] = await project.messageDrawers("c", "m1", { caller: "user:ada" });
  assert.ok(drawer !== undefined);
  assert.equal(lines.find(({ fact, text }) => fact !== undefined && text.includes("teal"))?.drawer, drawer);
});

test("who didn't ask for a secret is told that it is kept, and its value by its name alone", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-wake-secret-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("p");
  await project.tellFacts("The netflix password is Umbrella!77");
  // Neither the key of a number nor a slip in it makes it less of a secret.
  for (const number of ["account number is 70872490", "bank card number is 4929 5555 1234 9876"])
    await project.tellFacts(`My ${number}`);
  const { text } = await project.wakeUp();
  assert.doesNotMatch(text, /7087|4929/u);
  assert.match(text, /netflix password: kept/u);
  const begun = await project.sessionBrief({});
  const listed = await project.facts({ scope: "admin", unasked: true });
  for (const unasked of [text, begun.text, JSON.stringify(listed)]) assert.doesNotMatch(unasked, /Umbrella/u);
  assert.match((await project.askFacts("What is the netflix password?")).text, /Umbrella!77/u);
  const { notes } = await project.inject("Is the netflix password still Umbrella!77 at Renate's?");
  assert.doesNotMatch(JSON.stringify(notes), /Umbrella/u);
});

test("no secret of a note or a document goes to a model unasked, and who adds one is told", async (t) => {
  const home = mkdtempSync(join(tmpdir(), "loci-wake-secrets-"));
  const loci = await openLoci({ home });
  t.after(async () => {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  });
  const project = await loci.project("p");
  const key = ["sk", "live", "W7HgxBhLvxYXj6dJbFQecTSATVFL"].join("_");
  const put = async (text: string, secrets: readonly string[]): Promise<void> =>
    assert.deepEqual((await project.addDrawer({ text })).secrets, secrets);
  await put(`The live Stripe key is ${key} for refunds.`, ["stripe-key"]);
  await put("We decided that the password of the shared mailbox is Umbrella!77 for now.", ["password"]);
  await put("Refunds go out on Fridays.", []);
  await put("TODO: replace the wifi password Umbrella!77 before the party.", ["password"]);
  const page = `# Setup\n\nOn 3 May 2026 we deployed with the token ${key}.\n\n- [ ] rotate the key ${key}\n`;
  await project.addDocument({ name: "setup.md", bytes: Buffer.from(page) }, { scope: "admin" });
  const brief = await project.wakeUp();
  assert.match(brief.text, /Stripe key is \[redacted:/u);
  assert.match(brief.text, /Fridays/u);
  assert.ok(brief.tokens <= brief.budgetTokens);
  assert.equal(
    brief.lines.every(({ text }) => brief.text.includes(text)),
    true,
  );
  const unasked = [brief.text, (await project.sessionBrief({})).text];
  for (const prompt of ["What is the live Stripe key for refunds?", "What is the password of the shared mailbox?"])
    unasked.push(JSON.stringify(await project.inject(prompt)));
  for (const text of unasked) assert.doesNotMatch(text, /W7Hgx|Umbrella/u);
  const [found] = (await project.search("live Stripe key for refunds")).hits;
  assert.match(found?.text ?? "", new RegExp(key, "u"));
});

test("where work stopped is told before sessions that only asked, and these where there is nothing else", async (t) => {
  const { project, close } = await testPalace([]);
  t.after(close);
  let hour = 8;
  const record = async (session: string, asked: string, answer: string): Promise<string> => {
    const time = `2026-11-20T${String(++hour).padStart(2, "0")}:00:00Z`;
    const messages = [
      { id: "1", role: "user", text: asked, time },
      { id: "2", role: "assistant", text: answer, time },
    ];
    await project.recordSession({ agent: "codex", session, messages });
    return (await project.wakeUp()).text.split("## Active rooms")[0] ?? "";
  };
  assert.match(await record("asks", "where did we stop?", "You renamed the capacity."), /You renamed the capacity/u);
  await record("works", "from now on planner restarts are allowed at night only, Magnus insists", "Noted.");
  for (const i of [1, 2, 3]) {
    const text = await record(`asks${i}`, "when may I restart the planner?", "Between 2 and 3 at night.");
    assert.match(text, /planner restarts are allowed at night only/u);
    assert.doesNotMatch(text, /where did we stop|Between 2 and 3|You renamed/u);
  }
});
