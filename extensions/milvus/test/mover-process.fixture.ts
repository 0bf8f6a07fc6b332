/**
 * A process that moves a project until it is killed: `mover-process.fixture.ts HOME TO`. Says `begin` when it begins, and `done` when it is done.
 */
import { openLoci } from "../../../src/index.ts";

const [home, to] = process.argv.slice(2) as [string, string];
const loci = await openLoci({ home });
const project = await loci.project("p");
process.stdout.write("begin\n");
await project.move({ to });
process.stdout.write("done\n");
await loci.close();
