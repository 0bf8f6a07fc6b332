import { candidateNote } from "./project-of-folder.ts";
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sealedJson } from "../../files/plain-file.ts";
import { makeIdentity } from "./identity.ts";
import { type Repositories, repositories } from "./repositories.fixture.ts";

const ALDER = "git@example.org:alder/web.git";
const BIRCH = "https://example.org/birch/web";

test("two repositories of one name are two projects", async (t) => {
  const r = repositories(t);
  r.make("alder/web", ALDER);
  r.make("birch/web", BIRCH);
  r.make("cedar/web");
  r.make("elm/web");
  const names = [];
  for (const path of ["alder/web", "birch/web", "cedar/web", "elm/web"]) names.push(await r.claim(path));
  assert.deepEqual(names, ["web", "web-birch", "web-cedar", "web-elm"]);
  assert.equal((await r.look("birch/web")).name, "web-birch");
});

test("claimed at once by two processes, they are still two", async (t) => {
  const r = repositories(t);
  r.make("alder/web", ALDER);
  r.make("birch/web", BIRCH);
  const names = await Promise.all([r.claim("alder/web"), r.claim("birch/web"), r.claim("alder/web")]);
  assert.equal(new Set(names).size, 2);
  assert.equal(names[0], names[2]);
});

/** What becomes of a repository that is claimed at `alder/web`, and where it is looked for afterwards. */
const RENAMINGS: Readonly<Record<string, (r: Repositories) => string>> = {
  "another remote": (r) => (r.git("alder/web", "remote", "set-url", "origin", BIRCH), "alder/web"),
  "no remote any more": (r) => (r.git("alder/web", "remote", "remove", "origin"), "alder/web"),
  "another name of the remote": (r) => (r.git("alder/web", "remote", "rename", "origin", "github"), "alder/web"),
  "another name in the manifest": (r) => (r.write("alder/web/package.json", '{ "name": "sails" }'), "alder/web"),
  "the folder renamed": (r) => (renameSync(join(r.root, "alder/web"), join(r.root, "alder/site")), "alder/site"),
  "the folder moved": (r) => {
    mkdirSync(join(r.root, "work/new"), { recursive: true });
    renameSync(join(r.root, "alder/web"), join(r.root, "work/new/web"));
    return "work/new/web";
  },
  "the folder moved and its remote changed, with no look between": (r) => {
    renameSync(join(r.root, "alder/web"), join(r.root, "site"));
    r.git("site", "remote", "set-url", "origin", BIRCH);
    return "site";
  },
  "its remote replaced, and the folder above it moved, with no look between": (r) => {
    r.git("alder/web", "remote", "remove", "origin");
    r.git("alder/web", "remote", "add", "github", BIRCH);
    r.git("alder/web", "commit", "-q", "--allow-empty", "-m", "goes on");
    renameSync(join(r.root, "alder"), join(r.root, "birch"));
    return "birch/web";
  },
  "a subfolder": (r) => (mkdirSync(join(r.root, "alder/web/src/deep"), { recursive: true }), "alder/web/src/deep"),
  "a link to it": (r) => (symlinkSync(join(r.root, "alder/web"), join(r.root, "link")), "link"),
  "a worktree": (r) => (r.git("alder/web", "worktree", "add", "-q", "../../tree", "-b", "next"), "tree"),
  "a worktree that was moved": (r) => {
    r.git("alder/web", "worktree", "add", "-q", "../../tree", "-b", "next");
    renameSync(join(r.root, "tree"), join(r.root, "tree-2"));
    return "tree-2";
  },
  "a second clone, by another protocol": (r) => {
    r.git("", "clone", "-q", "alder/web", "again");
    r.git("again", "remote", "set-url", "origin", "ssh://git@example.org:22/Alder/Web/");
    return "again";
  },
  "a shallow clone": (r) => {
    r.git("", "clone", "-q", "--depth", "1", `file://${r.root}/alder/web`, "shallow");
    r.git("shallow", "remote", "set-url", "origin", "https://example.org/alder/web.git");
    return "shallow";
  },
  "a clone that shares its objects": (r) => (r.git("", "clone", "-q", "--shared", "alder/web", "shared"), "shared"),
  "a history written anew": (r) => {
    r.git("alder/web", "checkout", "-q", "--orphan", "new");
    r.git("alder/web", "commit", "-q", "-m", "begin again");
    r.git("alder/web", "branch", "-D", "main");
    return "alder/web";
  },
  "a history written anew, and the folder moved": (r) => {
    r.git("alder/web", "checkout", "-q", "--orphan", "new");
    r.git("alder/web", "commit", "-q", "-m", "begin again");
    r.git("alder/web", "branch", "-D", "main");
    renameSync(join(r.root, "alder/web"), join(r.root, "moved"));
    return "moved";
  },
  "a second root merged into it": (r) => {
    r.make("other");
    r.git("alder/web", "fetch", "-q", "../../other", "main");
    r.git("alder/web", "merge", "-q", "--allow-unrelated-histories", "-X", "ours", "FETCH_HEAD", "-m", "two roots");
    renameSync(join(r.root, "alder/web"), join(r.root, "moved"));
    return "moved";
  },
  "a bare clone of the same remote, and a worktree of that": (r) => {
    r.git("", "clone", "-q", "--bare", "alder/web", "web.git");
    r.git("web.git", "remote", "set-url", "origin", ALDER);
    r.git("web.git", "worktree", "add", "-q", "../of-bare", "-b", "next");
    return "of-bare";
  },
  "its store taken elsewhere": (r) => (
    r.git("alder/web", "init", "-q", "--separate-git-dir", "../../store"),
    "alder/web"
  ),
  "its history packed": (r) => (r.git("alder/web", "gc", "-q"), r.git("alder/web", "pack-refs", "--all"), "alder/web"),
  "a link to a subfolder of it": (r) => {
    r.write("alder/web/src/a.ts", "");
    symlinkSync(join(r.root, "alder/web/src"), join(r.root, "src"));
    return "src";
  },
  "a package in it": (r) => (
    r.write("alder/web/packages/tide/package.json", '{ "name": "tide" }'),
    "alder/web/packages/tide"
  ),
  "git taken away": (r) => (rmSync(join(r.root, "alder/web/.git"), { recursive: true }), "alder/web"),
};

