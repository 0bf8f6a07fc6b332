import type { FiletreeAnswer, JobAnswer, JobEventAnswer, SourceAnswer } from "loci/client";
import { signal } from "@preact/signals";
import { html, useEffect, useState, type VNode } from "../lib/html.ts";
import { bytes, count, counted, fileName, moment, whoSees } from "../lib/format.ts";
import { useLive, useLoaded } from "../lib/loaded.ts";
import { addressOf, change, param } from "../lib/route.ts";
import { changes, client } from "../lib/session.ts";
import { Dialog } from "../parts/dialog.ts";
import { Export } from "../parts/export.ts";
import { Icon } from "../parts/icon.ts";
import { HandOver } from "./hand-over.ts";
import { cannotUndo, Empty, Problem, notify, notifyError, sentence } from "../parts/notice.ts";

/** Runs that are listed. */
const RUNS = 15;

/** Where the memory comes from, and the runs that bring it up to date. For the owner. */
export function SourcesView(): VNode {
  const { value, error, reload } = useLive("", async (signal) => {
    const loci = client.peek();
    try {
      const [{ sources }, { jobs }] = await Promise.all([loci.sources({ signal }), loci.jobs({ signal, limit: RUNS })]);
      return { sources, jobs };
    } catch (thrown) {
      // A project is made by the first thing that is put into it.
      if ((thrown as { code?: string }).code === "PROJECT_NOT_FOUND") return { sources: [], jobs: [] };
      throw thrown;
    }
  });
  const running = value?.jobs.filter(({ status }) => status === "running" || status === "queued") ?? [];
  const names = new Map(value?.sources.map(({ key, name }) => [key, name]));
  const past = value?.jobs.filter(({ status }) => status !== "running" && status !== "queued") ?? [];
  return html`<div class="sources">
    <header class="view-head">
      <h1>Sources</h1>
      <div class="buttons">
        <button type="button" class="main" onClick=${() => change({ add: "1" })}>Add a folder</button>
        <${HandOver} onDone=${reload} />
      </div>
    </header>
    <${Problem} error=${error} retry=${reload} />
    ${running.map((job) => html`<${Running} key=${job.id} job=${job} onEnd=${reload} />`)}
    ${
      value?.sources.length === 0 &&
      html`<${Empty} title="No sources yet"
        ><p>
          A source is a folder, a file, or the chats of another tool. It stays where it is; Loci reads it and keeps up
          with it.
        </p><//
      >`
    }
    ${
      value !== null &&
      value.sources.length > 0 &&
      html`<ul class="cards source-cards">
        ${value.sources.map((source) => html`<${SourceCard} key=${source.key} source=${source} onChanged=${reload} />`)}
      </ul>`
    }
    ${value !== null && value.sources.length > 0 && html`<p><${Export} name="sources" rows=${() => value.sources.map(({ key, name, kind, root, status, documents }) => ({ key, name, kind, root, status, documents }))} /></p>`}
    ${
      past.length > 0 &&
      html`<section>
        <h2>Past runs</h2>
        <ul class="plain runs">
          ${past.map((job) => html`<${PastRun} key=${job.id} job=${job} names=${names} onAgain=${reload} />`)}
        </ul>
      </section>`
    }
    ${param("add") === "1" && html`<${AddSource} onClose=${() => (change({ add: "" }), reload())} />`}
  </div>`;
}

type Progress = Extract<JobEventAnswer, { type: "progress" }>["progress"];

