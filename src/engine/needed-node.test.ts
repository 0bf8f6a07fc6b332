import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { LociError } from "../index.ts";
import { requireNode } from "./open-loci.ts";

test("a Node that is too old is named, with the one that is needed", () => {
  for (const version of ["24.0.0", "24.9.0", "110.1.2"]) requireNode(version);
  for (const version of ["20.20.2", "22.18.0", "8.0.0"]) {
    assert.throws(
      () => requireNode(version),
      (thrown) =>
        thrown instanceof LociError &&
        thrown.code === "UNAVAILABLE" &&
        thrown.message.includes(`this is Node ${version}`) &&
        thrown.hint.includes("Node 24"),
    );
  }
});

const SYSTEM_NODE = "/usr/bin/node";
const isOld =
  existsSync(SYSTEM_NODE) && /^v(?:18|20|22)\./.test(execFileSync(SYSTEM_NODE, ["--version"], { encoding: "utf8" }));

test(
  "a program under an old Node is told so by the library, and not by a module of Node's",
  { skip: !isOld && `no old ${SYSTEM_NODE}` },
  () => {
    const program = `import { openLoci } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)}; await openLoci({ home: "/nowhere" }).catch((error) => console.log(error.code, error.message));`;
    assert.match(
      execFileSync(SYSTEM_NODE, ["--input-type=module", "--eval", program], { encoding: "utf8" }),
      /^UNAVAILABLE Loci needs Node 24 or newer/,
    );
  },
);
