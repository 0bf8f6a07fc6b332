import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { temporaryFolder } from "../../test/e2e/notes.fixture.ts";
import { openServiceTokens } from "./service-tokens.ts";

const MODULE = new URL("./service-tokens.ts", import.meta.url).href;

/** What `call` gives in each of some threads that begin it at the same moment, round after round, each round in a home of its own. */
async function atOnce(homes: readonly string[], call: string, threads = 4): Promise<readonly (readonly unknown[])[]> {
  const arrived = new Int32Array(new SharedArrayBuffer(4 * homes.length));
  const body = `
    const { parentPort, workerData: { homes, arrived, threads } } = require("node:worker_threads");
    import(${JSON.stringify(MODULE)}).then(({ openServiceTokens }) => {
      const given = homes.map((home, round) => {
        const tokens = openServiceTokens(home);
        for (let seen = Atomics.add(arrived, round, 1) + 1; seen < threads; seen = Atomics.load(arrived, round))
          Atomics.wait(arrived, round, seen);
        Atomics.notify(arrived, round);
        try { return ${call}; } catch (thrown) { return String(thrown); }
      });
      parentPort.postMessage(given);
    });`;
  const answers = Array.from({ length: threads }, async () => {
    const worker = new Worker(body, { eval: true, workerData: { homes, arrived, threads } });
    return await new Promise<readonly unknown[]>((resolve, reject) =>
      worker.once("message", resolve).once("error", reject),
    );
  });
  const byThread = await Promise.all(answers);
  return homes.map((_, round) => byThread.map((given) => given[round]));
}

test("services that start at once for the first time agree on the owner's token", async (t) => {
  const folder = temporaryFolder(t);
  const homes = Array.from({ length: 40 }, (_, i) => join(folder, String(i)));
  for (const [round, given] of (await atOnce(homes, "tokens.owner()")).entries()) {
    const token = openServiceTokens(homes[round] as string).owner();
    assert.deepEqual(
      given,
      given.map(() => token),
    );
    assert.deepEqual(readdirSync(homes[round] as string), ["token"]);
  }
});

test("tokens that are issued at once are all kept, whoever issues them", async (t) => {
  const folder = temporaryFolder(t);
  const homes = Array.from({ length: 40 }, (_, i) => join(folder, String(i)));
  const issued = await atOnce(homes, 'tokens.issue("user:1").issued.id');
  for (const [round, ids] of issued.entries())
    assert.deepEqual(
      openServiceTokens(homes[round] as string)
        .list()
        .map(({ id }) => id)
        .sort(),
      [...ids].sort(),
    );
});

