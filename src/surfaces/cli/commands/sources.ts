import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Source } from "../../../index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { oneLine, type Style } from "../output/style.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";
import { command as jobs } from "./jobs.ts";

/** `loci sources [rm|jobs]` */
export const command: CommandModule = {
  examples: [
    ["loci sources", "what is indexed, from where"],
    ["loci sources jobs", "the last runs"],
    ["loci sources rm til", "forget a source, every drawer of it and what was kept of its sessions; your files stay"],
  ],
  define(command, session) {
    command.description("List the project's sources and their runs, or remove one.");
    command
      .command("list", { isDefault: true })
      .description("List the sources (also without 'list').")
      .action(() => list(session));
    command
      .command("rm")
      .description("Forget a source, every drawer of it, and the sessions that were kept of it. Your own files stay.")
      .argument("<source>", "its key, name or root")
      .action((named: string) => remove(session, named));
  },
  parts: { jobs },
};

async function list(session: Session): Promise<void> {
  requireOwner(session);
  await session.lookIntoProject(async ({ project }) => {
    const sources = await project.sources();
    await session.answer({ sources }, () => render(project.name, sources, session.style));
  });
}

async function remove(session: Session, named: string): Promise<void> {
  requireOwner(session);
  await session.readProject(async ({ project }) => {
    const removed = await project.removeSource(asKnown(await project.sources(), named, session.io.cwd));
    const { name, root } = removed.source;
    const left = existsSync(root)
      ? `Its files are still at ${oneLine(root)}`
      : `Nothing stands at ${oneLine(root)} any more`;
    await session.answer(
      { removed },
      () =>
        `removed ${oneLine(name)}: ${counted(removed.documents, "document")}, ${counted(removed.drawers, "drawer")}. ${left}`,
    );
  });
}

/** A path as it was indexed, seen from the current folder and with a slash at its end or without, whether or not it is still there. */
function asKnown(sources: readonly Source[], named: string, cwd: string): string {
  if (sources.some(({ key, name, root }) => key === named || name === named || root === named)) return named;
  const path = resolve(cwd, named);
  return sources.find(({ root }) => root === path)?.key ?? named;
}

function render(project: string, sources: readonly Source[], style: Style): string {
  if (sources.length === 0) return `the project '${project}' has no sources yet: loci index FOLDER --scope kb`;
  const rows = sources.map(({ key, name, kind, root, options, status, lastRun }) => [
    key,
    name,
    kind,
    options.scope ?? "by document",
    options.wing ?? "",
    status,
    lastRun?.slice(0, 16).replace("T", " ") ?? "never",
    root,
  ]);
  const listed = table(
    ["key", "name", "kind", "scope", "wing", "status", "last run", "root"].map((heading) => ({ heading })),
    rows,
    style,
  );
  const kept = sources.flatMap((source) => keptLines(source, style));
  return kept.length === 0 ? listed : `${listed.trimEnd()}\n\n${kept.join("\n")}`;
}

/** Transcripts that are named of each source; more are counted. */
const NAMED = 5;

/** What is kept of a source's sessions, and from which transcripts, the newest names last. */
function keptLines({ key, kept }: Source, style: Style): readonly string[] {
  if (kept === undefined || kept.sessions === 0) return [];
  const missing = kept.files.filter((file) => !existsSync(file)).length;
  const files = `${counted(kept.files.length, "transcript")}${missing === 0 ? "" : `, ${missing} of them gone`}`;
  const more = kept.files.length - NAMED;
  return [
    `${style.bold(key)} keeps ${counted(kept.sessions, "session")}, ${counted(kept.messages, "message")}, from ${files}:`,
    ...kept.files.slice(0, NAMED).map((file) => `  ${oneLine(file)}${existsSync(file) ? "" : style.dim(" (gone)")}`),
    ...(more > 0 ? [style.dim(`  and ${more} more; --json names them all`)] : []),
  ];
}