/** A run that goes on, with how far it is, as the service tells it. */
function Running({ job, onEnd }: { readonly job: JobAnswer; readonly onEnd: () => void }): VNode {
  // What the list says of it may be older than its start.
  const [waits, setWaits] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    void (async () => {
      try {
        for await (const event of client.peek().jobEvents(job.id, { signal: ending.signal })) {
          if (event.type === "job") setWaits(event.job.status === "queued");
          else setProgress(event.progress);
        }
        changes.value++;
        onEnd();
      } catch (thrown) {
        if (!ending.signal.aborted) notifyError(thrown);
      }
    })();
    return () => ending.abort();
  }, [job.id]);
  const pause = async (): Promise<void> => {
    await client.peek().changeJob(job.id, "cancel");
    notify("Paused. What was read stays.", async () => await client.peek().changeJob(job.id, "retry"));
    onEnd();
  };
  return html`<section class="running" aria-label="Run under way">
    <p>
      <strong>${waits && progress === null ? "Waiting for its turn" : "Reading"}</strong>
      <bdi>${progress?.source ?? ""}</bdi> <span class="quiet">${progress?.phase ?? ""}</span>
    </p>
    <progress
      aria-label="Progress"
      max=${progress?.files.total || 1}
      value=${progress === null || progress.files.total === 0 ? null : progress.files.done}
    ></progress>
    <p class="quiet" role="status">
      ${progress === null ? "" : `${count(progress.files.done)} of ${counted(progress.files.total, "file")}, ${counted(progress.drawers, "passage")} written`}
    </p>
    <p class="buttons"><button type="button" onClick=${() => void pause().catch(notifyError)}>Pause</button></p>
  </section>`;
}

const STATES: Readonly<Record<string, string>> = {
  new: "not read yet",
  indexing: "being read",
  ready: "up to date",
  incomplete: "not complete",
};

