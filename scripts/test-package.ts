import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { globSync } from "tinyglobby";

/**
 * Tries what is built: packs this checkout, installs the tarball into an empty folder, and runs `test/package` against it, on the oldest Node
 * that `engines` names and on the newest to be had. `npm run test:package`, or with test files as arguments. Needs the package registry.
 */
const root = join(import.meta.dirname, "..");
const { engines, devDependencies } = JSON.parse(
  execFileSync("npm", ["pkg", "get", "engines", "devDependencies"], { cwd: root, encoding: "utf8" }),
) as { readonly engines: { readonly node: string }; readonly devDependencies: Readonly<Record<string, string>> };
const oldest = `${engines.node.replace(/^\D+/u, "")}.0.0`;
/** Optional peers that a user installs beside Loci for what he uses of it. */
const PEERS = ["grammy"];

const work = mkdtempSync(join(tmpdir(), "loci-package-"));
const npm = (folder: string, ...args: readonly string[]): string =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });

/** A Node of its own, and a folder to put first on the PATH in which it is `node`. */
function nodeOf(version: string): string {
  const folder = join(work, `node-${version}`);
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  npm(folder, "install", `node-${process.platform}-${process.arch}@${version}`);
  const binary = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  symlinkSync(binary, join(folder, "bin", "node"));
  return join(folder, "bin");
}

/** The tarball in an empty folder, as a user of the library installs it. */
function install(): string {
  const folder = join(work, "user");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const [packed] = JSON.parse(
    npm(root, "pack", "--json", "--silent", "--foreground-scripts=false", "--pack-destination", work),
  ) as [{ readonly filename: string }];
  const beside = PEERS.map((name) => `${name}@${devDependencies[name]}`);
  npm(folder, "install", join(work, packed.filename), ...beside);
  return folder;
}

const asked = process.argv.slice(2);
const files = globSync(asked.length > 0 ? asked : ["test/package/*.test.ts", "extensions/*/package/*.test.ts"], {
  cwd: root,
}).sort();
try {
  const installed = install();
  for (const version of [oldest, "latest"]) {
    const bin = nodeOf(version);
    const named = execFileSync(join(bin, "node"), ["--version"], { encoding: "utf8" }).trim();
    console.log(`── the packed product on Node ${named}`);
    const { status } = spawnSync(process.execPath, [join("scripts", "run-tests.ts"), ...files], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, LOCI_PACKAGE: installed, LOCI_PACKAGE_NODE: bin },
    });
    if (status !== 0) process.exitCode = 1;
  }
  if (files.length === 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
