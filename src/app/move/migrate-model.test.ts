import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Loci, openLoci } from "../../engine/open-loci.ts";

const root = mkdtempSync(join(tmpdir(), "loci-migrate-"));
const home = join(root, "home");
let requests = 0;
let failAfter = Infinity;
/** A service that speaks Ollama's wire format; a text's vector counts its letters, so that meaning is spelling. */
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
  if (++requests > failAfter) return void response.writeHead(404).end("{}");
  const embeddings = input.map((text) => {
    const vector = new Array<number>(26).fill(0.01);
    for (const letter of text.toLowerCase())
      if (letter >= "a" && letter <= "z") vector[letter.charCodeAt(0) - 97]! += 1;
    return vector;
  });
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ embeddings }));
});
const TEXTS = [
  "The staging gateway listens on port 8443.",
  "Marta was born in Porto in May.",
  "Invoices are rounded half to even.",
  "The walnut tree stands behind the barn.",
];
let to: { provider: "ollama"; model: string; dimension: number; base_url: string };
const opened: Loci[] = [];
async function open(settings = {}): Promise<Loci> {
  const loci = await openLoci({ home, settings });
  opened.push(loci);
  return loci;
}

before(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  to = {
    provider: "ollama",
    model: "letters",
    dimension: 26,
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
});
after(async () => {
  for (const loci of opened) await loci.close();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

describe("migrating the model", () => {
  it("compares on the user's own questions and changes nothing in a dry run", async () => {
    const loci = await open();
    const project = await loci.project("p");
    for (const [i, text] of TEXTS.entries()) writeFileSync(join(root, `${i}.md`), `# Note ${i}\n\n${text}\n`);
    await project.index(
      [0, 1, 2, 3].map((i) => join(root, `${i}.md`)),
      { scope: "kb" },
    );
    await project.addMessage("talk", { id: "1", role: "user", text: "where was Marta born?" });
    const dry = await project.migrateModel({ to, dryRun: true });
    assert.equal(dry.switched, false);
    assert.equal(dry.embeddings.computed, dry.drawers);
    assert.deepEqual(
      dry.compared.map(({ query }) => query),
      ["where was Marta born?"],
    );
    assert.match((await project.status()).modelIdentity ?? "", /^static:/u);
    assert.deepEqual(
      readdirSync(join(home, "projects", "p")).filter((name) => name.includes("next")),
      [],
    );
    await loci.close();
  });

  it("goes on where it was interrupted, with everything as it was until then", async () => {
    const loci = await open();
    const project = await loci.project("p");
    writeFileSync(join(root, "4.md"), "# New\n\nA note that came later, about the ferry.\n");
    await project.index([join(root, "4.md")], { scope: "kb" });
    await project.addMessage("talk", { id: "1a", role: "assistant", text: "Marta moved to Faro in June." });
    failAfter = requests;
    await assert.rejects(project.migrateModel({ to }), { code: "MODEL_UNAVAILABLE" });
    failAfter = Infinity;
    assert.ok((await project.search("where was Marta born?")).hits.some(({ text }) => text.includes("Porto")));
    const migrated = await project.migrateModel({ to });
    assert.equal(migrated.switched, true);
    assert.equal(migrated.embeddings.computed, 2);
    assert.match(migrated.to, /^ollama:letters:26/u);
    // Who said a message, and on what it stands, moves along.
    const { hits } = await project.search("Marta's move to Faro", { role: "assistant", all: true });
    assert.deepEqual(
      hits.map(({ text, ground }) => ({ text, ground })),
      [{ text: "Marta moved to Faro in June.", ground: "derived" }],
    );
    await loci.close();
  });

  it("is there in every process, for search and for what is indexed from now on", async () => {
    const [first, second] = [await open(), await open()];
    const [one, other] = [await first.project("p"), await second.project("p")];
    assert.match((await one.search("walnut tree")).modelIdentity ?? "", /^ollama:letters/u);
    assert.match((await other.status()).modelIdentity ?? "", /^ollama:letters/u);
    const before = requests;
    await one.addMessage("talk", { id: "2", role: "user", text: "The ledger keeps four decimals." });
    assert.ok(requests > before);
    assert.equal((await one.search("ledger decimals")).hits[0]?.text, "The ledger keeps four decimals.");
    // Switched by one process while another one has the index open.
    await one.migrateModel({ rollback: true });
    const found = await other.search("ledger decimals");
    assert.match(found.modelIdentity ?? "", /^static:/u);
    assert.equal(found.hits[0]?.text, "The ledger keeps four decimals.");
    assert.deepEqual(
      (await other.doctor()).filter(({ severity }) => severity === "error"),
      [],
    );
    await first.close();
    await second.close();
  });

  it("goes back by what is kept, with the service down, and forth again", async () => {
    const loci = await open();
    const project = await loci.project("p");
    assert.match((await project.status()).modelIdentity ?? "", /^static:/u);
    const before = requests;
    const again = await project.migrateModel({ rollback: true });
    assert.match(again.to, /^ollama:/u);
    assert.equal(again.embeddings.computed, 0);
    assert.ok(requests <= before + 2);
    await loci.close();
  });

  it("searches by words, and says so, while the provider is down", async () => {
    const loci = await open();
    const project = await loci.project("p");
    failAfter = requests;
    const { hits, notes } = await project.search("walnut tree");
    failAfter = Infinity;
    assert.ok(hits[0]?.text.includes("walnut"));
    assert.ok(notes.some(({ code, message }) => code === "MODEL_UNAVAILABLE" && message.includes("words only")));
    await loci.close();
  });

  it("listens to a configuration that says something new since, and says what to do", async () => {
    const loci = await open({ embedding: { provider: "ollama", model: "other", dimension: 7, base_url: to.base_url } });
    const project = await loci.project("p");
    await assert.rejects(
      project.search("walnut"),
      (thrown: any) => thrown.code === "MODEL_MISMATCH" && thrown.hint.includes("migrate-model"),
    );
    await loci.close();
  });

  it("needs a model, and refuses a rollback where there is nothing to go back to", async () => {
    const loci = await open();
    const project = await loci.project("fresh");
    await assert.rejects(project.migrateModel({}), { code: "USAGE" });
    await assert.rejects(project.migrateModel({ rollback: true }), { code: "USAGE" });
    await loci.close();
  });
});