function SourceCard({ source, onChanged }: { readonly source: SourceAnswer; readonly onChanged: () => void }): VNode {
  const [removing, setRemoving] = useState(false);
  const { key, name, kind, root, options, status, lastRun, documents, watch } = source;
  const refresh = async (): Promise<void> => {
    await client.peek().refreshSource(key);
    onChanged();
  };
  const remove = async (): Promise<void> => {
    const { removed } = await client.peek().removeSource(key);
    setRemoving(false);
    changes.value++;
    cannotUndo(`Its files stay: add ${name} again.`);
    notify(`${name} was removed with ${counted(removed.drawers, "passage")}. Its files stay.`);
  };
  return html`<li class="card">
    <h2>
      <${Icon} name=${kind === "chat" ? "chat" : kind === "file" ? "file" : "folder"} /> <bdi>${name}</bdi>
      <span class=${`state ${status}`}>${STATES[status] ?? status}</span>
    </h2>
    <p class="path"><bdi>${root}</bdi></p>
    <p class="quiet">
      ${options.scope == null ? "each passage says who may see it" : whoSees(options.scope)}${options.wing === null ? "" : html`, wing <bdi>${options.wing}</bdi>`}${documents == null ? "" : `, ${counted(documents, "document")}`}${lastRun === null ? "" : html`, last read <time>${moment(lastRun)}</time>`}
    </p>
    ${watch?.problem != null && html`<p class="bad">${watch.problem.message}. Tried again by itself.</p>`}
    ${watch?.state === "away" && html`<p class="bad">Its path is not there. Put it back, or remove the source.</p>`}
    ${kind !== "hand" && html`<${Files} source=${key} isChats=${kind === "chat"} />`}
    <p class="buttons">
      <a class="button" href=${addressOf("memory", { source: key })}>Passages</a>
      ${kind !== "hand" && html`<button type="button" onClick=${() => void refresh().catch(notifyError)}>Read again</button>`}
      ${kind !== "hand" && html`<button type="button" onClick=${() => setRemoving(true)}>Remove…</button>`}
    </p>
    ${
      removing &&
      html`<${Dialog} title="Remove a source" onClose=${() => setRemoving(false)}>
        <p>
          <bdi>${name}</bdi> and everything read from it goes out of the
          memory${documents == null ? "" : ` (${counted(documents, "document")})`}. Its files stay: add them to bring it back.
        </p>
        <p class="buttons">
          <button type="button" class="danger" onClick=${() => void remove().catch(notifyError)}>Remove it</button
          ><button type="button" autofocus onClick=${() => setRemoving(false)}>Keep it</button>
        </p>
      <//>`
    }
  </li>`;
}

/** Sessions whose titles are asked for: their files are called by what nobody reads. */
const TITLED = 100;

/** Files that are shown at first, and with each "More". */
const FILES = 100;

/** The files of a source with state, size, hash and time, asked for when somebody looks. */
function Files({ source, isChats }: { readonly source: string; readonly isChats: boolean }): VNode {
  const [limit, setLimit] = useState(0);
  const sessions = useLoaded(
    limit === 0 || !isChats ? null : source,
    async (signal) => (await client.peek().sessions({ limit: TITLED, signal })).sessions,
    `${changes.value}`,
  ).value;
  const titles = new Map(sessions?.map(({ session, lines: [title] }) => [session, title?.text ?? ""]));
  const { value, error, reload } = useLoaded(
    limit === 0 ? null : source,
    async (signal) => await client.peek().sourceFiles(source, { limit, signal }),
    `${changes.value} ${limit}`,
  );
  return html`<details onToggle=${() => setLimit(limit || FILES)}>
    <summary>Files</summary>
    <${Problem} error=${error} retry=${reload} />
    <ul class="plain">
      ${value?.files.map(({ path, state, reason, bytes: size, contentHash, modifiedAt }) => html`<li key=${path}><bdi title=${path}>${titles.get(fileName(path).replace(/\.\w+$/u, "")) || path}</bdi> <span class="quiet">${reason ?? state}, ${bytes(size)}${contentHash === null ? "" : html`, <span title=${contentHash}>${contentHash.slice(0, 8)}</span>`}${modifiedAt === null ? "" : `, ${moment(modifiedAt)}`}</span></li>`)}
    </ul>
    ${(value?.total ?? 0) > limit && html`<button type="button" onClick=${() => setLimit(limit + FILES)}>More of ${count(value?.total ?? 0)}</button>`}
  </details>`;
}

interface PastRunProps {
  readonly job: JobAnswer;
  /** What sources are called, by their keys. */
  readonly names: ReadonlyMap<string, string>;
  readonly onAgain: () => void;
}

function PastRun({ job, names, onAgain }: PastRunProps): VNode {
  const { files, drawers, failed, skipped } = job;
  const again = async (): Promise<void> => {
    await client.peek().changeJob(job.id, "retry");
    onAgain();
  };
  return html`<li>
    <p>
      <span class=${`state ${job.status}`}>${job.notes.some(({ code }) => code === "INTERRUPTED") ? "stopped" : job.status}</span>
      <bdi>${job.sources.map((key) => names.get(key) ?? key).join(", ")}</bdi>, ${moment(job.startedAt)}
      <span class="quiet">
        ${counted(files.seen, "file")}${files.indexed + drawers.added + drawers.removed === 0 ? ", nothing new" : `, ${count(files.indexed)} read (${bytes(job.bytes)})${drawers.added > 0 ? `, ${counted(drawers.added, "passage")} added` : ""}${drawers.removed > 0 ? `, ${counted(drawers.removed, "passage")} removed` : ""}`},
        ${job.seconds.toFixed(1)} s</span
      >
      ${job.status !== "done" && html` <button type="button" onClick=${() => void again().catch(notifyError)}>Go on</button>`}
    </p>
    ${
      failed.length + skipped.length > 0 &&
      html`<details>
        <summary>
          ${failed.length > 0 ? `${count(failed.length)} failed` : ""}${failed.length > 0 && skipped.length > 0 ? ", " : ""}${skipped.length > 0 ? `${count(skipped.length)} left out` : ""}
        </summary>
        <ul class="plain">
          ${failed.map(({ path, message }, i) => html`<li key=${`f${i}`} class="bad"><bdi>${path}</bdi> ${message}</li>`)}
          ${skipped.map(({ path, reason }, i) => html`<li key=${`s${i}`}><bdi>${path}</bdi> <span class="quiet">${reason}</span></li>`)}
        </ul>
      </details>`
    }
    ${job.notes.map(({ message, hint }, i) => html`<p key=${i} class="quiet">${sentence(message)} ${sentence(hint)}</p>`)}
  </li>`;
}

/** The folders gone into while one is chosen; none: the roots are shown. */
const trail = signal<readonly string[]>([]);

/** What was typed and not added yet: closing the dialog loses nothing. */
const draft = { path: signal(""), wing: signal("") };

/** Chooses a folder among those that the service may look into, who may see it, and what it is. */
function AddSource({ onClose }: { readonly onClose: () => void }): VNode {
  const {
    path: { value: path },
    wing: { value: wing },
  } = draft;
  const [scope, setScope] = useState("admin");
  const [kind, setKind] = useState<"documents" | "chats">("documents");
  const [problem, setProblem] = useState<unknown>(null);
  const setPath = (text: string): void => {
    draft.path.value = text;
    setProblem(null);
  };
  const looked = trail.value.at(-1);
  const tree = useLoaded<FiletreeAnswer>(
    looked ?? "",
    async (signal) => await client.peek().filetree({ ...(looked !== undefined && { path: looked }), signal }),
  );
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    setProblem(null);
    try {
      await client
        .peek()
        .addSources({ paths: [path.trim()], scope, kind, ...(wing.trim() !== "" && { wing: wing.trim() }) });
      for (const text of Object.values(draft)) text.value = "";
      cannotUndo("What was added stands under Sources: Remove takes it out again.");
      onClose();
    } catch (thrown) {
      setProblem(thrown);
    }
  };
  const value = tree.value;
  const entries = value?.entries ?? [];
  return html`<${Dialog} title="Add a folder" wide onClose=${onClose}>
    <form onSubmit=${(event: Event) => void add(event)}>
      <label class="field"
        ><span>Path of a folder or file</span>
        <input
          required
          autofocus
          autocomplete="off"
          spellcheck=${false}
          value=${path}
          onInput=${(event: Event) => setPath((event.currentTarget as HTMLInputElement).value)}
      /></label>
      <div class="tree" role="group" aria-label="Folders that may be added">
        <p class="quiet">
          ${looked !== undefined && html`<button type="button" class="bare" onClick=${() => (trail.value = trail.value.slice(0, -1))}><${Icon} name="up" /> Up</button>`}
          <bdi>${looked ?? "Folders that this service may look into"}</bdi>
        </p>
        <ul>
          ${entries.map(
            (entry) =>
              html`<li key=${entry.path}>
                <button
                  type="button"
                  class="bare"
                  onClick=${() => {
                    setPath(entry.path);
                    if (entry.kind === "folder") trail.value = [...trail.value, entry.path];
                  }}
                >
                  <${Icon} name=${entry.kind === "folder" ? "folder" : "file"} /> <bdi>${entry.name}</bdi>
                </button>
              </li>`,
          )}
        </ul>
        <${Problem} error=${tree.error} />
      </div>
      <div class="fields">
        <label class="field"
          ><span>What is it</span>
          <select
            value=${kind}
            onChange=${(event: Event) => setKind((event.currentTarget as HTMLSelectElement).value as "documents" | "chats")}
          >
            <option value="documents">Documents and notes</option>
            <option value="chats">Chats of another tool</option>
          </select>
        </label>
        <label class="field"
          ><span>Who may see it</span>
          <select
            value=${scope}
            onChange=${(event: Event) => setScope((event.currentTarget as HTMLSelectElement).value)}
          >
            <option value="admin">Only me, and my agents</option>
            <option value="kb">Everyone in the project</option>
          </select>
        </label>
        <label class="field"
          ><span>Wing (found by itself when empty)</span>
          <input
            value=${wing}
            autocomplete="off"
            onInput=${(event: Event) => (draft.wing.value = (event.currentTarget as HTMLInputElement).value)}
        /></label>
      </div>
      <${Problem} error=${problem} />
      <p class="buttons">
        <button type="submit" class="main">Add and read it</button
        ><button type="button" onClick=${onClose}>Cancel</button>
      </p>
    </form>
  <//>`;
}
