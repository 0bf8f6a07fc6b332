/**
 * Makes a lost index again: `node refilling-process.fixture.ts HOME [slowly]`. Writes a line after the first batch is in it; `slowly`: and
 * goes on when it gets SIGUSR2.
 */
import { DEFAULT_ENGINES } from "../../src/engine/engines.ts";
import { openLoci } from "../../src/index.ts";
import { DelegatingIndex } from "../contract/search-index/delegating-index.fixture.ts";
import type { IndexChange } from "../../src/storage/ports/search-index.ts";

const [home = "", how = ""] = process.argv.slice(2);
const goesOn = new Promise<void>((resolve) => {
  process.once("SIGUSR2", () => resolve());
  // Keeps the process alive while nothing else does.
  const waiting = setInterval(() => {}, 1_000);
  process.once("SIGUSR2", () => clearInterval(waiting));
  if (how !== "slowly") clearInterval(waiting);
});
let commits = 0;

/** Stops after the first commit. */
class Slow extends DelegatingIndex {
  override begin(): IndexChange {
    const change = super.begin();
    return {
      put: (write) => change.put(write),
      apply: async (rest) => {
        const applied = await change.apply(rest);
        if (++commits === 1) {
          process.stdout.write("committed\n");
          if (how === "slowly") await goesOn;
          else await new Promise((resolve) => setTimeout(resolve, 30_000));
        }
        return applied;
      },
    };
  }
}

const loci = await openLoci({
  home,
  batch: { drawers: 10, bytes: 1_000_000 },
  engines: {
    async openIndexHouse(...given) {
      const house = await DEFAULT_ENGINES.openIndexHouse(...given);
      return { ...house, open: async () => new Slow(await house.open()) };
    },
  },
});
await (await loci.project("p")).search("who saw the falcon");
await loci.close();
