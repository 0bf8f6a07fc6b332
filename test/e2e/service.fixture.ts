import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { z } from "zod";
import { createClient, type LociClient } from "../../src/client/index.ts";
import {
  type Caller,
  type Loci,
  loadConfiguration,
  openLoci,
  openServiceTokens,
  type PartialSettings,
  type ServiceTokens,
} from "../../src/index.ts";
import type { System } from "../../src/app/opened-project.ts";
import type { Mount } from "../../src/surfaces/http/create-app.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { type RunningService, startService } from "../../src/surfaces/http/start-service.ts";
import { mcpHttpHandler } from "../../src/surfaces/mcp/http-handler.ts";
import { type Profile, servedProject } from "../../src/surfaces/mcp/served-project.ts";
import { errorAnswerSchema } from "../../src/operations/answers/answer.ts";
import { temporaryFolder } from "./notes.fixture.ts";

/** A service in this process, on a free port. */
export interface TestService {
  readonly folder: string;
  /** A folder inside the roots. */
  readonly docs: string;
  readonly loci: Loci;
  readonly service: RunningService;
  readonly url: string;
  readonly tokens: ServiceTokens;
  /** Lines of its log. */
  readonly log: string[];
  /** A client whose answers are checked against the schemas of their routes. */
  readonly client: (caller?: Caller, project?: string) => LociClient;
  /** A plain request with the owner's token. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Starts one; it ends with the test. */
export async function testService(
  t: Pick<TestContext, "after">,
  options: {
    readonly settings?: PartialSettings;
    readonly watch?: boolean;
    readonly home?: string;
    readonly system?: Partial<System>;
    readonly mounts?: readonly Mount[];
    /** Whether little is written at once, so that jobs take several batches; true by default. */
    readonly smallBatches?: boolean;
    /** Where runs of the background go on; with `loci serve` in a process of their own. */
    readonly background?: "here" | "process";
  } = {},
): Promise<TestService> {
  const folder = temporaryFolder(t);
  const docs = join(folder, "docs");
  mkdirSync(docs);
  const home = options.home ?? join(folder, "home");
  const { settings: defaults } = await loadConfiguration({ home, folder, environment: {}, flags: [] });
  const settings = {
    ...defaults,
    server: { ...defaults.server, port: 0, ...options.settings?.server },
    watch: { ...defaults.watch, debounce_ms: 150, ...options.settings?.watch },
    ingest: { ...defaults.ingest, ...options.settings?.ingest },
    llm: { ...defaults.llm, ...options.settings?.llm },
    store: { ...defaults.store, ...options.settings?.store },
    recall: { ...defaults.recall, ...options.settings?.recall },
    page: { ...defaults.page, ...options.settings?.page },
  };
  const loci = await openLoci({
    home,
    settings,
    background: options.background ?? "here",
    ...(options.system !== undefined && { system: options.system }),
    ...(options.smallBatches !== false && { batch: { drawers: 60, bytes: 100_000 } }),
  });
  const tokens = openServiceTokens(loci.home);
  const log: string[] = [];
  const service = await startService({
    loci,
    tokens,
    settings,
    configuration: async () => await loadConfiguration({ home, folder: home, environment: {}, flags: [] }),
    version: "0.0.0-test",
    defaultProject: "default",
    roots: [docs],
    watch: options.watch ?? false,
    mounts: options.mounts ?? [],
    log: (line) => log.push(line),
    clock: Date.now,
    timer: () => performance.now(),
  });
  t.after(async () => {
    await service.stop();
    await loci.close();
  });
  const { url } = service;
  const issued = new Map<Caller, string>([["owner", tokens.owner()]]);
  return {
    folder,
    docs,
    loci,
    service,
    url,
    tokens,
    log,
    client(caller = "owner", project) {
      const token = issued.get(caller) ?? tokens.issue(caller, { projects: "all" }).token;
      issued.set(caller, token);
      return createClient({ url, token, ...(project !== undefined && { project }), fetch: checkingFetch });
    },
    ask: (path, init = {}) =>
      fetch(new URL(path, url), { ...init, headers: { Authorization: `Bearer ${tokens.owner()}`, ...init.headers } }),
  };
}

/** Where agents are served, as `loci serve` has it. */
export function mcpMount(profile: Profile = "default"): Mount {
  return {
    path: "/mcp",
    access: "caller",
    handle: async (request, { caller, projectName, named }, running) =>
      await mcpHttpHandler(
        async () => ({
          project: servedProject(await running.project(projectName, { make: caller === "owner" && !named })),
          caller,
          profile,
          limit: 10,
          version: "0",
          clock: () => 0,
          afterwards: (work) => running.afterwards(() => work),
        }),
        () => {},
      )(request),
  };
}

/** `fetch`, whose JSON answers must be what their route declares: nothing missing, nothing more. */
const checkingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.headers.get("content-type")?.startsWith("application/json") !== true) return response;
  const { pathname } = new URL(String(input));
  const body: unknown = await response.clone().json();
  if (!response.ok) errorAnswerSchema.parse(body);
  else {
    const route = ROUTES.find(
      ({ method, path }) =>
        method === (init?.method ?? "GET").toLowerCase() &&
        new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname),
    );
    assert.ok(route?.answer instanceof z.ZodType, `${pathname} has a schema`);
    assert.deepEqual(body, route.answer.parse(body), `${pathname} answers what it declares`);
  }
  return response;
};
