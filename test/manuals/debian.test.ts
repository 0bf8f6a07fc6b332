import assert from "node:assert/strict";
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
  ["libigraph-doc", "usr/share/doc/libigraph-dev/igraph.pdf.gz", 1180],
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
