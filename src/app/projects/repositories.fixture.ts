import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { claimProjectOf, type FolderProject, projectOfFolder } from "./project-of-folder.ts";

/** A user's home with git repositories in it, and a data folder. */
export interface Repositories {
  readonly root: string;
  readonly home: string;
  readonly git: (folder: string, ...words: readonly string[]) => void;
  /** Makes a repository with a commit of its own. */
  readonly make: (path: string, remote?: string) => string;
  readonly write: (path: string, text: string) => void;
  /** The project that a folder is claimed by. */
  readonly claim: (path: string) => Promise<string>;
  readonly look: (path: string) => Promise<FolderProject>;
}

export function repositories(t: TestContext): Repositories {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "loci-repositories-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, ".loci");
  const git: Repositories["git"] = (folder, ...words) =>
    void execFileSync("git", ["-c", "protocol.file.allow=always", ...words], {
      cwd: join(root, folder),
      stdio: "pipe",
      env: {
        PATH: process.env["PATH"],
        HOME: root,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "Kay",
        GIT_AUTHOR_EMAIL: "kay@example.org",
        GIT_COMMITTER_NAME: "Kay",
        GIT_COMMITTER_EMAIL: "kay@example.org",
      },
    });
  const write: Repositories["write"] = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const where = { home, userHome: root };
  return {
    root,
    home,
    git,
    write,
    make(path, remote) {
      mkdirSync(join(root, path), { recursive: true });
      git(path, "init", "-q", "-b", "main");
      write(join(path, "README.md"), `begun as ${path}\n`);
      git(path, "add", ".");
      git(path, "commit", "-q", "-m", `begin ${path}`);
      if (remote !== undefined) git(path, "remote", "add", "origin", remote);
      return join(root, path);
    },
    claim: async (path) => (await claimProjectOf(join(root, path), where)).name,
    look: async (path) => await projectOfFolder(join(root, path), where),
  };
}
