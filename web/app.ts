import { type Signal, signal } from "@preact/signals";
import { html, useEffect, useRef, useState, type VNode } from "./lib/html.ts";
import { awaited } from "./lib/loaded.ts";
import { helpOpen, SHORTCUTS, singleKeys } from "./lib/keys.ts";
import { addressOf, go, inProject, view } from "./lib/route.ts";
import {
  chosenProject,
  identify,
  isOwner,
  project,
  reachable,
  session,
  signOut,
  unknownProject,
} from "./lib/session.ts";
import { Dialog, TextQuestion } from "./parts/dialog.ts";
import { Icon } from "./parts/icon.ts";
import { hush, notifyError, Toast } from "./parts/notice.ts";
import { SearchView } from "./views/search.ts";
import { SignIn } from "./views/sign-in.ts";

interface Entry {
  readonly view: string;
  readonly name: string;
  /** Only the owner has use for it. */
  readonly owner?: true;
}

const ENTRIES: readonly Entry[] = [
  { view: "search", name: "Search" },
  { view: "today", name: "Today", owner: true },
  { view: "memory", name: "Memory" },
  { view: "palace", name: "Palace" },
  { view: "facts", name: "Lists" },
  { view: "ask", name: "Ask" },
  { view: "sources", name: "Sources", owner: true },
  { view: "settings", name: "Settings" },
];

type View = (props: Record<string, never>) => VNode | null;

/** The views that are there: all but the search are loaded when one of them is first gone to. */
const loaded = signal<Readonly<Record<string, View>>>({ search: SearchView });
const failed = signal<unknown>(null);

/** The page: who is signed in sees the views, anybody else how to sign in. */
export function App({ theme }: { readonly theme: Signal<string> }): VNode | null {
  const away =
    !reachable.value &&
    html`<p class="away-note" role="status">The service does not answer. Start it again with <code>loci serve</code>; this page goes on by itself.</p>`;
  if (session.value === undefined) return html`${away}<p class="starting">Loci</p>`;
  if (session.value === null) return html`${away}<${SignIn} /><${Toast} />`;
  return html`
    <a
      class="skip"
      href="#main"
      onClick=${(event: Event) => (event.preventDefault(), document.getElementById("main")?.focus())}
      >Skip to the content</a
    >
    <${Bar} theme=${theme} />
    ${away}
    <${Main} />
    <${Toast} />
    <${TextQuestion} />
    ${helpOpen.value && html`<${Help} />`}
  `;
}

/** From when on it is said that something is waited for, milliseconds; the styles show it as much later: what comes sooner would only flicker. */
const SAID_MS = 100;

/** Says of the view that is shown that it waits for the service: where its content comes, and over the foot of what is there already. */
function Waiting(): VNode {
  const isAwaited = awaited.value > 0;
  const [said, setSaid] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(isAwaited), isAwaited ? SAID_MS : 0);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  useEffect(() => document.getElementById("main")?.setAttribute("aria-busy", String(said)), [said]);
  return html`<p role="status" class="awaiting">${said && html`<span class="looking">looking…</span>`}</p>`;
}

function Bar({ theme }: { readonly theme: Signal<string> }): VNode {
  const entries = ENTRIES.filter(({ owner }) => owner !== true || isOwner.value);
  return html`<header class="bar">
    <a class="brand" href=${addressOf("search")}>Loci</a>
    <nav aria-label="Views" onClick=${hush}>
      <ul>
        ${entries.map(
          ({ view: one, name }) =>
            html`<li key=${one}>
              <a href=${addressOf(one)} aria-current=${view.value === one ? "page" : null}
                ><${Icon} name=${one} /><span>${name}</span></a
              >
            </li>`,
        )}
      </ul>
    </nav>
    <div class="side">
      <${ProjectChoice} />
      <label class="field-small"
        ><span>Theme</span>
        <select
          value=${theme.value}
          onChange=${(event: Event) => (theme.value = (event.currentTarget as HTMLSelectElement).value)}
        >
          <option value="auto">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <button type="button" class="bare keys-button" onClick=${() => (helpOpen.value = true)}>Keys</button>
      <button type="button" class="bare" onClick=${() => void signOut().catch(notifyError)}>Sign out</button>
    </div>
  </header>`;
}

