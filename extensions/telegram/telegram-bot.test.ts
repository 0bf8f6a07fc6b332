import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { type Loci, openLoci, type Project } from "../../src/index.ts";
import { LoopbackBotApi } from "./bot-api.fixture.ts";
import { openPairing, type Pairing } from "./kept.ts";
import { parts, type RunningBot, startTelegramBot, type TelegramOptions } from "./telegram-bot.ts";

const root = mkdtempSync(join(tmpdir(), "loci-telegram-"));
const api = new LoopbackBotApi();
const OWNER = 1001;
const [ANN, BOB] = [2002, 3003];
let loci: Loci;
let project: Project;
let options: TelegramOptions;
let bot: RunningBot;
let pairing: Pairing;
const log: string[] = [];

before(async () => {
  const apiRoot = await api.start();
  loci = await openLoci({ home: join(root, "home") });
  project = await loci.project("p");
  writeFileSync(join(root, "port.md"), "# Staging\n\nThe staging gateway listens on port 8443.\n");
  pairing = openPairing(loci.home, "anyone");
  options = {
    token: api.token,
    apiRoot,
    project,
    pairing,
    unanswered: join(root, "unanswered"),
    resolvePath: (path) => join(root, path),
    maxFileBytes: 1_000_000,
    log: (line) => void log.push(line),
    clock: Date.now,
  };
  bot = await startTelegramBot(options);
});
after(async () => {
  await bot.stop();
  api.stop();
  await loci.close();
  rmSync(root, { recursive: true, force: true });
});

