import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { openLoci } from "../../index.ts";

/** Notes by hand in their order, or files by name; what is asked; words of the older and the newer passage, or of two that are both so. */
interface Case {
  readonly notes?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly question: string;
  readonly older: string;
  readonly newer: string;
  readonly isOther?: true;
}

const CASES: readonly Case[] = [
  {
    notes: ["The database of the shop is MySQL 8.", "The database of the shop is MariaDB 11 now, no longer MySQL 8."],
    question: "which database does the shop use?",
    older: "is MySQL 8",
    newer: "MariaDB",
  },
  {
    notes: [
      "Our contact person at Alder is Ingrid Solheim.",
      "Ingrid Solheim has left. Our contact person at Alder is now Matteo Ricci.",
    ],
    question: "who is our contact person at Alder?",
    older: "is Ingrid",
    newer: "Matteo",
  },
  {
    notes: ["The retro of team Birch is on Thursdays at 15:00.", "The retro of team Birch moves to Fridays at 11:00."],
    question: "when is the retro of team Birch?",
    older: "Thursdays",
    newer: "Fridays",
  },
  {
    files: {
      "adr-003.md": "# ADR 3: Queues\n\nStatus: superseded by ADR 9\n\nWe use Redis for queues.\n",
      "adr-009.md": "# ADR 9: Queues\n\nStatus: accepted\n\nWe replaced Redis by NATS for queues.\n",
    },
    question: "what do we use for queues?",
    older: "use Redis",
    newer: "NATS",
  },
  {
    files: {
      "0004-logging.md": "# Logging\n\nSuperseded by: ADR-0012\n\nThe service logs to files under /var/log.\n",
      "adr-0012-logging.md": "# Logging\n\nAccepted.\n\nThe service logs to the journal.\n",
    },
    question: "where does the service log to?",
    older: "files under",
    newer: "journal",
  },
  {
    files: {
      "ops.md":
        "# Operations\n\n## Database\n\nWe use PostgreSQL 16 with daily backups.\n\n## Hosting\n\nWe host at Hetzner in Falkenstein.\n\n" +
        "## Database, changed\n\nWe moved from PostgreSQL 16 to PostgreSQL 18 in spring.\n",
    },
    question: "which database do we use?",
    older: "daily backups",
    newer: "PostgreSQL 18",
  },
  {
    files: {
      "2026-01-10.md": "# Notes\n\nThe rate limit of the API is 100 requests a minute.\n",
      "2026-05-10.md": "# Notes\n\nThe rate limit of the API is now 250 requests a minute.\n",
    },
    question: "what is the rate limit of the API?",
    older: "100",
    newer: "250",
  },
  // Of something else, of another owner, another person, another number; and where nothing says which is later.
  {
    files: {
      "oncall.md":
        "# On call\n\n## Billing cron\n\nIlse owns the billing cron. It runs at 02:40 UTC and pages after 25 minutes.\n",
      "adr.md":
        "# Ledger\n\n## Consequences\n\n| what | before | after |\n|---|---|---|\n| refunds | UPDATE | INSERT with `reverses` |\n" +
        "| monthly close | 40 min | 6 min |\n| who may write | anyone | the importer and `billing-cron` |\n",
    },
    question: "when does the billing cron run?",
    older: "02:40",
    newer: "monthly close",
    isOther: true,
  },
  {
    notes: ["Our contact person at Alder is Ingrid Solheim.", "The courier for Alder is now Bring Express."],
    question: "who is our contact person at Alder?",
    older: "Ingrid",
    newer: "Bring",
    isOther: true,
  },
  {
    notes: ["The database of the shop is MySQL 8.", "The database of the warehouse is Oracle 23 now."],
    question: "which database does the shop use?",
    older: "MySQL",
    newer: "Oracle",
    isOther: true,
  },
  {
    notes: ["Karin Moe's extension is 4471.", "Farid Aziz's extension is now 4502."],
    question: "what is Karin Moe's extension?",
    older: "4471",
    newer: "4502",
    isOther: true,
  },
  {
    files: {
      "staging.md": "# Staging\n\nThe gateway listens on port 8080.\n",
      "production.md": "# Production\n\nThe gateway listens on port 9090 now.\n",
    },
    question: "which port does the gateway listen on?",
    older: "8080",
    newer: "9090",
    isOther: true,
  },
  {
    files: {
      "adr-003.md": "# ADR 3: Queues\n\nStatus: accepted\n\nWe use Redis for queues.\n",
      "adr-010.md": "# ADR 10: Cache\n\nStatus: accepted\n\nWe replaced Redis by Valkey for the cache.\n",
    },
    question: "what do we use for queues?",
    older: "for queues",
    newer: "Valkey",
    isOther: true,
  },
  {
    files: {
      "api.md":
        "# API\n\n## Public API\n\nThe rate limit is 100 requests a minute.\n\n## Partner API\n\nThe rate limit is now 400 requests a minute.\n",
    },
    question: "what is the rate limit of the public API?",
    older: "100",
    newer: "400",
    isOther: true,
  },
];

test("what notes and documents set right later stands before what it was, which says so; nothing else does", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "loci-written-"));
  const loci = await openLoci({ home: join(folder, "home"), settings: { llm: { provider: "none" } } as never });
  t.after(async () => {
    await loci.close();
    rmSync(folder, { recursive: true });
  });
  const wrong: string[] = [];
  for (const [i, { notes = [], files = {}, question, older, newer, isOther = false }] of CASES.entries()) {
    const project = await loci.project(`p${i}`);
    for (const text of notes) await project.addDrawer({ text, scope: "kb" });
    const docs = join(folder, `docs-${i}`);
    mkdirSync(docs);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(docs, name), text);
    if (notes.length === 0) await project.index([docs], { scope: "kb" });
    const { hits, weaker } = await project.search(question);
    const at = (words: string): number => hits.findIndex(({ text }) => text.includes(words));
    const [was, is] = [at(older), at(newer)];
    const isMarked = hits[was]?.later !== undefined;
    if (isOther ? isMarked || was !== 0 : is !== 0 || is >= weaker || hits[was]?.later?.id !== hits[is]?.id)
      wrong.push(`${question} ${newer}`);
    const { text } = await project.ask(question);
    if (!isOther && !(/^> .*$/mu.exec(text)?.[0] ?? "").includes(newer))
      wrong.push(`not answered: ${question}\n${text}`);
  }
  assert.deepEqual(wrong, []);
});