test("issued tokens are told in the order of their issue, and kept as hashes for the owner alone", (t) => {
  const home = join(temporaryFolder(t), "home");
  let now = Date.parse("2026-05-31T14:00:00Z");
  const tokens = openServiceTokens(home, () => (now += 1_000));
  const given = ["user:42", "public", "owner"].map((caller) => tokens.issue(caller, { projects: ["notes"] }));
  assert.deepEqual(
    tokens.list(),
    given.map(({ issued }) => ({ ...issued, usedAt: null })),
  );
  assert.deepEqual(given[0]?.issued, {
    id: given[0]?.issued.id,
    caller: "user:42",
    projects: ["notes"],
    issuedAt: "2026-05-31T14:00:01.000Z",
    expiresAt: null,
  });
  for (const { token, issued } of given) {
    const file = join(home, "callers", `${issued.id}.json`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(!readFileSync(file, "utf8").includes(token));
    assert.deepEqual(tokens.identify(token), { id: issued.id, caller: issued.caller, projects: ["notes"] });
    assert.deepEqual(tokens.byId(issued.id), tokens.identify(token));
  }
});

test("a token that was issued or ended elsewhere counts at once", (t) => {
  const home = join(temporaryFolder(t), "home");
  const [here, elsewhere] = [openServiceTokens(home), openServiceTokens(home)];
  assert.equal(here.identify(here.owner())?.caller, "owner");
  const { token, issued } = elsewhere.issue("user:1");
  assert.deepEqual(here.identify(token), { id: issued.id, caller: "user:1", projects: ["default"] });
  assert.ok(elsewhere.revoke(issued.id));
  assert.equal(here.identify(token), null);
  assert.equal(here.byId(issued.id), null);
  assert.ok(!here.revoke(issued.id) && !here.revoke("../token") && !here.revoke(""));
});

test("a damaged file is named, and the others are listed", (t) => {
  const home = join(temporaryFolder(t), "home");
  const tokens = openServiceTokens(home);
  const { issued } = tokens.issue("user:1");
  const other = tokens.issue("user:2");
  const file = join(home, "callers", `${issued.id}.json`);
  for (const content of ["{", "[]", JSON.stringify({ ...issued, sha256: "x", caller: "admin" })]) {
    writeFileSync(file, content);
    const [damaged, ...more] = tokens.damaged();
    assert.equal(damaged?.message, `'${file}' is no token that was issued`);
    assert.deepEqual([more.length, tokens.list().map(({ id }) => id)], [0, [other.issued.id]]);
  }
  writeFileSync(join(home, "token"), "short\n");
  assert.throws(() => tokens.owner(), { code: "CONFIG_INVALID" });
});

test("a token with an end is none from then on, for whoever holds it open", (t) => {
  const home = temporaryFolder(t);
  let now = Date.UTC(2026, 4, 1);
  const tokens = openServiceTokens(home, () => now);
  const { token, issued } = tokens.issue("user:1", { days: 2 });
  now += 1;
  const lasting = tokens.issue("user:2");
  assert.equal(issued.expiresAt, "2026-05-03T00:00:00.000Z");
  assert.equal(lasting.issued.expiresAt, null);
  now += 2 * 86_400_000 - 2;
  assert.equal(tokens.identify(token)?.caller, "user:1");
  now += 1;
  assert.equal(tokens.identify(token), null);
  assert.equal(tokens.byId(issued.id), null);
  assert.equal(tokens.identify(lasting.token)?.caller, "user:2");
  assert.deepEqual(
    tokens.list().map(({ expiresAt }) => expiresAt),
    ["2026-05-03T00:00:00.000Z", null],
    "it is listed still",
  );
});

test("a token's last use is kept by the minute, for every process, and goes with it", (t) => {
  const home = temporaryFolder(t);
  let now = Date.UTC(2026, 4, 1);
  const tokens = openServiceTokens(home, () => now);
  const { issued } = tokens.issue("user:1");
  const use = (): string | null | undefined => openServiceTokens(home).list()[0]?.usedAt;
  assert.equal(use(), null);
  tokens.used(issued.id);
  now += 30_000;
  tokens.used(issued.id);
  assert.equal(use(), "2026-05-01T00:00:00.000Z");
  now += 30_000;
  tokens.used(issued.id);
  assert.equal(use(), "2026-05-01T00:01:00.000Z");
  tokens.revoke(issued.id);
  now += 60_000;
  tokens.used(issued.id);
  assert.deepEqual(readdirSync(join(home, "callers")), []);
  assert.deepEqual(tokens.list(), []);
});

test("tokens that an earlier version issued never end", (t) => {
  const home = temporaryFolder(t);
  const { token, issued } = openServiceTokens(home).issue("user:1");
  const file = join(home, "callers", `${issued.id}.json`);
  const { expiresAt: _, hash, ...earlier } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...earlier, sha256: hash }));
  assert.equal(openServiceTokens(home).identify(token)?.caller, "user:1");
});

test("one wrong byte makes a token nobody's: neither another caller's, nor of other projects, nor longer", (t) => {
  const home = temporaryFolder(t);
  const tokens = openServiceTokens(home);
  const { token, issued } = tokens.issue("user:1", { projects: ["notes"], days: 1 });
  const file = join(home, "callers", `${issued.id}.json`);
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length - 1; at++) {
    const wrong = Buffer.from(bytes);
    wrong[at] = (wrong[at] as number) ^ (1 << (at % 5));
    writeFileSync(file, wrong);
    let known: unknown = null;
    try {
      known = tokens.identify(token);
    } catch (thrown) {
      assert.equal((thrown as { code?: string }).code, "CONFIG_INVALID");
    }
    assert.equal(known, null, `byte ${at}`);
  }
});

test("a data folder that is moved under a service is noticed, and no token is made where it was", (t) => {
  const home = join(temporaryFolder(t), "home");
  const tokens = openServiceTokens(home);
  const token = tokens.owner();
  assert.equal(tokens.identify(token)?.caller, "owner");
  renameSync(home, `${home}.moved`);
  for (const call of [() => tokens.identify(token), () => tokens.owner()])
    assert.throws(call, /was moved or deleted while it was in use/u);
  assert.equal(existsSync(home), false);
  // Another one in its place isn't it.
  const other = openServiceTokens(home).owner();
  assert.throws(() => tokens.identify(other), /was moved or deleted/u);
  renameSync(home, `${home}.other`);
  renameSync(`${home}.moved`, home);
  assert.equal(tokens.identify(token)?.caller, "owner");
});