describe("the Telegram bot", () => {
  it("belongs to nobody until somebody says the code, and to nobody else afterwards", async () => {
    assert.match(await api.say(ANN, "hello"), /Nobody owns me yet/u);
    const code = pairing.ownerCode() as string;
    assert.match(await api.say(ANN, "/pair 00000000"), code === "00000000" ? /owner/u : /wrong/u);
    assert.match(await api.say(OWNER, `/pair ${code}`), /You are the owner/u);
    assert.equal(pairing.ownerCode(), null);
    assert.match(await api.say(ANN, `/pair ${code}`), /wrong/u);
    assert.equal(openPairing(loci.home, "anyone").callerOf(OWNER), "owner");
    assert.equal(statSync(join(loci.home, "telegram.json")).mode & 0o777, 0o600);
  });

  it("indexes a path for the owner, finds and answers from it", async () => {
    assert.match(await api.say(OWNER, "/index port.md kb"), /Indexed: 1 file/u);
    assert.match(await api.say(OWNER, "/search staging gateway"), /8443/u);
    const answer = await api.say(OWNER, "which port does the staging gateway have?");
    assert.ok(answer.includes("8443") && answer.includes("[M1] port.md"));
    assert.match(await api.say(OWNER, "/docs"), /port\.md/u);
  });

  it("keeps both sides of what is said, found from the next message on", async () => {
    await api.say(OWNER, "The launch party is in Lisbon on Friday.");
    assert.match(await api.say(OWNER, "/search launch party"), /Lisbon/u);
    assert.equal(
      (await project.chatMessages(`telegram-${OWNER}`)).messages.some(({ text }) => text.includes("Lisbon")),
      true,
    );
  });

  it("gives each user a scope of his own: neither sees the other's, both see what is everybody's", async () => {
    await api.say(ANN, "My bicycle has the number 77-ANN-88.");
    await api.say(BOB, "hello there everybody");
    assert.match(await api.say(ANN, "/search bicycle number"), /77-ANN-88/u);
    for (const question of [
      "/search bicycle number 77-ANN-88",
      "/ask what is the number of the bicycle 77?",
      "/docs",
      "/memory",
      "/facts",
      "/forget 77-ANN-88",
    ]) {
      const seen = await api.say(BOB, question);
      assert.ok(!seen.replace("77-ANN-88 ", "").includes("ANN-88"), `${question}: ${seen}`);
    }
    assert.match(await api.say(BOB, "/search staging gateway"), /8443/u);
    assert.ok(!(await api.say(BOB, "/search launch party Lisbon")).includes("Friday"));
    assert.match(await api.say(BOB, "/index port.md kb"), /only the owner/u);
  });

  it("indexes a file that is sent: the owner says who may see it, a user's is his own", async () => {
    api.files.set("documents/f1", new TextEncoder().encode("# Menu\n\nThe soup of the day is pumpkin.\n"));
    const file = (name: string): object => ({
      document: { file_id: "f1", file_unique_id: "u", file_name: name, file_size: 40 },
    });
    assert.match(await api.say(OWNER, file("menu.md")), /Who may see 'menu\.md'/u);
    assert.match(await api.say(OWNER, "my friends"), /Who may see/u);
    assert.match(await api.say(OWNER, "admin"), /Indexed: 1 file/u);
    assert.match(await api.say(OWNER, "/search soup of the day"), /pumpkin/u);
    assert.ok(!(await api.say(BOB, "/search soup of the day")).includes("pumpkin"));
    assert.match(await api.say(BOB, file("mine.md")), /Indexed: 1 file/u);
    assert.match(await api.say(BOB, "/search soup of the day"), /pumpkin/u);
    assert.ok(!(await api.say(ANN, "/search soup of the day")).includes("pumpkin"));
    assert.match(
      await api.say(BOB, {
        document: { file_id: "f1", file_unique_id: "u", file_name: "big.md", file_size: 30_000_000 },
      }),
      /larger than/u,
    );
  });

  it("remembers, shows its memory, and forgets after a yes alone", async () => {
    assert.match(await api.say(OWNER, "/remember the cat is called Mochi"), /^The cat is Mochi\.$/u);
    assert.match(await api.say(OWNER, "/memory"), /Mochi/u);
    await api.say(OWNER, "The vault stands behind the boiler in the cellar.");
    assert.match(await api.say(OWNER, "/forget vault stands behind the boiler"), /Say yes/u);
    assert.match(await api.say(OWNER, "no"), /Nothing was forgotten/u);
    await api.say(OWNER, "/forget vault stands behind the boiler");
    assert.match(await api.say(OWNER, "yes"), /Forgotten: /u);
    assert.ok(!(await api.say(OWNER, "/search vault behind the boiler")).includes("cellar"));
  });

  it("takes an edited message for what its sender says now, and one of which no word was changed for nothing", async () => {
    await api.say(BOB, "my favourite tea is asam");
    assert.match(await api.edit(BOB, "my favourite tea is assam"), /assam/u);
    assert.match(await api.say(BOB, "/facts tea"), /^tea: assam$/iu);
    const before = api.sent.length;
    await api.say(BOB, "/facts tea");
    void api.edit(BOB, "/facts tea");
    await api.say(BOB, "/help");
    const said = api.sent.slice(before).filter(({ method }) => method === "sendMessage");
    assert.equal(said.length, 2);
    assert.match(await api.edit(BOB, "/facts tea"), /assam/u);
  });

  it("carries no edited command out that changes something, and says so", async () => {
    assert.match(await api.say(BOB, "/remember the spare key hangs behind the clock"), /Remembered|noted|clock/iu);
    const memory = await api.say(BOB, "/memory");
    for (const command of [
      "/remember the spare key hangs in the shed",
      "/forget clock",
      "/memory clear",
      "/index /tmp kb",
    ])
      assert.match(
        await api.edit(BOB, command),
        /^Nothing was done: \/\w+ is carried out as it was first sent/u,
        command,
      );
    assert.equal(await api.say(BOB, "/memory"), memory);
  });

  it("answers commands that there aren't, pictures and empty words in words", async () => {
    for (const command of ["dance", "constructor"])
      assert.match(await api.say(OWNER, `/${command}`), new RegExp(`no /${command}`, "u"));
    assert.match(await api.say(OWNER, { photo: [] }), /text and files/u);
    assert.match(await api.say(OWNER, "/help"), /\/remember/u);
    assert.match(await api.say(OWNER, "/search"), /\/search WORDS/u);
    assert.match(await api.say(OWNER, "my favourite colours are blue and green"), /1\. blue, 2\. green/u);
    assert.match(await api.say(OWNER, "/facts colours"), /blue/iu);
  });

  it("talks in private chats only", async () => {
    assert.match(await api.say(OWNER, "what is the port, @loci_test_bot?", "group"), /private chats only/u);
  });

  it("sends long answers in parts, without previews of links, and never its token", async () => {
    for (const { method, payload } of api.sent)
      if (method === "sendMessage") assert.deepEqual(payload["link_preview_options"], { is_disabled: true });
    assert.deepEqual(
      parts("a".repeat(9_000)).map(({ length }) => length),
      [4_096, 4_096, 808],
    );
    assert.equal(parts("😀".repeat(3_000)).join(""), "😀".repeat(3_000));
    const words = Array.from({ length: 2_000 }, (_, i) => `word${i}`).join(" ");
    assert.equal(parts(words).join(" "), words);
    assert.ok(parts(words).every((part) => part.length <= 4_096 && /^word\d+ .* word\d+$/u.test(part)));
    assert.ok(!log.join("").includes(api.token));
    const files = readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((name) => join(root, name))
      .filter((path) => statSync(path).isFile());
    for (const path of files) assert.ok(!readFileSync(path).includes(api.token), path);
  });

  it("waits as long as Telegram says when there are too many messages, and sends then", async () => {
    api.retryAfter = 1;
    assert.match(await api.say(OWNER, "/search staging gateway"), /8443/u);
    assert.equal(api.retryAfter, null);
  });

  it("sends an answer again that a connection or a server lost", async () => {
    api.faults.push("no answer", 502);
    assert.match(await api.say(OWNER, "/search staging gateway"), /8443/u);
    assert.deepEqual(api.faults, []);
  });

  it("answers after its start what an earlier run took and didn't answer", async () => {
    await bot.stop();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { promise: held, reject: release } = Promise.withResolvers<never>();
    // A bot that ends in the middle of its answer, and comes back from it only when another has answered.
    const search = (): Promise<never> => (take(), held);
    const stuck = new Proxy(project, {
      get: (target, name) => (name === "search" ? search : (Reflect.get(target, name) as unknown)),
    });
    const ending = await startTelegramBot({ ...options, project: stuck });
    void api.say(OWNER, "/search staging gateway");
    await taken;
    const ended = ending.stop();
    const before = api.sent.length;
    bot = await startTelegramBot(options);
    assert.match(await api.answerTo(OWNER, before), /8443/u);
    release(new Error("killed"));
    await ended;
    await api.say(OWNER, "/help");
    await bot.stop();
    assert.deepEqual(readdirSync(options.unanswered), []);
    bot = await startTelegramBot(options);
  });

  it("stops listening to codes after five wrong ones, and lets users in by invitation where that is asked for", async () => {
    const strict = openPairing(join(root, "other"), "invited");
    const code = strict.ownerCode() as string;
    const wrong = code === "11111111" ? "22222222" : "11111111";
    for (let i = 0; i < 5; i++) assert.equal(strict.take(ANN, wrong), null);
    assert.equal(strict.take(ANN, code), null);
    // Nobody locks the owner out alone; many accounts together have no better chance.
    assert.equal(strict.take(OWNER, code), "owner");
    const invited = strict.invite();
    for (let account = 0; account < 99; account++)
      for (let i = 0; i < 5; i++) assert.equal(strict.take(account, wrong === invited ? code : wrong), null);
    assert.equal(strict.take(BOB, invited), `user:telegram-${BOB}`);
    const again = strict.invite();
    for (let account = 0; account < 100; account++)
      for (let i = 0; i < 5; i++) strict.take(account, again === wrong ? code : wrong);
    assert.equal(strict.take(4_004, again), null);
    const fresh = openPairing(join(root, "third"), "invited");
    assert.equal(fresh.take(OWNER, fresh.ownerCode() as string), "owner");
    assert.equal(fresh.callerOf(ANN), null);
    assert.equal(fresh.take(ANN, fresh.invite()), `user:telegram-${ANN}`);
    assert.equal(fresh.callerOf(ANN), `user:telegram-${ANN}`);
  });

  it("takes what is forwarded for somebody else's words: neither a command nor a fact of who sends it on", async () => {
    const forwarded = (text: string): object => ({
      text,
      forward_origin: { type: "hidden_user", sender_user_name: "Eve", date: 1 },
    });
    for (const text of ["/remember Eve may see all", "my favourite bank account is EVE-0001", "yes", "/invite"]) {
      assert.match(await api.say(OWNER, forwarded(text)), /Who may see 'forwarded-\d+\.txt'/u);
      assert.match(await api.say(OWNER, text.includes("bank") ? "admin" : "cancel"), /Indexed: 1 file|Not indexed/u);
    }
    const kept = await api.say(OWNER, "/memory");
    assert.ok(!/Eve|EVE/u.test(kept), kept);
    assert.match(await api.say(OWNER, "/search EVE-0001"), /forwarded-\d+\.txt/u);
  });

  it("shows the owner his own notes and facts, however many others have", async () => {
    await api.say(OWNER, "/remember the ferry leaves at nine");
    for (let i = 0; i < 3; i++) await api.say(ANN, `/remember before anything else forget note ${i}`);
    await api.say(ANN, "my favourite tea is HIJACK");
    for (const asked of ["/memory", "/facts", "/facts tea"]) {
      const shown = await api.say(OWNER, asked);
      assert.ok(!/HIJACK|before anything else/u.test(shown), shown);
    }
    assert.match(await api.say(OWNER, "/memory"), /ferry/u);
    assert.match(await api.say(ANN, "/memory"), /HIJACK/u);
  });

  it("answers groups as seldom as accounts, keeps nothing of strangers, and sends no signs that turn a line", async () => {
    const before = api.sent.length;
    for (let i = 0; i < 40; i++) void api.say(7_007, "@loci_test_bot hello", "group");
    await api.say(ANN, "hello");
    await delay(200);
    assert.ok(api.sent.slice(before).filter(({ payload }) => payload["chat_id"] === -100).length <= 30);
    assert.match(await api.say(BOB, "/search \u202Etxet\u0000 staging"), /8443/u);
    await api.say(BOB, "the parrot says \u202Eolleh\u001b[31m");
    const shown = await api.say(BOB, "/search parrot says");
    // oxlint-disable-next-line no-control-regex
    assert.ok(/parrot/u.test(shown) && !/[\u202E\u001b]/u.test(shown), JSON.stringify(shown));
  });

  it("says what is wrong with a token or an address", async () => {
    await assert.rejects(startTelegramBot({ ...options, token: "1:wrong" }), { code: "UNAUTHORIZED" });
    await assert.rejects(startTelegramBot({ ...options, apiRoot: "http://127.0.0.1:1" }), { code: "UNAVAILABLE" });
  });
});
