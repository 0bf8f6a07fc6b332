import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLoci, openServiceTokens, restoreHome } from "../../src/index.ts";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { rounds } from "../rounds.fixture.ts";
import { temporaryFolder, writeNotes } from "./notes.fixture.ts";

/** What each command is to answer where nothing can be written. */
const READS: readonly (readonly [args: readonly string[], answer: RegExp])[] = [
  [["search", "sencha"], /Sencha is green/u],
  [["facts", "ask", "What is my favorite tea?"], /sencha/iu],
  [["wake-up"], /./u],
  [["status"], /sources\s+1/u],
  [["sources"], /notes/u],
  [["doctor"], /the catalog is sound/u],
  // Of a project in which no fact was ever kept.
  [["facts", "--project", "bare"], /nothing is stored yet/u],
  [["wake-up", "--project", "bare"], /Mill/iu],
  [["ask", "Where is sencha grown?"], /grown in Uji/u],
];

/** Those that say of the disk what they met: `search` and `doctor`. */
const TELLS_OF_DISK = new Set([0, 5]);

/**
 * What is asked of the nth home, its medium and whether it has logs counted together: every day each command on each medium and with and without
 * logs, but not in all four ways; what tells of the disk always.
 */
function readsOf(nth: number): typeof READS {
  return READS.filter((_, i) => TELLS_OF_DISK.has(i) || (i + nth) % rounds(1, 2) === 0);
}

/** Runs a script in a mount namespace of its own; null where that isn't allowed here. */
function inNamespace(script: string): string | null {
  const { status, stdout } = spawnSync("unshare", ["-m", "sh", "-ec", script], { encoding: "utf8" });
  return status === 0 ? stdout : null;
}

/** The line of a script that runs a command and prints its output behind a line. */
function line(args: readonly string[]): string {
  return `echo ==; ${[process.execPath, BIN, ...args].map((word) => `'${word}'`).join(" ")} 2>&1 || true`;
}

/** The script that runs each command and prints its output between lines. */
function commands(home: string, reads: typeof READS, serves: boolean): string {
  const served = join(import.meta.dirname, "served-once.fixture.ts");
  return [
    ...[...reads.map(([args]) => args), ["facts", "tell", "My favorite wine is port."]].map((args) =>
      line(["--home", home, ...(args.includes("--project") ? [] : ["--project", "p"]), ...args]),
    ),
    serves ? `echo ==; '${process.execPath}' '${served}' '${home}' p 2>&1 || true` : "",
  ].join("\n");
}

function readOnlyMedium(home: string): string {
  return `mount --bind '${home}' '${home}'; mount -o remount,ro,bind '${home}'`;
}

function fullDisk(home: string): string {
  return (
    `cp -a '${home}' '${home}.kept'; mount -t tmpfs -o size=8m none '${home}'; cp -a '${home}.kept/.' '${home}'; ` +
    `cat /dev/zero > '${home}/filler' 2>/dev/null || true`
  );
}

const isPossible = process.platform === "linux" && inNamespace("mount -t tmpfs none /mnt") !== null;
const skip = isPossible ? false : "no mount namespaces here";

