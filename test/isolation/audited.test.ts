import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Caller, Project } from "../../src/index.ts";
import { openConversation } from "../../src/surfaces/chat/conversation.ts";
import { sandbox } from "../../src/surfaces/cli/spawn-loci.fixture.ts";
import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";
import { toolsOf } from "../../src/surfaces/mcp/served-project.ts";
import { rounds } from "../rounds.fixture.ts";
import { mcpMount, type TestService, testService } from "../e2e/service.fixture.ts";

/** What one surface does for a caller, by the name of the operation, and what it takes from an answer for what follows. */
type Acts = Readonly<Record<string, (made: Made) => Promise<unknown>>>;

/** What earlier acts of the same caller made. */
interface Made {
  readonly name: string;
  drawer: string;
  source: string;
}

/** Sent by POST, and nothing changes but what searches note of themselves; or about sessions of the page, which no trail is of. */
const NO_CHANGE = new Set(["askFacts", "inject", "verify", "sessionCode", "beginSession", "endSession", "judge"]);

function overHttp(service: TestService, token: string, caller: Caller): Acts {
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(new URL(path, service.url), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${answer}`);
    return path === "/v1/ask" ? answer : JSON.parse(answer);
  };
  const owner = caller === "owner";
  const rooms = { from: "lantern", to: "light" };
  return {
    addDrawer: async (made) =>
      (made.drawer = (
        await ask("POST", "/v1/drawers", { text: `The lantern of ${made.name} is lit.`, room: "lantern" })
      ).id),
    search: () => ask("POST", "/v1/search", { query: "lantern" }),
    ask: () => ask("POST", "/v1/ask", { question: "Is the lantern lit?" }),
    addMessage: ({ name }) =>
      ask("POST", `/v1/chats/${name}/messages`, { id: "1", role: "user", text: "The gull cries." }),
    tellFacts: () => ask("POST", "/v1/facts/tell", { text: "My favorite color is violet." }),
    changeFacts: () => ask("POST", "/v1/facts/change", { op: "add", topic: "colors", values: ["red"] }),
    addDocument: async (made) => {
      const response = await fetch(
        new URL(`/v1/documents?name=${made.name}.md${owner ? "&scope=kb" : ""}`, service.url),
        {
          method: "POST",
          headers: { Authorization: `Bearer ${token}` },
          body: `# Oak\n\nAn acorn of ${made.name} fell.\n`,
        },
      );
      made.source = ((await response.json()) as { document: { source: string } }).document.source;
    },
    removeSource: ({ source }) => ask("DELETE", `/v1/sources/${source}`),
    ...(owner && {
      correct: () => ask("POST", "/v1/corrections/rename-room", rooms),
      addSources: () => ask("POST", "/v1/sources?wait=true", { paths: [service.docs], scope: "kb" }),
      refreshSource: async () => {
        const { sources } = await ask("GET", "/v1/sources");
        const { key } = (sources as { kind: string; key: string }[]).find(({ kind }) => kind === "folder") ?? {
          key: "",
        };
        return await ask("POST", `/v1/sources/${key}/refresh?wait=true&force=true`);
      },
      changeJob: async () => {
        const { jobs } = await ask("GET", "/v1/jobs");
        await ask("POST", `/v1/jobs/${jobs[0].id}/retry`);
      },
      changeSetting: () => ask("POST", "/v1/settings", { key: "recall.limit", value: "7" }),
      endToken: () => ask("DELETE", `/v1/tokens/${service.tokens.issue("user:5").issued.id}`),
    }),
    forget: ({ drawer }) => ask("POST", "/v1/forget", { ids: [drawer] }),
    deleteChat: ({ name }) => ask("DELETE", `/v1/chats/${name}`),
  };
}

function overMcp(service: TestService, token: string, caller: Caller): Acts {
  const call = async (name: string, args: object): Promise<string> => {
    const response = await fetch(new URL("/mcp", service.url), {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    });
    const text = await response.text();
    assert.doesNotMatch(text, /"isError":true|"error":/, `${name}: ${text}`);
    return text;
  };
  const [from, to] = [
    { wing: "boat", room: "rig" },
    { wing: "dock", room: "pier" },
  ];
  return {
    add_drawer: async (made) => {
      const text = await call("add_drawer", { text: `The mast of ${made.name} is new.`, wing: "boat", room: "mast" });
      made.drawer = /\b[0-9a-f]{8,64}\b/u.exec(text)?.[0] ?? "";
    },
    search: () => call("search", { query: "mast" }),
    change_facts: () => call("change_facts", { op: "add", topic: "boats", values: ["yawl"] }),
    ...(caller === "owner" && {
      correct_room: () => call("correct_room", { op: "rename-room", from: "mast", to: "rig" }),
      create_tunnel: async () => {
        await call("add_drawer", { text: "The planks of the pier are loose.", ...to });
        await call("create_tunnel", { from, to });
      },
      delete_tunnel: () => call("delete_tunnel", { from, to }),
      sync: () => call("sync", {}),
    }),
    delete_drawer: ({ drawer }) => call("delete_drawer", { id: drawer }),
    forget: async ({ name }) => {
      await call("add_drawer", { text: `The anchor of ${name} drags.`, wing: "boat", room: "anchor" });
      await call("forget", { query: `The anchor of ${name} drags`, yes: true });
    },
    chats: async ({ name }) => {
      const chat = `mcp-${name}`;
      const project = await service.loci.project("default");
      await project.addMessage(chat, { id: "1", role: "user", text: "The tide is low." }, { caller });
      await call("chats", { op: "delete", chat });
    },
  };
}

