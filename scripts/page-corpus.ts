import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Notes of a made-up boatyard: what the screenshots of the page show. */
const FILES: Readonly<Record<string, string>> = {
  "harbour/engine.md": `---
wing: harbour
date: 2026-03-14
---
# Engine of the Kittiwake

The Kittiwake runs a two-cylinder diesel from 1974. Marta rebuilt the injectors in February.

## Cooling

The raw-water pump leaks at the shaft seal. We decided to replace the impeller every 200 hours, because the old one lost two blades in August.
The spare impeller is in the blue crate under the chart table.

## Oil

Oil is changed every 100 hours. Use 15W-40, 6.5 litres with the filter.

## Starting in the cold

Preheat for twenty seconds below 5 °C. If the glow plug lamp flickers, check the relay behind the panel first.
`,
  "harbour/moorings.md": `---
wing: harbour
date: 2026-05-02
---
# Moorings

## Winter berth

The winter berth is F-12. The fee of 840 is due on the first of October; Jonas pays it from the boat account.

## Visitors

Visitors use the eastern pontoon. The gate code changes every Monday.

## Storms

Double the bow lines when the forecast is above force 8. In the storm of January the stern cleat was bent.
`,
  "harbour/log-2026.md": `---
wing: harbour
date: 2026-06-21
---
# Log 2026

## 12 April

First launch of the season. Engine started at the second attempt. Tide was higher than the table said.

## 30 May

Sailed to the lighthouse with Ines and Tomas. Wind south-west, 4 to 5. The raw-water pump dripped again.

## 21 June

Replaced the impeller after 196 hours. No more dripping. Next time after 400 hours on the meter.
`,
  "library/catalogue.md": `---
wing: library
date: 2025-11-09
---
# Catalogue rules

We decided to shelve sea charts by region, not by year: readers ask for a place first.

## Loans

Charts are lent for two weeks. The pilot books stay in the reading room.

## Repairs

Torn charts are repaired with wheat paste and tissue. Never with tape: tape yellows within three years and can't be taken off.
`,
  "library/engine-manuals.md": `---
wing: library
date: 2025-12-01
---
# Engine manuals

Manuals of marine diesels stand on shelf 4. The manual of the two-cylinder diesel has a supplement on the cooling circuit and the impeller.

## Missing

The parts list of 1974 is missing since the move.
`,
  "kitchen/bread.md": `---
wing: kitchen
date: 2026-01-17
---
# Bread

## Rye

Feed the starter at nine in the evening. The dough rests twelve hours at 18 °C. I prefer the crust dark.

## Mistakes

The loaf of 10 January was dense because the starter was three days old.
`,
  "deploy/runbook.md": `---
wing: booking-service
date: 2026-04-28
---
# Runbook of the booking service

Staging listens on port 8099. Production answers behind the proxy on 443.

## Deploy

1. Merge to main.
2. Wait for the green pipeline.
3. Run \`deploy --env production\`; it takes four minutes.

## Roll back

\`\`\`sh
deploy --env production --to previous
\`\`\`

If the migration has run, restore the snapshot first. It happened on 28 April: the index on bookings was dropped twice.
`,
  "deploy/incidents.md": `---
wing: booking-service
date: 2026-06-02
---
# Incidents

## 28 April: bookings were slow

The index on bookings was dropped by a second run of the migration. Fixed by a guard; since then each migration checks that it has not run.

## 2 June: e-mails were sent twice

The queue delivered a job again after a restart. We decided to make sending idempotent by the booking's id.
`,
};

/** A chat about the same things, one message a line. */
const CHAT = [
  ["user", "ines", "2026-06-20T18:02:00Z", "When do we have to replace the impeller again?"],
  [
    "assistant",
    null,
    "2026-06-20T18:02:09Z",
    "Every 200 hours. The meter stands at 196, so before the next long trip.",
  ],
  [
    "user",
    "ines",
    "2026-06-20T18:03:30Z",
    "Good. Then tomorrow. My favorite anchorage is the bay behind the lighthouse, by the way.",
  ],
  ["assistant", null, "2026-06-20T18:03:40Z", "Noted: the bay behind the lighthouse."],
  ["tool_result", null, "2026-06-20T18:04:00Z", "tide table: high water 05:12 and 17:40, 3.1 m and 3.3 m"],
  ["user", "tomas", "2026-06-20T18:06:10Z", "I'd rather leave after high water. Who brings the bread?"],
  ["assistant", null, "2026-06-20T18:06:20Z", "Marta said on Monday that she bakes rye on Friday evening."],
] as const;

/** Writes the notes and the chat into a folder. */
export function writePageCorpus(folder: string): { readonly notes: string; readonly chat: string } {
  const notes = join(folder, "notes");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(notes, path)), { recursive: true });
    writeFileSync(join(notes, path), text);
  }
  const chat = join(folder, "crew.jsonl");
  const lines = CHAT.map(([role, author, time, text], i) =>
    JSON.stringify({ session: "crew", id: `c${i + 1}`, role, ...(author !== null && { author }), time, text }),
  );
  writeFileSync(chat, `${lines.join("\n")}\n`);
  return { notes, chat };
}
