import assert from "node:assert/strict";
import test from "node:test";
import { SKIP } from "./browser.fixture.ts";
import { addNote, openPage, pageTest, shows } from "./service.fixture.ts";

test(
  "an open room or wing that is corrected elsewhere goes, and nothing of it can be corrected",
  { skip: SKIP },
  async (t) => {
    const service = await pageTest(t);
    const project = await service.loci.project("default");
    await addNote(service, "keel.md", "The keel is painted red.");
    const place = { wing: "shipyard", scope: "kb" } as const;
    await project.addDrawer({ ...place, room: "staging", text: "The ladder of the staging has nine rungs." });
    await project.addDrawer({ ...place, room: "orchard", text: "The orchard behind the slip has four pears." });
    const { page, go, watched } = await openPage(service);
    const rename = page.getByRole("button", { name: "Rename" });
    await go("palace?room=staging");
    await rename.click();
    await page.getByLabel("New name of the room staging").fill("stage2");
    // The dialog stands open while another puts the room into the orchard.
    await project.correct("merge-rooms", { from: "staging", to: "orchard" });
    await page.keyboard.press("Enter");
    await page.getByText("the room 'staging' is called 'orchard' now").waitFor();
    await shows(page, "There is no room staging");
    assert.equal(await rename.count(), 0);
    await go("palace?wing=shipyard");
    await rename.waitFor();
    await project.correct("rename-wing", { from: "shipyard", to: "boatyard" });
    await shows(page, "There is no wing shipyard");
    await shows(page, "It is called boatyard now.");
    assert.equal(await rename.count(), 0);
    assert.deepEqual(
      (await project.rooms({ wing: "boatyard" })).rooms.map(({ room, count }) => [room, count]),
      [["orchard", 2]],
    );
    assert.deepEqual(watched, { faults: [], requests: [] });
  },
);