for (const [what, change] of Object.entries(RENAMINGS))
  test(`a repository is found again: ${what}`, async (t) => {
    const r = repositories(t);
    r.make("alder/web", ALDER);
    assert.equal(await r.claim("alder/web"), "web");
    const found = await r.look(change(r));
    assert.deepEqual([found.name, found.known], ["web", true]);
  });

test("a repository is found again under another remote, after a second clone or a submodule of it was asked", async (t) => {
  for (const again of ["web2", "host/vendor/web"])
    for (const renamed of ["alder/web", again]) {
      const r = repositories(t);
      r.make("alder/web", ALDER);
      assert.equal(await r.claim("alder/web"), "web");
      if (again === "web2") r.git("", "clone", "-q", "alder/web", again);
      else {
        r.make("host");
        r.git("host", "submodule", "--quiet", "add", `${r.root}/alder/web`, "vendor/web");
      }
      r.git(again, "remote", "set-url", "origin", ALDER);
      for (const asked of [again, "alder/web", again]) assert.equal((await r.look(asked)).name, "web");
      r.git(renamed, "remote", "set-url", "origin", "git@example.org:alder/website.git");
      assert.deepEqual([(await r.look(renamed)).name, (await r.look(renamed)).known], ["web", true]);
      for (const path of [again, "alder/web"]) assert.equal((await r.look(path)).name, "web", path);
      // Another one at the same place is still another.
      rmSync(join(r.root, renamed), { recursive: true });
      r.git("", "clone", "-q", renamed === again ? "alder/web" : again, renamed);
      r.git(renamed, "remote", "set-url", "origin", "git@example.org:birch/other.git");
      assert.equal((await r.look(renamed)).known, false);
    }
});

