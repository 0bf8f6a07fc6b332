import assert from "node:assert/strict";
import { test } from "node:test";
import { pageSessions } from "./page-session.ts";

test("a token has three codes that wait, and voids nobody else's", () => {
  let now = 0;
  const identity = { id: "0123456789", caller: "owner" as const, projects: null };
  const sessions = pageSessions(
    { owner: () => "owner-token", byId: (id) => (id === "ended" ? null : identity) },
    () => now,
  );
  const owners = sessions.code("owner");
  const publics = Array.from({ length: 60 }, () => sessions.code("public"));
  assert.equal(sessions.redeem(owners), "owner");
  assert.equal(sessions.redeem(owners), null, "once");
  assert.deepEqual(
    publics.map((code) => sessions.redeem(code)).filter((one) => one !== null),
    ["public", "public", "public"],
  );
  const [endedBefore, late] = [sessions.code("ended"), sessions.code("owner")];
  assert.equal(sessions.redeem(endedBefore), null, "its token has ended");
  now = 120_001;
  assert.equal(sessions.redeem(late), null);
});
