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
}