/** What comes to where a repository stood, and the project that is there then: a folder without git is still the place that is known. */
const SUCCESSORS: Readonly<Record<string, readonly [project: string, succeed: (r: Repositories) => void]>> = {
  "an empty folder": ["web", (r) => void mkdirSync(join(r.root, "alder/web"))],
  "a package": ["web", (r) => r.write("alder/web/package.json", '{ "name": "sails" }')],
  "another repository": ["web-alder", (r) => renameSync(r.make("fresh"), join(r.root, "alder/web"))],
  "another one with a remote": ["web-birch", (r) => renameSync(r.make("fresh", BIRCH), join(r.root, "alder/web"))],
  "another project": ["other", (r) => renameSync(join(r.root, "other"), join(r.root, "alder/web"))],
};

for (const [what, [project, succeed]] of Object.entries(SUCCESSORS))
  test(`a repository that was moved is found, whatever stands at its place: ${what}`, async (t) => {
    for (const remote of [undefined, ALDER])
      for (const isSeenFirst of [false, true]) {
        const r = repositories(t);
        r.make("alder/web", remote);
        r.make("other");
        assert.deepEqual([await r.claim("alder/web"), await r.claim("other")], ["web", "other"]);
        renameSync(join(r.root, "alder/web"), join(r.root, "moved"));
        succeed(r);
        if (isSeenFirst) await r.claim("alder/web");
        assert.equal((await r.look("moved")).name, "web");
        assert.equal(await r.claim("alder/web"), project);
        // And back again.
        rmSync(join(r.root, "alder/web"), { recursive: true });
        renameSync(join(r.root, "moved"), join(r.root, "alder/web"));
        assert.equal((await r.look("alder/web")).name, "web");
      }
  });

test("a repository without a remote is found again when it gets one, moves, and gets another", async (t) => {
  const r = repositories(t);
  r.make("work");
  assert.equal(await r.claim("work"), "work");
  r.git("work", "remote", "add", "origin", ALDER);
  assert.equal((await r.look("work")).name, "work");
  renameSync(join(r.root, "work"), join(r.root, "job"));
  assert.equal((await r.look("job")).name, "work");
  r.git("job", "remote", "set-url", "origin", BIRCH);
  assert.equal((await r.look("job")).name, "work");
});

