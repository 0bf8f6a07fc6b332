import assert from "node:assert/strict";
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { backUpHome, openLoci, type Project, repairCatalog, restoreHome, sweepHome } from "../../src/index.ts";
import { note, temporaryFolder, writeNotes } from "./notes.fixture.ts";

/** Databases that this process has open, by the inodes of their files. */
function openDatabases(home: string): ReadonlyMap<number, string> {
  const open = new Map<number, string>();
  for (const descriptor of readdirSync("/proc/self/fd")) {
    let path: string;
    try {
      path = readlinkSync(join("/proc/self/fd", descriptor));
    } catch {
      continue;
    }
    if (path.startsWith(home) && /\.sqlite(?:-shm)?$/u.test(path)) open.set(statSync(path).ino, path);
  }
  return open;
}

/** Inodes on which this process holds a POSIX lock. */
function lockedInodes(): ReadonlyMap<number, number> {
  const locks = new Map<number, number>();
  for (const line of readFileSync("/proc/locks", "utf8").split("\n")) {
    const [, kind, , , pid, file = ""] = line.trim().split(/\s+/u);
    const inode = Number(file.split(":")[2]);
    if (kind === "POSIX" && Number(pid) === process.pid) locks.set(inode, (locks.get(inode) ?? 0) + 1);
  }
  return locks;
}

