import { testPalace, type TestNote, type TestPalace } from "../palace.fixture.ts";

/** Places and dates are said in the files, so that the session doesn't change when inference gets better. */
const NOTES: readonly TestNote[] = [
  {
    scope: "kb",
    path: "driftwood-staging.md",
    text: "---\nwing: driftwood\nroom: staging\nhall: facts\ndate: 2026-10-02\n---\nStaging of Driftwood listens on port 8099.\n",
  },
  {
    scope: "kb",
    path: "driftwood-auth.md",
    text: "---\nwing: driftwood\nroom: auth-migration\nhall: events\ndate: 2026-10-05\n---\nWe moved Driftwood to Clerk, because Kai knows it from Orion.\n",
  },
  {
    scope: "kb",
    path: "orion-auth.md",
    text:
      "---\nwing: orion\nroom: auth-migration\nhall: events\ndate: 2026-09-14\n---\nOrion moved from Auth0 " +
      "to Clerk in September; the migration took nine days.\n",
  },
];

/** The palace that the recorded session talks to. */
export async function sessionPalace(): Promise<TestPalace> {
  return await testPalace(NOTES);
}