/** What stands beside the repository at `alder/web`, and must not be it. */
const STRANGERS: Readonly<Record<string, (r: Repositories) => string>> = {
  "a fork": (r) => {
    r.git("", "clone", "-q", "alder/web", "fork");
    r.git("fork", "remote", "set-url", "origin", "git@example.org:kay/web.git");
    r.git("fork", "remote", "add", "upstream", ALDER);
    return "fork";
  },
  "a copy without a remote": (r) => (r.git("", "clone", "-q", "alder/web", "copy"), "copy"),
  "another clone of its template": (r) => {
    cpSync(join(r.root, "alder/web"), join(r.root, "birch/site"), { recursive: true });
    r.git("birch/site", "remote", "set-url", "origin", BIRCH);
    return "birch/site";
  },
  "another client's clone of its template, of the same owner and name on another host": (r) => {
    cpSync(join(r.root, "alder/web"), join(r.root, "birch/web"), { recursive: true });
    r.git("birch/web", "remote", "set-url", "origin", "git@git.birch.example:alder/web.git");
    return "birch/web";
  },
  "a submodule": (r) => {
    r.make("part", "git@example.org:alder/part.git");
    r.git("alder/web", "submodule", "--quiet", "add", `${r.root}/part`, "vendor/part");
    return "alder/web/vendor/part";
  },
  "a repository inside it": (r) => (r.make("alder/web/vendor/other"), "alder/web/vendor/other"),
  "another client's repository at its place": (r) => {
    r.make("birch/web", BIRCH);
    rmSync(join(r.root, "alder/web"), { recursive: true });
    renameSync(join(r.root, "birch/web"), join(r.root, "alder/web"));
    return "alder/web";
  },
  "another one from its template, after it was deleted": (r) => {
    r.git("alder/web", "commit", "-q", "--allow-empty", "-m", "a client's own");
    cpSync(join(r.root, "alder/web"), join(r.root, "birch"), { recursive: true });
    r.git("birch", "reset", "-q", "--hard", "HEAD~1");
    r.git("birch", "remote", "set-url", "origin", BIRCH);
    rmSync(join(r.root, "alder"), { recursive: true });
    return "birch";
  },
  "a fork, cloned after it was deleted": (r) => {
    r.git("", "clone", "-q", "--bare", "alder/web", "remote.git");
    rmSync(join(r.root, "alder"), { recursive: true });
    r.git("", "clone", "-q", "remote.git", "fork");
    r.git("fork", "remote", "set-url", "origin", BIRCH);
    rmSync(join(r.root, "remote.git"), { recursive: true });
    return "fork";
  },
  "a fork, cloned at its very place after it was deleted": (r) => {
    r.git("", "clone", "-q", "--bare", "alder/web", "remote.git");
    rmSync(join(r.root, "alder/web"), { recursive: true });
    r.git("", "clone", "-q", "remote.git", "alder/web");
    r.git("alder/web", "remote", "set-url", "origin", BIRCH);
    rmSync(join(r.root, "remote.git"), { recursive: true });
    return "alder/web";
  },
  "a copy with another remote, after it was deleted": (r) => {
    cpSync(join(r.root, "alder/web"), join(r.root, "birch"), { recursive: true });
    r.git("birch", "remote", "set-url", "origin", BIRCH);
    rmSync(join(r.root, "alder"), { recursive: true });
    return "birch";
  },
  "a folder whose .git leads into it": (r) => {
    r.write("evil/.git", `gitdir: ${r.root}/alder/web/.git\n`);
    r.write("evil/package.json", '{ "name": "web" }');
    return "evil";
  },
  "a folder whose .git is a link into it": (r) => {
    r.write("evil/package.json", '{ "name": "web" }');
    symlinkSync(join(r.root, "alder/web/.git"), join(r.root, "evil/.git"));
    return "evil";
  },
  "a folder that says it is its worktree": (r) => {
    r.git("alder/web", "worktree", "add", "-q", "../../tree", "-b", "next");
    r.write("evil/.git", readFileSync(join(r.root, "tree/.git"), "utf8"));
    return "evil";
  },
  "a repository without a commit, with its remote's name": (r) => {
    mkdirSync(join(r.root, "empty"));
    r.git("empty", "init", "-q");
    r.git("empty", "remote", "add", "origin", "git@elsewhere.example:alder/web.git");
    return "empty";
  },
  "a repository whose folder is a link in it": (r) => {
    r.make("birch/web", BIRCH);
    symlinkSync(join(r.root, "birch/web"), join(r.root, "alder/web/vendor"));
    return "alder/web/vendor";
  },
  "a package of its name": (r) => (r.write("other/package.json", '{ "name": "web" }'), "other"),
};

for (const [what, change] of Object.entries(STRANGERS))
  test(`a stranger stays one: ${what}`, async (t) => {
    const r = repositories(t);
    r.make("alder/web", ALDER);
    assert.equal(await r.claim("alder/web"), "web");
    const path = change(r);
    assert.notEqual((await r.look(path)).name, "web");
    const own = await r.claim(path);
    assert.notEqual(own, "web");
    assert.deepEqual(await r.look(path), { name: own, known: own !== "default", candidates: [], repository: null });
  });

/** Makes a project by its name, as `--project` does, that indexes some folders. */
function index(r: Repositories, name: string, ...paths: readonly string[]): void {
  makeIdentity(r.home, name, { repositories: [] });
  const sources = paths.map(
    (path) => (mkdirSync(join(r.root, path), { recursive: true }), { kind: "folder", root: join(r.root, path) }),
  );
  r.write(`.loci/projects/${name}/catalog.json`, sealedJson(JSON.stringify({ sources })));
}

