/**
 * How fast the page is, in a real browser over loopback: `node bench/page.ts [drawers] [folder] [slowdown] [latency]`.
 *
 * Writes the synthetic corpus of the other benches, indexes it, starts `loci serve` in a process of its own, opens the page in Chromium and types
 * questions a key at a time. A key counts from its `input` event to the first task after the frame that shows the new hits. Runs on what was
 * built. A folder that is named is kept, so that a second run indexes nothing. A slowdown of 4 gives the page a quarter of the processor; a latency,
 * milliseconds, is added to each answer of the service. The processor time of the page's thread is measured beside: what others do on the machine
 * isn't in it.
 *
 * Budget of the page: p95 ≤ 50 ms at 100,000 drawers, first paint within half a second.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { CHROMIUM } from "../test/page/browser.fixture.ts";
import { corpusQuestions, writeCorpus } from "./corpus/write-corpus.ts";
import { quantile } from "./measure/quantile.ts";

const ROOT = join(import.meta.dirname, "..");
const drawers = Number(process.argv[2] ?? 100_000);
/** Questions that are typed, in the words of the corpus. */
const QUESTIONS = 8;
/** Between two keys, milliseconds: a fast typist. */
const BETWEEN_KEYS_MS = 80;

/** Runs in the page: resolves with the milliseconds from the next `input` to the frame that shows its hits. */
const NEXT_KEY = `(() => {
  const view = document.querySelector("main");
  globalThis.painted = new Promise((resolve) => {
    addEventListener("input", ({ timeStamp }) => {
      const seen = new MutationObserver(() => {
        if (document.querySelector(".hits, .verdict") === null) return;
        seen.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      });
      for (const part of view.querySelectorAll(".hits, .verdict, .empty")) seen.observe(part.parentElement, { childList: true, subtree: true, characterData: true });
    }, { once: true, capture: true });
  });
})()`;

if (CHROMIUM === null) throw new Error("no chromium was found: apt-get install chromium");
const kept = process.argv[3];
const folder = kept ?? mkdtempSync(join(tmpdir(), "loci-bench-page-"));
if (kept !== undefined) mkdirSync(kept, { recursive: true });
const home = join(folder, "home");
const loci = (...args: readonly string[]): ReturnType<typeof spawn> =>
  spawn(process.execPath, [join(ROOT, "bin", "loci.js"), ...args, "--home", home], {
    stdio: ["ignore", "pipe", "ignore"],
  });
const ended = async (child: ReturnType<typeof spawn>): Promise<void> => {
  await new Promise((resolve) => child.once("exit", resolve));
};

const corpus = writeCorpus(join(folder, "notes"), drawers);
await ended(loci("index", ...corpus.files, "--scope", "kb", "--project", "default"));
await ended(loci("mine", ...corpus.chats, "--scope", "kb", "--format", "jsonl", "--project", "default"));
const service = loci("serve", "--port", "0", "--no-watch", "--json", "--project", "default");
const { url } = await new Promise<{ url: string }>((resolve) =>
  service.stdout?.once("data", (line: Buffer) => resolve(JSON.parse(line.toString()) as { url: string })),
);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
try {
  const token = readFileSync(join(home, "token"), "utf8").trim();
  const codes = await fetch(`${url}/v1/session/codes`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const [slowdown = 1, latency = 0] = process.argv.slice(4).map(Number);
  const developer = await page.context().newCDPSession(page);
  await developer.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await developer.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async (): Promise<number> => {
    const { metrics } = await developer.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  await page.goto(((await codes.json()) as { url: string }).url);
  await page.locator("[data-search]").waitFor();
  const status = (await page.locator("main h2").first().textContent()) ?? "";
  const paints: number[] = [];
  for (let i = 0; i < 5; i++) {
    await page.reload();
    await page.locator("[data-search]").waitFor();
    paints.push(
      Number(await page.evaluate(`performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`)),
    );
  }
  if (latency > 0)
    await page.route("**/v1/search", async (route) => {
      await sleep(latency);
      await route.continue().catch(() => {});
    });
  const times: number[] = [];
  /** Of the same keys: the search itself, and all until the answer was read. */
  const inService: number[] = [];
  const until: number[] = [];
  /** Processor time of the page's thread from a key to its painted hits. */
  const work: number[] = [];
  for (const question of corpusQuestions(QUESTIONS)) {
    await page.locator("[data-search]").fill("");
    await page.locator(".empty").waitFor();
    for (const [place, key] of [...question].entries()) {
      await page.evaluate(NEXT_KEY);
      const before = await worked();
      await page.keyboard.type(key);
      // A blank at the end asks the same question again, so nothing is painted.
      if (key === " ") continue;
      const painted = page.evaluate("globalThis.painted") as Promise<number>;
      const time = await Promise.race([painted, sleep(2_000).then(() => null)]);
      const spent = (await worked()) - before;
      if (time !== null && place > 0) {
        times.push(time);
        const status = (await page.locator(".verdict .quiet").textContent()) ?? "";
        const [searched = 0, answered = 0] = [...status.matchAll(/([\d.]+) ms/g)].map(([, figure]) => Number(figure));
        inService.push(searched);
        until.push(answered);
        work.push(spent);
      }
      await sleep(BETWEEN_KEYS_MS);
    }
  }
  console.log(`${status}; ${times.length} keys`);
  for (const [name, figures] of [
    ["keystroke to painted hits", times],
    ["of it until the answer is read", until],
    ["of it the search", inService],
    ["processor time of the page's thread for it", work],
  ] as const) {
    const at = (share: number): string => quantile(figures, share).toFixed(1);
    console.log(`${name}: p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ms`);
  }
  console.log(`first contentful paint: ${paints.map((time) => time.toFixed(0)).join(", ")} ms`);
} finally {
  await browser.close();
  service.kill();
  await ended(service);
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
