// By name: an import copies what each module exports, streams and promises of files included, which loads thirty more.
const builtin = process.getBuiltinModule;
const fs = builtin("node:fs");
const { closeSync, fstatSync, openSync, readFileSync, rename, renameSync, writeFile, writeFileSync } = fs;
const { getCompileCacheDir } = builtin("node:module");
const { basename, dirname, join } = builtin("node:path");
const { fileURLToPath } = builtin("node:url");
const { Script } = builtin("node:vm");

/** Commands whose start somebody waits for. Each calls functions of its own, so each keeps its own code. */
const AWAITED = ["search", "ask", "inject", "hook", "mcp"];
/** What a hook leaves to a process behind it, which runs other functions, and for which nobody waits. */
const BEHIND = "--drain";
/** Age from which kept code is written anew, with what this process compiled beside it, milliseconds. Writing takes 20 of them. */
const RENEWED_AFTER = 600_000;
/** A process that still runs then writes what its start compiled, of which V8 drops later what isn't called again, milliseconds. */
const STARTED_AFTER = 5_000;
/** Names of kept code of any build, and of what a killed process left of one; and the age from which on nobody uses it, milliseconds. */
const OURS = /^(?:search|ask|inject|hook|mcp|other)-[a-z]+-[\w-]{8}\.script\.js(?:\.\d+-\d+)?$/;
const UNUSED_AFTER = 7 * 24 * 3_600_000;

/**
 * Runs a file of `dist/`, with the code that earlier processes compiled. Node's own cache holds what is compiled when a file is loaded, which is hardly
 * any function: compiling the others as they are called was a sixth of a cold search. What is kept here lies beside Node's, in its folder of this
 * version of Node, user and flags; where Node keeps nothing, neither does this. V8 refuses code of another version or source.
 *
 * @param address of a script whose value is a function, ASCII alone; its name changes with its content
 * @returns that function
 */
export function keptCode(address) {
  const path = fileURLToPath(address);
  // An older Node, which has no such cache, is told what is needed by the program itself.
  const folder = getCompileCacheDir?.();
  const [name, first] = process.argv.slice(2);
  const command = AWAITED.includes(name) && first !== BEHIND ? name : "other";
  const file = folder === undefined ? undefined : join(folder, `${command}-${basename(path)}`);
  const kept = file === undefined ? undefined : readOwn(file);
  const script = new Script(readFileSync(path, "latin1"), {
    filename: address,
    cachedData: kept?.code,
  });
  const isFresh = kept !== undefined && !script.cachedDataRejected && Date.now() - kept.written < RENEWED_AFTER;
  if (file !== undefined && !isFresh) writeOnce(file, script, kept === undefined);
  return script.runInThisContext();
}

/** @returns undefined where there is none, and where another user wrote it, whose code must not run */
function readOwn(file) {
  let descriptor;
  try {
    descriptor = openSync(file, "r");
    const { uid, mtimeMs } = fstatSync(descriptor);
    if (process.getuid && process.getuid() !== uid) return undefined;
    return { code: readFileSync(descriptor), written: mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Writes once what was compiled: after the start of a process that stays, or at its end. V8 doesn't notice a damaged part, so what isn't on the disk
 * yet must not take the name. A file that can't be written is no fault: the next process compiles again. The first code of a build takes the place of
 * what earlier builds left.
 */
function writeOnce(file, script, isNew) {
  // Of this write alone: another thread of the same process may write, too.
  const temporary = () => `${file}.${process.pid}-${process.hrtime.bigint()}`;
  const options = { mode: 0o600, flush: true };
  const atEnd = () => {
    clearTimeout(started);
    if (isNew) sweep(dirname(file));
    const path = temporary();
    try {
      writeFileSync(path, script.createCachedData(), options);
      renameSync(path, file);
    } catch {}
  };
  const started = setTimeout(() => {
    if (isNew) sweep(dirname(file));
    const path = temporary();
    writeFile(path, script.createCachedData(), options, (error) => {
      // Until then a process that ends writes it itself.
      if (error === null) rename(path, file, () => process.removeListener("exit", atEnd));
    });
  }, STARTED_AFTER).unref();
  process.once("exit", atEnd);
}

/** Removes what no process has read or written anew for a week. Cost: a list of the folder, and a look at each of ours. */
function sweep(folder) {
  const isOld = (path) => Date.now() - fs.statSync(path).mtimeMs > UNUSED_AFTER;
  try {
    for (const name of fs.readdirSync(folder))
      if (OURS.test(name) && isOld(join(folder, name))) fs.unlinkSync(join(folder, name));
  } catch {}
}