function ProjectChoice(): VNode {
  const { projects = [], caller = "" } = session.value ?? {};
  const names = projects.includes(project.value) ? projects : [project.value, ...projects];
  return html`<label class="field-small"
    ><span>${caller === "owner" ? "Project" : `Project, as ${caller}`}</span>
    <select
      value=${project.value}
      onChange=${(event: Event) => {
        chosenProject.value = (event.currentTarget as HTMLSelectElement).value;
        go(view.value, inProject(chosenProject.value));
      }}
    >
      ${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
    </select>
  </label>`;
}

/** Between two attempts to load a view, milliseconds. */
const RETRY_MS = 2_000;

function Main(): VNode {
  const main = useRef<HTMLElement>(null);
  const shown = view.value;
  const entry = ENTRIES.find((one) => one.view === shown);
  const Shown = loaded.value[shown];
  const isOthers = entry?.owner === true && !isOwner.value;
  const [attempt, setAttempt] = useState(0);
  const unknown = unknownProject.value;
  // It may have been made since.
  useEffect(() => void (unknown !== "" && identify().catch(notifyError)), [unknown]);
  useEffect(() => {
    document.title = `${entry?.name ?? "Not found"} · Loci`;
    failed.value = null;
    if (entry === undefined || shown in loaded.peek()) return;
    import("./views/others.ts").then(
      (others) => (loaded.value = { ...loaded.peek(), ...others }),
      (thrown: unknown) => (failed.value = thrown),
    );
  }, [shown, reachable.value, attempt]);
  useEffect(() => {
    if (failed.value === null) return;
    const timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failed.value]);
  const instead = (): VNode | null => {
    if (entry === undefined)
      return html`<h1>There is no such view</h1>
        <p><a href=${addressOf("search")}>Go to the search</a></p>`;
    if (unknown !== "")
      return html`<h1>There is no project <bdi>${unknown}</bdi> here that you may use</h1>
        <p><a href=${addressOf(shown, inProject(project.value))}>Go on in ${project.value}</a></p>`;
    if (isOthers)
      return html`<h1>${entry.name}</h1><p>This view is the owner's. <a href=${addressOf("search")}>Go to the search</a></p>`;
    if (Shown !== undefined) return null;
    return failed.value === null
      ? html`<h1>${entry.name}</h1><p class="quiet">This view is on its way…</p>`
      : html`<h1>${entry.name}</h1><p role="status">This view can't be loaded while the service is away. It comes by itself when the service is back.</p>`;
  };
  return html`<main id="main" tabindex="-1" ref=${main} class=${`view-${shown}`}>
    ${instead() ?? html`<${Shown} key=${`${shown} ${project.value}`} />`}
    <${Waiting} />
  </main>`;
}

function Help(): VNode {
  return html`<${Dialog} title="Keys" onClose=${() => (helpOpen.value = false)}>
    <dl class="keys">
      ${SHORTCUTS.map(
        ({ keys, does }) =>
          html`<div key=${keys}>
            <dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd>`)}</dt>
            <dd>${does}</dd>
          </div>`,
      )}
      <div>
        <dt><kbd>↓</kbd><kbd>↑</kbd></dt>
        <dd>Along hits, rows and rooms</dd>
      </div>
      <div>
        <dt><kbd>Enter</kbd></dt>
        <dd>Open</dd>
      </div>
      <div>
        <dt><kbd>Esc</kbd></dt>
        <dd>Close, and back to the field</dd>
      </div>
    </dl>
    <label class="check"
      ><input
        type="checkbox"
        checked=${singleKeys.value === "on"}
        onChange=${(event: Event) => (singleKeys.value = (event.currentTarget as HTMLInputElement).checked ? "on" : "off")}
      />
      Single keys are shortcuts outside of fields</label
    >
  <//>`;
}