function inChat(project: Project, caller: Caller): Acts {
  const talk = openConversation({ project, caller, chat: "talk", platform: "telegram", resolvePath: null });
  const say = (text: string) => () => talk.say({ text });
  return {
    remember: say("/remember The keel is oak."),
    search: say("/search keel"),
    talk: say("Is the keel oak?"),
    tell: say("My favorite fruit is a pear."),
    forget: async () => {
      await talk.say({ text: "/forget keel" });
      await talk.say({ text: "yes" });
    },
    clear: say("/memory clear"),
  };
}

function onTheLine(box: ReturnType<typeof sandbox>, caller: Caller): Acts {
  const run = async (...args: readonly string[]): Promise<void> => {
    const { status, err, out } = await box.loci([...args, "--project", "default", "--as", caller]);
    assert.equal(status, 0, `${args.join(" ")}: ${err} ${out}`);
  };
  const name = caller.replace(":", "-");
  return {
    add: () => run("add", `The rudder of ${name} is worn.`, "--room", "rudder"),
    search: () => run("search", "rudder"),
    tell: () => run("facts", "tell", "My favorite bird is a heron."),
    set: () => run("facts", "put", "Anna's birthday", "3 May"),
    forget: () => run("forget", `The rudder of ${name} is worn`, "--yes"),
    ...(caller === "owner" && {
      index: () => run("index", join(box.folder, "notes"), "--scope", "kb"),
      setting: () => run("config", "set", "recall.limit", "9"),
      remove: () => run("sources", "rm", "notes", "--yes"),
    }),
  };
}

test("whatever changes something, by whichever way, is entered by who did it", async (t) => {
  const box = sandbox({ "notes/pier.md": "# Pier\n\nThe pier is long.\n" });
  t.after(() => box.remove());
  mkdirSync(box.home, { recursive: true });
  const service = await testService(t, { home: box.home, mounts: [mcpMount("palace")] });
  writeFileSync(join(service.docs, "buoy.md"), "# Buoy\n\nThe buoy is red.\n");
  const project = await service.loci.project("default");
  const trail = async () => await project.audit({ limit: 1_000 });
  const reached = { http: new Set<string>(), mcp: new Set<string>() };
  // A second user, after all others, does what the first does.
  for (const caller of (["user:77", "owner", "public", "user:78"] as const).slice(0, rounds(4, 3))) {
    const { token } = service.tokens.issue(caller, { projects: "all" });
    const surfaces: Readonly<Record<string, Acts>> = {
      http: overHttp(service, token, caller),
      mcp: overMcp(service, token, caller),
      chat: inChat(project, caller),
      cli: onTheLine(box, caller),
    };
    for (const [surface, acts] of Object.entries(surfaces)) {
      const made: Made = { name: `${surface}-${caller.replace(":", "-")}`, drawer: "", source: "" };
      for (const [what, act] of Object.entries(acts)) {
        // Nobody may write, or chat, without being somebody.
        if (caller === "public" && !["search", "ask"].includes(what)) continue;
        const before = new Set((await trail()).map((entry) => JSON.stringify(entry)));
        await act(made);
        const entered = async () => (await trail()).filter((entry) => !before.has(JSON.stringify(entry)));
        // What was shown is noted after the answer.
        for (let tries = 0; tries < 1_200 && (await entered()).length === 0; tries++) await setTimeout(50);
        const entries = await entered();
        const about = `${surface} ${what} as ${caller}: ${JSON.stringify(entries)}`;
        assert.ok(entries.length > 0, about);
        for (const entry of entries) assert.equal(entry.caller, caller, about);
        if (surface === "http" || surface === "mcp") reached[surface].add(what);
      }
    }
  }
  const routes = ROUTES.filter(({ method, operation }) => method !== "get" && !NO_CHANGE.has(operation));
  assert.deepEqual([...reached.http].toSorted(), routes.map(({ operation }) => operation).toSorted());
  const tools = (await toolsOf("palace")).filter(
    ({ name, behaviour }) => behaviour.readOnly !== true || name === "search",
  );
  assert.deepEqual([...reached.mcp].toSorted(), tools.map(({ name }) => name).toSorted());
});
