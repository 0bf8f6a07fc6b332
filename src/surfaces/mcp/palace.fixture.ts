import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Loci, openLoci, type Project } from "../../index.ts";

/** A text in a palace for tests. */
export interface TestNote {
  readonly scope: string;
  /** Relative; texts of one scope stand in one source. */
  readonly path: string;
  readonly text: string;
}

/** A data folder of its own with one project, and the library beside it, to compare with. */
export interface TestPalace {
  readonly folder: string;
  readonly home: string;
  readonly name: string;
  readonly loci: Loci;
  readonly project: Project;
  readonly close: () => Promise<void>;
}

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** The notes that tests ask about, of every scope. */
const NOTES: readonly TestNote[] = [
  {
    scope: "kb",
    path: "driftwood/staging.md",
    text:
      "---\ndate: 2026-10-02\n---\n# Staging\n\nStaging of Driftwood listens on port 8099.\n\n# Auth " +
      "migration\n\nWe decided to move Driftwood to Clerk, because Kai knows it from Orion.\n",
  },
  {
    scope: "kb",
    path: "orion/staging.md",
    text:
      "---\ndate: 2026-09-14\n---\n# Staging\n\nStaging of Orion listens on port 7040 and restarts every " +
      "night.\n\n# Auth migration\n\nOrion moved from Auth0 to Clerk in September; the migration took nine " +
      "days.\n",
  },
  {
    scope: "user:42",
    path: "diary.md",
    text: "---\ndate: 2026-11-01\n---\n# Tea\n\nSencha is the tea that I like best, brewed at seventy degrees.\n",
  },
  {
    scope: "user:7",
    path: "diary.md",
    text: "---\ndate: 2026-11-02\n---\n# Coffee\n\nEspresso from the Vallecas roaster is what user seven prefers.\n",
  },
  {
    scope: "admin",
    path: "salaries.md",
    text: "---\ndate: 2026-11-03\n---\n# Salaries\n\nThe salary band of level five is eighty thousand.\n",
  },
];

/** Makes a palace of notes; the clock stands still, so answers don't change. */
export async function testPalace(
  notes: readonly TestNote[] = NOTES,
  { clock = () => NOW }: { readonly clock?: () => number } = {},
): Promise<TestPalace> {
  const folder = mkdtempSync(join(tmpdir(), "loci-mcp-"));
  const home = join(folder, "home");
  for (const { scope, path, text } of notes) {
    const file = join(folder, scope.replace(":", "-"), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const loci = await openLoci({ home, system: { clock } });
  const project = await loci.project("test");
  for (const scope of new Set(notes.map((note) => note.scope)))
    await project.index([join(folder, scope.replace(":", "-"))], { scope });
  return {
    folder,
    home,
    name: "test",
    loci,
    project,
    async close() {
      await loci.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
