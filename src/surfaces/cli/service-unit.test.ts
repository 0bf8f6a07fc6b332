import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../../test/e2e/notes.fixture.ts";
import { announceService, runningService } from "../hooks/running-service.ts";
import { installUnit, removeUnit, requireServed, serviceUnit } from "./service-unit.ts";

/** Words that a shell, systemd and XML each read in another way. */
const ODD = ["/bin/echo", "a b", 'say "no"', "back\\slash", "100%", "$HOME ${PATH}", "<&>", "naïve"];
const place = (platform: string, userHome: string, launch: readonly string[] = ODD) => ({
  platform,
  userHome,
  configHome: undefined,
  uid: 501,
  launch,
});
const absent = (program: string) =>
  spawnSync(program, ["--version"]).error !== undefined && `${program} is not installed`;

test("systemd takes the unit, whatever stands in its words", { skip: absent("systemd-analyze") }, (t) => {
  const folder = temporaryFolder(t);
  const { text } = serviceUnit(place("linux", folder));
  const file = join(folder, "loci.service");
  writeFileSync(file, text);
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", "--user", file], {
    encoding: "utf8",
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
  });
  assert.deepEqual([stderr, status], ["", 0]);
});

test("launchd's file holds the same words", { skip: absent("python3") }, (t) => {
  const folder = temporaryFolder(t);
  const { text } = serviceUnit(place("darwin", folder));
  const script = "import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))";
  const { stdout, stderr } = spawnSync("python3", ["-c", script], { encoding: "utf8", input: text });
  const read = JSON.parse(stdout || stderr) as Record<string, unknown>;
  assert.deepEqual(read["ProgramArguments"], ODD);
  assert.equal(read["RunAtLoad"], true);
});

test("a unit is taken up in order, refused with its file left, and removed", async (t) => {
  const folder = temporaryFolder(t);
  const asked = join(folder, "asked");
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const manager = join(bin, "systemctl");
  const answers = (status: number): void => {
    writeFileSync(
      manager,
      `#!/bin/sh\necho "$@" >> ${asked}\n[ ${status} = 0 ] || echo "no bus" >&2\nexit ${status}\n`,
    );
    chmodSync(manager, 0o755);
  };
  const path = process.env["PATH"];
  process.env["PATH"] = `${bin}${delimiter}${path}`;
  t.after(() => void (process.env["PATH"] = path));
  const unit = serviceUnit(place("linux", folder));
  assert.equal(unit.file, join(folder, ".config", "systemd", "user", "loci.service"));
  answers(0);
  await installUnit(unit);
  assert.equal(readFileSync(unit.file, "utf8"), unit.text);
  assert.equal(await removeUnit(unit), true);
  assert.equal(await removeUnit(unit), false);
  assert.deepEqual(readFileSync(asked, "utf8").trimEnd().split("\n"), [
    "--user daemon-reload",
    "--user enable loci.service",
    "--user restart loci.service",
    "--user disable --now loci.service",
    "--user daemon-reload",
  ]);
  answers(1);
  await assert.rejects(installUnit(unit), /'systemctl --user daemon-reload' was refused: no bus/u);
  assert.equal(existsSync(unit.file), true);
  await assert.rejects(removeUnit(unit), /no bus/u);
  assert.equal(existsSync(unit.file), false);
});

test("a unit has started when a service says so that wasn't there before", async (t) => {
  const folder = temporaryFolder(t);
  const file = "loci.service";
  const refused = (before: ReturnType<typeof runningService>) =>
    requireServed(() => runningService(folder), { before, file, patience: 200 });
  await assert.rejects(refused(null), { code: "UNAVAILABLE", message: /hasn't started: .*port is taken/u });
  const starting = requireServed(() => runningService(folder), { before: null, file });
  const withdraw = announceService(folder, "http://127.0.0.1:1");
  await starting;
  await assert.rejects(refused(runningService(folder)), /serves this data folder on http:\/\/127\.0\.0\.1:1 already/u);
  withdraw();
});

test("a second service of a data folder leaves the word of the first alone", (t) => {
  const folder = temporaryFolder(t);
  const first = { url: "http://127.0.0.1:1", pid: process.ppid };
  writeFileSync(join(folder, "service.json"), JSON.stringify(first));
  announceService(folder, "http://127.0.0.1:2")();
  assert.deepEqual(runningService(folder), first);
});

test("a system with neither of them says so", () => {
  assert.throws(() => serviceUnit(place("win32", "C:\\")), { code: "USAGE" });
});
