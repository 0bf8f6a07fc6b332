import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { openLoci } from "../../src/index.ts";
import { temporaryFolder } from "../e2e/notes.fixture.ts";

/**
 * Manuals of Debian 12 by package and path, with their drawers. They are read where the packages are installed, or
 * unpacked under `TESTS_MANUALS`
 * (`dpkg -x`), since many a container leaves out what lies under /usr/share/doc.
 */
const ROOT = process.env["TESTS_MANUALS"] ?? "/";
const MANUALS: readonly (readonly [name: string, path: string, drawers: number])[] = [
  ["r-doc-pdf", "usr/share/R/doc/manual/fullrefman.pdf", 3872],
  ["r-doc-pdf", "usr/share/R/doc/manual/R-exts.pdf", 524],
  ["r-doc-pdf", "usr/share/R/doc/manual/R-intro.pdf", 229],
  ["libigraph-doc", "usr/share/doc/libigraph-dev/igraph.pdf.gz", 1223],
  ["gnuplot-doc", "usr/share/doc/gnuplot/gnuplot.pdf", 951],
  ["bash-doc", "usr/share/doc/bash/bash.pdf", 283],
  ["bash-doc", "usr/share/doc/bash/bashref.pdf", 425],
  ["debian-policy", "usr/share/doc/debian-policy/policy.pdf.gz", 517],
  ["why3-doc-pdf", "usr/share/doc/why3-doc-pdf/manual.pdf", 344],
];
/** Share by which a count may differ: another point release of a package, or a better place to cut. */
const SLACK = 0.03;

for (const [name, path, expected] of MANUALS) {
  const file = join(ROOT, path);
  const skip = existsSync(file) ? false : `the Debian package ${name} is not installed`;
  test(`${basename(path)} of ${name} is read whole`, { skip }, async (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, "in"));
    const bytes = readFileSync(file);
    writeFileSync(join(folder, "in", basename(path, ".gz")), path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    const loci = await openLoci({ home: join(folder, "home") });
    t.after(() => loci.close());
    const job = await (await loci.project("p")).index([join(folder, "in")], { scope: "kb" });
    assert.deepEqual([job.status, job.skipped, job.failed], ["done", [], []]);
    const { added } = job.drawers;
    assert.ok(Math.abs(added - expected) <= SLACK * expected, `${added} drawers, ${expected} expected`);
  });
}

/** Megabytes that all manuals of R may take in one run; two of them are the same 2,415 pages. */
const MOST_MEGABYTES = 600;

const MANUALS_OF_R = join(ROOT, "usr/share/R/doc/manual");
const isAbsent = existsSync(MANUALS_OF_R) ? process.platform !== "linux" && "reads /proc" : "r-doc-pdf isn't installed";
test("all manuals of R in one run take no more memory than a machine has", { skip: isAbsent }, async (t) => {
  const bin = join(import.meta.dirname, "../../bin/loci.js");
  const args = ["index", MANUALS_OF_R, "--scope", "kb", "--home", join(temporaryFolder(t), "home")];
  const child = spawn(process.execPath, [bin, ...args], { stdio: "ignore" });
  let peak = 0;
  const look = (): void => {
    const status = existsSync(`/proc/${child.pid}`) ? readFileSync(`/proc/${child.pid}/status`, "utf8") : "";
    peak = Math.max(peak, Number(/^VmHWM:\s*(\d+)/mu.exec(status)?.[1] ?? 0) / 1000);
  };
  const watch = setInterval(look, 200);
  t.after(() => clearInterval(watch));
  assert.deepEqual(await once(child, "exit"), [0, null]);
  assert.ok(peak > 0 && peak <= MOST_MEGABYTES, `${peak} MB`);
});
