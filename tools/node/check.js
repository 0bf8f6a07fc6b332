// Runs before every script of package.json. It must parse on old Nodes: no syntax newer than Node 12.
// Without it, an older Node ends with a stack trace about the file extension ".ts".
var needed = 24;
if (parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    "error: Loci needs Node " +
      needed +
      " or newer; this is " +
      process.versions.node +
      " (" +
      process.execPath +
      ")\n" +
      "  on Linux x64 a checkout brings one along: npm ci (without --omit=optional); elsewhere install Node " +
      needed +
      "\n",
  );
  process.exitCode = 3;
} else {
  // The compiler and the bundlers are programs of the platform, which npm takes for optional.
  var fs = require("fs");
  var path = require("path");
  var platform = process.platform + "-" + process.arch;
  var missing = ["@typescript/typescript-" + platform, "@rolldown/binding-" + platform, "@esbuild/" + platform].filter(
    function (name) {
      // Of some there is one for each C library.
      var folder = path.join(__dirname, "..", "..", "node_modules", path.dirname(name));
      return !(fs.existsSync(folder) ? fs.readdirSync(folder) : []).some(function (one) {
        return one.indexOf(path.basename(name)) === 0;
      });
    },
  );
  if (missing.length > 0) {
    process.stderr.write(
      "error: a checkout is built with " +
        missing.join(", ") +
        ", which " +
        (missing.length > 1 ? "are" : "is") +
        " not installed\n" +
        "  run npm ci without --omit=optional; where npm has none for " +
        platform +
        ", build on another platform and install the package that npm pack makes there\n",
    );
    process.exitCode = 3;
  }
}