test("a project that was named as a folder would be, and indexes parts of it alone, is that folder's for good", async (t) => {
  for (const hasGit of [true, false]) {
    const r = repositories(t);
    if (hasGit) r.make("code/mill", ALDER.replace("web", "mill"));
    else r.write("code/mill/package.json", "{}");
    index(r, "mill", "code/mill/docs", "code/mill/wiki/pages");
    for (const path of ["code/mill", "code/mill/src/deep", "code/mill/docs"]) {
      mkdirSync(join(r.root, path), { recursive: true });
      assert.deepEqual(await r.look(path), { name: "mill", known: true, candidates: [], repository: null }, path);
    }
    // What is indexed later, of other folders, changes nothing.
    index(r, "mill", "code/mill/docs", "elsewhere");
    assert.equal((await r.look("code/mill/src")).name, "mill");
  }
});

test("a project that is named otherwise, or indexes more than a repository's parts, isn't it, and is told of as long as it has no source", async (t) => {
  const r = repositories(t);
  r.make("alder/web", ALDER);
  r.make("birch/web", BIRCH);
  r.make("alder/web/vendor/other");
  index(r, "kb", "alder/web/docs");
  index(r, "notes", "alder/web/notes", "birch/notes");
  index(r, "other-notes", "alder/web/vendor/other/docs");
  index(r, "web", "birch/web/docs");
  const found = await r.look("alder/web");
  assert.deepEqual([found.known, found.candidates], [false, ["kb"]]);
  assert.match(candidateNote(found)[0]?.message ?? "", /^parts of this folder are in 'kb', another project/u);
  const own = await r.claim("alder/web");
  assert.equal(own, "web-alder");
  assert.deepEqual((await r.look("alder/web/src")).candidates, ["kb"], "known, and empty");
  index(r, own, "alder/web/src");
  assert.deepEqual(candidateNote(await r.look("alder/web")), []);
  assert.equal((await r.look("birch/web")).name, "web");
});

test("a fork is a candidate, and said so until it is a project of its own", async (t) => {
  const r = repositories(t);
  r.make("alder/web", ALDER);
  await r.claim("alder/web");
  const path = (STRANGERS["a fork"] as (r: Repositories) => string)(r);
  const fork = await r.look(path);
  assert.deepEqual(fork.candidates, ["web"]);
  assert.match(candidateNote(fork)[0]?.message ?? "", /began with the same commit as 'web'/u);
});

test("another repository at the place of a known one is said to be another", async (t) => {
  const r = repositories(t);
  r.make("alder/web", ALDER);
  await r.claim("alder/web");
  rmSync(join(r.root, "alder/web"), { recursive: true });
  // Of the same second, it would be the same commit.
  renameSync(r.make("elsewhere/web", BIRCH), join(r.root, "alder/web"));
  const found = await r.look("alder/web");
  assert.deepEqual([found.known, found.candidates], [false, ["web"]]);
  assert.match(candidateNote(found)[0]?.message ?? "", /another repository stood here, that of 'web'.*another commit/u);
});

test("two clients on one template, met while they still had its remote, are two", async (t) => {
  const r = repositories(t);
  r.make("template", "git@example.org:kay/template.git");
  for (const client of ["alder", "birch"]) {
    r.git("", "clone", "-q", "template", client);
    r.git(client, "remote", "set-url", "origin", "git@example.org:kay/template.git");
  }
  rmSync(join(r.root, "template"), { recursive: true });
  const alder = await r.claim("alder");
  r.git("alder", "remote", "set-url", "origin", ALDER);
  assert.equal((await r.look("alder")).name, alder);
  assert.notEqual(await r.claim("birch"), alder);
});

test("a copy without a remote takes nothing over, and the moved repository is found after it", async (t) => {
  for (const [what, path] of Object.entries({ ALDER, local: "" })) {
    const r = repositories(t);
    r.make("alder/web", ALDER);
    assert.equal(await r.claim("alder/web"), "web");
    r.git("", "clone", "-q", "alder/web", "copy");
    if (path !== "") r.git("copy", "remote", "remove", "origin");
    cpSync(join(r.root, "alder/web"), join(r.root, "moved"), { recursive: true });
    rmSync(join(r.root, "alder/web"), { recursive: true });
    const copy = await r.look("copy");
    assert.deepEqual([copy.known, copy.candidates], [false, ["web"]], what);
    assert.equal(await r.claim("moved"), "web", what);
    assert.notEqual(await r.claim("copy"), "web", what);
  }
});