for (const [where, mount] of [
  ["a read-only medium", readOnlyMedium],
  ["a full disk", fullDisk],
] as const) {
  for (const logged of [false, true]) {
    test(
      `on ${where} reading goes on, ${logged ? "with" : "without"} a log of the databases; a write says why not`,
      { skip },
      async (t) => {
        const folder = temporaryFolder(t);
        writeNotes(join(folder, "notes"), { "tea.md": "# Tea\n\nSencha is green and grown in Uji.\n" });
        const made = join(folder, "made");
        const home = logged ? join(folder, "home") : made;
        const loci = await openLoci({ home: made });
        const project = await loci.project("p");
        await project.index([join(folder, "notes")], { scope: "kb" });
        await project.tellFacts("My favorite tea is sencha.");
        openServiceTokens(made).owner();
        await (await loci.project("bare")).indexText({ name: "mill", text: "# Mill\n\nIt is red." }, { scope: "kb" });
        if (logged) {
          // As a process that was killed leaves it: the logs hold what the files don't. Shared memory beside them leaves a full disk some room to write.
          const isLeft = (path: string): boolean => where !== "a full disk" || !path.endsWith("-shm");
          cpSync(made, home, { recursive: true, filter: isLeft });
          assert.ok(existsSync(join(home, "projects", "p", "catalog.sqlite-wal")));
        }
        await loci.close();
        const before = readdirSync(join(home, "projects", "p")).sort();
        const nth = Number(logged) + Number(where === "a full disk");
        const reads = readsOf(nth);
        // A service too: every day on each medium once, without and with logs.
        const serves = nth % rounds(1, 2) === 0;
        const script = `${mount(home)}\n${commands(home, reads, serves)}`;
        const answers = (inNamespace(script) ?? "").split("==\n").slice(1);
        assert.equal(answers.length, reads.length + 1 + Number(serves));
        for (const [i, [args, answer]] of reads.entries()) assert.match(answers[i] ?? "", answer, args.join(" "));
        assert.match(answers[0] ?? "", /note: the data folder can only be read/u);
        const disk = where === "a full disk" ? /the disk of the data folder is full/u : /takes no writes \(EROFS\)/u;
        assert.match(answers[reads.findIndex(([[command]]) => command === "doctor")] ?? "", disk);
        assert.match(answers[reads.length] ?? "", /can only be read|no room left/u);
        // A service is as good: it finds, refuses what it can't write with the right code, and ends when it is told to.
        if (serves) {
          const [searched, added, handed, ended] = (answers.at(-1) ?? "").split("\n");
          assert.match(searched ?? "", /^\/v1\/search\? 200 .*Sencha is green/u);
          for (const refused of [added, handed]) assert.match(refused ?? "", / (?:507|500) .*"code":"STORAGE_F/u);
          assert.equal(ended, "ended with 0");
        }
        assert.deepEqual(readdirSync(join(home, "projects", "p")).sort(), before);
      },
    );
  }
}

test("a project that was opened on a full disk is written to as soon as there is room", { skip }, async (t) => {
  const folder = temporaryFolder(t);
  writeNotes(join(folder, "notes"), { "tea.md": "# Tea\n\nSencha is green and grown in Uji.\n" });
  for (const logged of [false, true]) {
    const made = join(folder, `made-${logged}`);
    const home = logged ? join(folder, "home") : made;
    const loci = await openLoci({ home: made });
    const project = await loci.project("p");
    await project.index([join(folder, "notes")], { scope: "kb" });
    await project.tellFacts("My favorite tea is sencha.");
    if (logged) cpSync(made, home, { recursive: true, filter: (path) => !path.endsWith("-shm") });
    await loci.close();
    const freed = join(import.meta.dirname, "freed-disk.fixture.ts");
    const said = inNamespace(`${fullDisk(home)}\n'${process.execPath}' '${freed}' '${home}' p 2>/dev/null || true`);
    const [searched, added, told, ...after] = (said ?? "").trim().split("\n");
    assert.equal(searched, "search done");
    assert.match(`${added} ${told}`, /^add STORAGE_\w+ tell STORAGE_\w+$/u);
    assert.deepEqual(after, ["add done", "reads done", "tell done", "index done", "Rooibos is red."]);
  }
});

test(
  "a small disk with room is not called full, and each word of doctor on it is what a write then meets",
  { skip },
  (t) => {
    const home = join(temporaryFolder(t), "home");
    const loci = (args: string): string => `'${process.execPath}' '${BIN}' --home '${home}' ${args} 2>&1 || true`;
    const round = (left: number): string =>
      `rm -f '${home}/filler'; free=$(df -k --output=avail '${home}' | tail -1); ` +
      `head -c $(((free - ${left}) * 1024)) /dev/zero > '${home}/filler'; ` +
      `echo ==; ${loci("doctor")}; ${loci(`add "The heron of round ${left} stood by the weir."`)}`;
    const script = `mkdir -p '${home}'; mount -t tmpfs -o size=3m none '${home}'; ${loci('add "The spare key hangs behind the shed."')}`;
    const [first, roomy, full] = (inNamespace([script, round(2_000), round(100)].join("\n")) ?? "").split("==\n");
    assert.match(first ?? "", /^added /mu);
    assert.doesNotMatch(roomy ?? "", /\bfull\b/u);
    assert.match(roomy ?? "", /^added /mu);
    assert.match(full ?? "", /error +disk +the disk of the data folder is full/u);
    assert.match(full ?? "", /no room left/u);
  },
);

test(
  "a backup is made of a home that nobody can write to, with what stands in the logs, and needs no room there",
  { skip },
  async (t) => {
    const folder = temporaryFolder(t);
    const made = join(folder, "made");
    const home = join(folder, "home");
    const loci = await openLoci({ home: made });
    await (await loci.project("p")).indexText({ name: "tea", text: "Sencha is grown in Uji." }, { scope: "kb" });
    // As a process that was killed leaves it: the logs hold what the files don't.
    cpSync(made, home, { recursive: true, filter: (path) => !path.endsWith("-shm") });
    await loci.close();
    assert.ok(existsSync(join(home, "projects", "p", "index.sqlite-wal")));
    for (const [nth, mount] of [readOnlyMedium, fullDisk].entries()) {
      const [kept, other] = [join(folder, `kept-${nth}`), join(folder, `other-${nth}`)];
      const said = inNamespace(`${mount(home)}\n${line(["--home", home, "data", "backup", kept])}`);
      assert.match(said ?? "", /verified: /u);
      await restoreHome(kept, other);
      const restored = await openLoci({ home: other });
      const { hits } = await (await restored.project("p")).search("sencha");
      assert.match(hits[0]?.text ?? "", /Uji/u);
      await restored.close();
    }
  },
);

test(
  "a backup that finds no room, or no leave to write, is told of the disk it goes to, and leaves nothing",
  { skip },
  async (t) => {
    const folder = temporaryFolder(t);
    const [home, disk] = [join(folder, "home"), join(folder, "disk")];
    const loci = await openLoci({ home });
    await (await loci.project("p")).indexText({ name: "tea", text: "Sencha is grown in Uji." }, { scope: "kb" });
    await loci.close();
    const bytes = readdirSync(home, { recursive: true, encoding: "utf8" })
      .map((name) => statSync(join(home, name)))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    const size = (kib: number): string => `mount -t tmpfs -o size=${kib}k none '${disk}'`;
    // Too small for a first file, between files, in the midst of one, and for the last of them.
    const rounds = [8, 40, 64, 80, 104, Math.floor(bytes / 1024)].map(size);
    const script = [...rounds, `${size(4096)}; mount -o remount,ro '${disk}'`]
      .map(
        (mounted) =>
          `${mounted}\n${line(["--home", home, "data", "backup", join(disk, "kept")])}; ls -A '${disk}'; umount '${disk}'`,
      )
      .join("\n");
    const answers = (inNamespace(`mkdir '${disk}'\n${script}`) ?? "").split("==\n").slice(1);
    assert.equal(answers.length, rounds.length + 1);
    for (const answer of answers.slice(0, -1))
      assert.match(answer, /^error: the disk of '\S+disk\/kept' has no room .*\[STORAGE_FULL\]\n.*\n$/u);
    assert.match(
      answers.at(-1) ?? "",
      /^error: .*EROFS.*\[STORAGE_FAILED\]\n {2}name a folder that can be written to\n$/u,
    );
  },
);
