import assert from "node:assert/strict";
import { it } from "node:test";
import { LoopbackBotApi } from "../bot-api.fixture.ts";
import { lineOf, newUser, SKIP } from "../../../test/package/installed.fixture.ts";

const OWNER = 1001;

it("the bot of the packed product pairs, indexes and answers", { skip: SKIP }, async (t) => {
  const user = newUser(t);
  const api = new LoopbackBotApi();
  const LOCI_TELEGRAM_API_ROOT = await api.start();
  t.after(() => api.stop());
  const bot = user.start(["telegram"], { LOCI_TELEGRAM_TOKEN: api.token, LOCI_TELEGRAM_API_ROOT });
  const [, code] = await lineOf(bot, /\/pair (\d+)/u);
  assert.match(await api.say(OWNER, `/pair ${code}`), /You are the owner/u);
  assert.match(await api.say(OWNER, "/index notes kb"), /Indexed: 2 files/u);
  assert.match(await api.say(OWNER, "which port does the staging gateway use?"), /8443/u);
});
