/** The command line as a process of its own: `node serve.fixture.ts ARGUMENTS…`, from the sources. */
import { main } from "../../src/surfaces/cli/main.ts";

await main();
