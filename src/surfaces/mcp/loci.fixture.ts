// The command line from its sources, as bin/loci.js starts it from what was built.
import { main } from "../cli/main.ts";

await main();
