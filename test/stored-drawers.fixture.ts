import type { Drawer } from "../src/model/drawer.ts";
import { loadConfiguration } from "../src/index.ts";
import { DEFAULT_ENGINES } from "../src/engine/engines.ts";
import { openProject } from "../src/engine/open-project.ts";
import { thisSystem } from "../src/engine/system.ts";

/** All drawers of a project, by document, in order; read from the index itself, so that nothing folds. */
export async function storedDrawers(home: string, name: string): Promise<readonly Drawer[]> {
  const { settings } = await loadConfiguration({ home, folder: home, environment: {}, flags: [] });
  const project = await openProject({
    home,
    name,
    settings,
    engines: DEFAULT_ENGINES,
    system: thisSystem(),
    batch: { drawers: 60, bytes: 100_000 },
    background: "here",
  });
  try {
    return await project.indexHandle.use(async (index) => {
      const drawers: Drawer[] = [];
      for (const document of await index.documents())
        drawers.push(...(await index.documentDrawers(document, "all")).map(({ drawer }) => drawer));
      return drawers;
    });
  } finally {
    await project.close();
  }
}
