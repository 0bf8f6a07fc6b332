/**
 * What the files `index-v….sqlite` hold. Each was written once by the version that introduced its format, with
 * `node test/formats/index-history.ts`, and must never be written again: they stand for the files that users have.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSqliteSearchIndex } from "../../src/storage/sqlite/open-search-index.ts";
import { FORMAT_VERSION } from "../../src/storage/sqlite/schema.ts";
import type { DocumentRef, DocumentWrite } from "../../src/storage/ports/search-index.ts";
import { sampleDocument as documentNow } from "../contract/search-index/sample.ts";

/** The file of a format. */
export const fileOf = (format: number): string => fileURLToPath(new URL(`index-v${format}.sqlite`, import.meta.url));
export const IDENTITY = "static:sample:8:unit:1";

/** A document as it was written then: beside each place how sure it was, which nothing read and is no longer stored. */
function sampleDocument(...given: Parameters<typeof documentNow>): DocumentWrite {
  const { document, drawers } = documentNow(...given);
  const written = drawers.map((write) => {
    const { wing, hall, room, topicalHalls } = write.drawer.placement;
    const placement = {
      wing: Object.assign({}, wing, { confidence: 0.5 }),
      hall: Object.assign({}, hall, { confidence: 0 }),
      room: Object.assign({}, room, { confidence: 0.25 }),
      topicalHalls,
    };
    return { ...write, drawer: { ...write.drawer, placement } };
  });
  return { document, drawers: written };
}

/** The changes in order; they leave deleted documents, several segments and two scopes. */
export const HISTORY: readonly { readonly put: readonly DocumentWrite[]; readonly remove: readonly DocumentRef[] }[] = [
  {
    put: [
      sampleDocument({
        path: "guide.md",
        drawers: [
          { text: "# Guide\n\nThe migration of the login moved to Clerk.", heading: "Guide", breadcrumb: ["Guide"], wing: "docs", room: "auth-migration", hall: "facts", date: "2024-05-01" },
          { text: "```ts\nconst user = getUserName();\n```\n", heading: "Code", breadcrumb: ["Guide", "Code"], wing: "docs", room: "auth-migration", topicalHalls: ["technical"] },
          { text: `many ${"migration ".repeat(20)}`, heading: "Guide", breadcrumb: ["Guide"], wing: "docs", vector: null },
        ],
      }),
      sampleDocument({ path: "old.md", drawers: ["this one is replaced", "migration of old things"] }),
      sampleDocument({ path: "private.md", scope: "user:42", drawers: ["my own migration notes"] }),
    ],
    remove: [],
  },
  {
    put: [
      sampleDocument({
        path: "s1",
        source: "chats",
        type: "chat",
        drawers: [
          { text: "When did the login migration end?", heading: "Ann", message: { chat: "c", session: "s1", ids: ["1"], role: "user", author: "Ann", time: "2024-05-02T10:00:00Z" }, date: "2024-05-02T10:00:00Z", signals: 3 },
          { text: "Last week, on a Friday.", heading: "Ben", caption: "a calendar \u0000 \ud800", message: { chat: "c", session: "s1", ids: ["2"], role: "assistant", author: null, time: null }, signals: 2 },
        ],
      }),
      sampleDocument({ path: "old.md", drawers: ["the one that replaced it"] }),
      sampleDocument({ path: "empty.md", drawers: [] }),
    ],
    remove: [],
  },
  { put: [sampleDocument({ path: "gone.md", drawers: ["soon gone"] }), sampleDocument({ path: "stays.md", drawers: ["日本語の本 stays"] })], remove: [] },
  { put: [], remove: [{ source: "notes", path: "gone.md" }] },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileOf(FORMAT_VERSION);
  if (existsSync(path)) throw new Error(`${path} is there already`);
  const index = await openSqliteSearchIndex(path);
  await index.setModelIdentity(IDENTITY);
  for (const change of HISTORY) await index.apply(change);
  await index.close();
}