test("a second copy of a template without a remote takes nothing over from the first, which is gone", async (t) => {
  const r = repositories(t);
  r.make("template");
  // A folder that changed since it was made tells when that was, whichever clock its disk has.
  const copied = async (to: string): Promise<void> => {
    cpSync(join(r.root, "template"), join(r.root, to), { recursive: true });
    await sleep(20);
    writeFileSync(join(r.root, to, ".git/index.lock"), "");
  };
  await copied("alder/site");
  const first = await r.claim("alder/site");
  rmSync(join(r.root, "alder"), { recursive: true });
  await copied("birch/shop");
  const second = await r.look("birch/shop");
  assert.deepEqual([second.known, second.candidates], [false, [first]]);
});

test("a clone that may be each of two clients of one template that are gone is asked for, with remotes and without", async (t) => {
  for (const remotes of [true, false]) {
    const r = repositories(t);
    r.make("template");
    for (const [client, remote] of [
      ["alder/web", ALDER],
      ["birch/web", BIRCH],
      ["cedar/web", ""],
    ] as const) {
      r.git("", "clone", "-q", "template", client);
      r.git(client, "remote", "remove", "origin");
      if (remotes && remote !== "") r.git(client, "remote", "add", "origin", remote);
      if (client === "birch/web") assert.equal(await r.claim(client), "web-birch");
      if (client === "alder/web") assert.equal(await r.claim(client), "web");
    }
    rmSync(join(r.root, "alder"), { recursive: true });
    rmSync(join(r.root, "birch"), { recursive: true });
    const { known, candidates } = await r.look("cedar/web");
    assert.deepEqual([known, candidates], [false, ["web", "web-birch"]], `with remotes: ${remotes}`);
  }
});

test("a warm look starts no git process", async (t) => {
  const r = repositories(t);
  r.make("alder/web", ALDER);
  r.make("birch/web", BIRCH);
  await r.claim("alder/web");
  await r.claim("birch/web");
  await r.look("alder/web");
  const path = process.env["PATH"];
  t.after(() => void (process.env["PATH"] = path));
  mkdirSync(join(r.root, "bin"));
  writeFileSync(join(r.root, "bin/git"), `#!/bin/sh\necho "$@" >> ${r.root}/called\nexit 1\n`, { mode: 0o755 });
  process.env["PATH"] = `${r.root}/bin:${path}`;
  for (const [folder, name] of [
    ["alder/web", "web"],
    ["birch/web", "web-birch"],
    ["alder/web/.git", "web"],
  ] as const)
    assert.equal((await r.look(folder)).name, name);
  assert.throws(() => readFileSync(join(r.root, "called")), { code: "ENOENT" });
});

test("folders that are gone are judged by their paths, each its own", async (t) => {
  const r = repositories(t);
  assert.equal(await r.claim("gone/alder/web"), "web");
  assert.equal(await r.claim("gone/birch/web"), "web-birch");
  assert.equal(await r.claim("gone/alder/web/src"), "web");
  assert.equal(await r.claim("gone/alder/web-worktrees/fix"), "web");
  assert.equal(await r.claim("gone/alder/web/.claude/worktrees/fix"), "web");
});

test("a repository that is renamed while a worktree stands is found, there and in the worktree", async (t) => {
  for (const remote of [undefined, ALDER]) {
    const r = repositories(t);
    r.make("alder/web", remote);
    r.git("alder/web", "worktree", "add", "-q", "../../tree", "-b", "next");
    assert.deepEqual([await r.claim("alder/web"), await r.claim("tree")], ["web", "web"]);
    renameSync(join(r.root, "alder/web"), join(r.root, "alder/site"));
    assert.deepEqual([await r.claim("alder/site"), await r.claim("tree")], ["web", "web"]);
    // Git is told where it is.
    r.git("alder/site", "worktree", "repair", join(r.root, "tree"));
    assert.deepEqual([await r.claim("alder/site"), await r.claim("tree")], ["web", "web"]);
  }
});