/** Everything that an answer in pieces gives. */
async function all(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

type Operations = Readonly<Record<string, (project: Project) => unknown>>;

/** Every operation of a project; one that is missing here fails the test. */
function operations(folder: string, home: string): Operations {
  const extra = join(folder, "extra");
  writeNotes(extra, { "more.md": note(90) });
  const first = async (project: Project): Promise<string> => (await project.search("falcon")).hits[0]?.id ?? "";
  return {
    index: (p) => p.index([extra, join(home, "projects", "p", "catalog.sqlite")], { scope: "kb" }),
    indexText: (p) => p.indexText({ name: "piped", text: "Some text about a falcon." }, { scope: "kb" }),
    mine: (p) => p.mine([join(home, "projects", "p", "index.sqlite")]),
    importMemPalace: (p) => p.importMemPalace(join(home, "projects", "p"), { scope: "kb" }),
    addDrawer: (p) => p.addDrawer({ wing: "w", room: "r", scope: "kb", text: "The mill opens at nine, says Anna." }),
    checkDuplicate: (p) => p.checkDuplicate("The mill opens at nine, says Anna."),
    addDocument: (p) => p.addDocument({ name: "a.md", bytes: Buffer.from("# A\n\nAn uploaded text.\n") }),
    addMessage: (p) =>
      p.addMessage("c", { id: "m1", role: "user", text: "I moved the boat to the north pier." } as never),
    search: (p) => p.search("falcon near the harbour"),
    expand: async (p) => p.expand([await first(p)]),
    drawerSource: async (p) => p.drawerSource(await first(p)),
    outline: async (p) => p.outline(await first(p)),
    closets: (p) => p.closets({} as never),
    drawers: (p) => p.drawers({} as never),
    recordAccess: async (p) => p.recordAccess("opened" as never, [await first(p)]),
    correct: (p) => p.correct("rename-room", { from: "r", to: "rooms" }),
    addTunnel: (p) => p.addTunnel("w" as never, "r" as never),
    removeTunnel: (p) => p.removeTunnel("w" as never, "r" as never),
    ...Object.fromEntries(
      ["wings", "rooms", "taxonomy", "tunnels", "graph", "standing", "wakeUp", "status", "sources", "drawersBySource"]
        .concat(["jobs", "changes", "audit", "chats", "facts", "queue", "sessionBrief", "sessions"])
        .map((name) => [name, (p: Project) => (p[name as keyof Project] as (options?: unknown) => unknown)({})]),
    ),
    traverse: (p) => p.traverse("r", {} as never),
    timeline: (p) => p.timeline({} as never),
    today: (p) => p.today(),
    job: (p) => p.job("none"),
    inject: (p) => p.inject("Where does the falcon nest?"),
    recordSession: (p) => p.recordSession({} as never),
    tellFacts: (p) => p.tellFacts("My favourite colour is teal."),
    askFacts: (p) => p.askFacts("What is my favourite colour?"),
    async changeFacts(p) {
      await p.changeFacts({ op: "add", topic: "boats", values: ["Teal"] });
      await p.changeFacts({ op: "put", topic: "gate code", value: "oak" });
      return p.changeFacts({ op: "erase", topic: "gate code" });
    },
    forgetChatFacts: (p) => p.forgetChatFacts("c"),
    chatMemory: (p) => p.chatMemory("c"),
    clearChatMemory: (p) => p.clearChatMemory("c"),
    factList: (p) => p.factList("boats"),
    factByRank: (p) => p.factByRank("boats", 1),
    chatMessages: (p) => p.chatMessages("c"),
    messageDrawers: (p) => p.messageDrawers("c", "m1"),
    ask: (p) => p.ask("Where does the falcon nest?"),
    askStream: (p) => all(p.askStream("Where does the falcon nest?")),
    verify: (p) => p.verify("The falcon nests near the harbour [1]."),
    flush: (p) => p.flush(),
    retention: (p) => p.retention(),
    watch: async (p) => (await p.watch()).close(),
    secrets: (p) => p.secrets(),
    spend: (p) => p.spend({} as never),
    compact: (p) => p.compact(),
    sign: (p) => (p.sign as (options?: unknown) => unknown)({}),
    doctor: (p) => p.doctor({ deep: true }),
    forget: (p) => p.forget("mill opens at nine", { yes: true }),
    forgetDrawers: async (p) => p.forgetDrawers([await first(p)], { yes: true }),
    removeDocument: (p) => p.removeDocument("a.md"),
    deleteChat: (p) => p.deleteChat("c"),
    compareHall: (p) => p.compareHall("advice"),
    sourceFiles: (p) => p.sourceFiles(extra),
    removeSource: (p) => p.removeSource(extra),
    migrateModel: (p) => p.migrateModel({ to: "none" } as never),
    rebuild: (p) => p.rebuild(),
    move: (p) => p.move({ to: "nowhere" } as never),
  };
}

test(
  "no operation gives up a lock that this process holds on its databases",
  { skip: process.platform === "linux" ? false : "there is no /proc/locks" },
  async (t) => {
    const folder = temporaryFolder(t);
    const home = join(folder, "home");
    writeNotes(join(folder, "notes"), Object.fromEntries([0, 1, 2].map((i) => [`note-${i}.md`, note(i)])));
    const loci = await openLoci({ home, settings: { embedding: { provider: "none" } } });
    t.after(() => loci.close());
    const project = await loci.project("p");
    await project.index([join(folder, "notes")], { scope: "kb" });
    const done: string[] = [];
    const look = async (name: string, work: () => unknown): Promise<void> => {
      // What is refused is looked at too: it may have opened a file before.
      await Promise.resolve()
        .then(work)
        .then(
          () => done.push(name),
          () => undefined,
        );
      const locks = lockedInodes();
      const open = [...openDatabases(home)];
      assert.ok(open.length > 0, `${name}: databases are open`);
      for (const [inode, path] of open) assert.ok((locks.get(inode) ?? 0) > 0, `${name}: no lock is left on ${path}`);
    };
    const asked = operations(folder, home);
    const methods = Object.entries(project).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
    assert.deepEqual(
      methods.filter((name) => name !== "close" && !(name in asked)),
      [],
      "every operation is tried",
    );
    for (const [name, work] of Object.entries(asked)) await look(name, () => work(project));
    const settings = {};
    await look("backup", () => backUpHome(home, join(folder, "backup")));
    await look("restore", () => restoreHome(join(folder, "backup"), join(folder, "restored")));
    await look("repair", () => repairCatalog({ home, project: "p", settings: settings as never }));
    await look("sweep", () => sweepHome(home));
    await look("projects", () => loci.projects());
    for (const name of [
      "forget",
      "doctor",
      "secrets",
      "backup",
      "restore",
      "rebuild",
      "verify",
      "index",
      "changeFacts",
    ])
      assert.ok(done.includes(name), `${name} was refused: ${done.join(" ")}`);
  },
);
