import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { test } from "node:test";
import { ownClock } from "../../../test/stress/own-clock.fixture.ts";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Configuration,
  loadConfiguration,
  type Loci,
  openLoci,
  openServiceTokens,
  type Project,
} from "../../index.ts";
import { type RunningService, startService } from "./start-service.ts";

/** Loci whose project "broken" can't pause its runs. */
function withBroken(loci: Loci): Loci {
  const project = async (name: string): Promise<Project> => {
    const opened = await loci.project(name);
    if (name !== "broken") return opened;
    const queue = async () => ({
      ...(await opened.queue()),
      pause: () => Promise.reject(new Error("the disk is gone")),
    });
    return new Proxy(opened, { get: (target, key) => (key === "queue" ? queue : Reflect.get(target, key)) });
  };
  return new Proxy(loci, { get: (target, key) => (key === "project" ? project : Reflect.get(target, key)) });
}

/** A service of a data folder on a free port, which watches nothing and logs nothing. */
async function serve(home: string, loci: Loci, defaultProject: string): Promise<RunningService> {
  const configuration = async (): Promise<Configuration> =>
    await loadConfiguration({ home, folder: home, environment: {}, flags: [] });
  const { settings } = await configuration();
  return await startService({
    loci,
    tokens: openServiceTokens(home),
    settings: { ...settings, server: { ...settings.server, port: 0 } },
    configuration,
    version: "0",
    defaultProject,
    roots: [],
    watch: false,
    mounts: [],
    log: () => {},
    clock: Date.now,
    timer: () => performance.now(),
  });
}

test("a project whose runs can't be paused keeps no stopped service listening", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-service-"));
  const home = join(folder, "home");
  writeFileSync(join(folder, "a.md"), "# Boiler\n\nIt leaks.\n");
  const loci = await openLoci({ home });
  try {
    for (const name of ["broken", "sound"])
      await (await loci.project(name)).index([join(folder, "a.md")], { scope: "kb" });
    const service = await serve(home, withBroken(loci), "sound");
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    await assert.rejects(service.stop(), /the disk is gone/u);
    await assert.rejects(fetch(`${service.url}/healthz`), "it listens no more");
    await service.ended;
  } finally {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a client that sends no more, or reads no more, keeps no service from stopping", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-service-"));
  const home = join(folder, "home");
  const loci = await openLoci({ home });
  try {
    await loci.project("notes");
    for (const path of ["/v1/search", "/v1/documents?name=a.txt&scope=kb", "/v1/session", "/unknown"]) {
      const service = await serve(home, loci, "notes");
      const { host, hostname, port } = new URL(service.url);
      const client = connect(Number(port), hostname).on("error", () => {});
      const token = openServiceTokens(home).owner();
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
      );
      await delay(100);
      // Of the time that the machine has for this process: on a busy one all that waits comes late.
      const clock = ownClock();
      await service.stop();
      const took = clock.milliseconds();
      clock.stop();
      assert.ok(took < 2_000, `${path}: ${took} ms`);
      client.destroy();
    }
  } finally {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what was kept longer than the settings say goes when a service starts, and status says when", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loci-service-"));
  const home = join(folder, "home");
  const loci = await openLoci({ home });
  try {
    const project = await loci.project("notes");
    await project.addMessage("plan", { id: "1", role: "user", text: "The harbour opens at six." });
    const log = join(home, "projects", "notes", "chats", "plan", "log");
    const place = existsSync(log) ? log : join(home, "projects", "notes", "chats", "log");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "2020-01-01.md"), "# 2020-01-01\n");
    assert.equal((await project.status()).cleaned, null);
    const service = await serve(home, loci, "notes");
    await service.stop();
    assert.equal(existsSync(join(place, "2020-01-01.md")), false);
    assert.equal((await project.status()).cleaned?.items, 1);
  } finally {
    await loci.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a connection stays open for longer than a proxy keeps one", async () => {
  const home = mkdtempSync(join(tmpdir(), "loci-service-"));
  const loci = await openLoci({ home });
  try {
    await loci.project("notes");
    const service = await serve(home, loci, "notes");
    const { headers } = await fetch(new URL("/v1/status", service.url));
    assert.ok(Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1]) > 60);
    await service.stop();
  } finally {
    await loci.close();
    rmSync(home, { recursive: true, force: true });
  }
});
