import type { SettingsAnswer } from "loci/client";
import { html, useState, type VNode } from "../lib/html.ts";
import { bytes, count, counted } from "../lib/format.ts";
import { EDITORS, editor } from "../lib/editor.ts";
import { withoutSigns } from "../lib/plain.ts";
import { singleKeys } from "../lib/keys.ts";
import { useLive, useLoaded } from "../lib/loaded.ts";
import { client, ownsHome, project, session } from "../lib/session.ts";
import { Icon } from "../parts/icon.ts";
import { isMissing, Problem, notify, notifyError, sentence } from "../parts/notice.ts";
import { partName } from "../parts/why-words.ts";
import { Tokens } from "./tokens.ts";

type Entry = SettingsAnswer["settings"][number];

/** How the memory stands, what is checked, and each setting with where it comes from. */
export function SettingsView(): VNode {
  return html`<div class="settings">
    <h1>Settings and health</h1>
    <${CurrentState} />
    ${ownsHome.value && html`<${Doctor} /><${Tokens} /><${Settings} />`}
    <${ThisBrowser} />
  </div>`;
}

function CurrentState(): VNode {
  const { value, error, reload } = useLive("", async (signal) => await client.peek().status({ signal }));
  if (error !== null) return html`<${Problem} error=${error} retry=${reload} />`;
  if (value === null) return html``;
  const { counts, index, modelIdentity, leaves } = value;
  const rows: readonly (readonly [string, unknown])[] = [
    ["Passages", count(counts.drawers)],
    ["Documents", count(counts.documents)],
    ["Text", bytes(counts.textBytes)],
    ["Passages found by their meaning, too", count(counts.vectors)],
    ...(index === undefined ? [] : [["Index", `${index.state}, ${bytes(index.bytes)}`] as const]),
    ...(modelIdentity == null ? [] : [["Model of meaning", modelIdentity.split(":", 2).join(", ")] as const]),
    ...(value.home == null ? [] : [["Data folder", value.home] as const]),
    ["Leaves this machine", leaves === undefined || leaves.length === 0 ? "nothing" : leaves.join("; ")],
    ["Loci", session.value?.version ?? ""],
  ];
  const spend = (value as { readonly spend?: Readonly<Record<string, unknown>> }).spend;
  return html`<section>
    <h2>How it stands</h2>
    <dl class="facts-table">
      ${rows.map(
        ([name, shown]) =>
          html`<div key=${name}>
            <dt>${name}</dt>
            <dd><bdi>${shown}</bdi></dd>
          </div>`,
      )}
    </dl>
    ${
      spend !== undefined &&
      html`<h3>Spent on language models</h3>
        <dl class="facts-table">
          ${Object.entries(spend).map(
            ([name, shown]) =>
              html`<div key=${name}>
                <dt>${name}</dt>
                <dd>${typeof shown === "object" ? JSON.stringify(shown) : String(shown)}</dd>
              </div>`,
          )}
        </dl>`
    }
    ${(value.notes ?? []).map(({ code, message, hint }) => html`<p key=${code} class="note">${message}. ${hint}</p>`)}
  </section>`;
}

/** Checks everything when it is asked to; each finding says the next step. */
function Doctor(): VNode {
  const [round, setRound] = useState(0);
  const { value, error, loading } = useLoaded(
    round === 0 ? null : "",
    async (signal) => await client.peek().doctor({ signal }),
    `${project.value} ${round}`,
  );
  return html`<section>
    <h2>Doctor</h2>
    <p>
      <button type="button" aria-disabled=${loading} onClick=${() => setRound(round + 1)}>
        ${loading ? "Checking…" : "Check everything"}
      </button>
    </p>
    ${isMissing(error) ? html`<p>Run <code>loci doctor</code> in a terminal.</p>` : html`<${Problem} error=${error} />`}
    <div role="status">
      ${
        value !== null &&
        html`<ul class="findings">
          ${value.findings.map(
            ({ check, severity, what, next }, i) =>
              html`<li key=${i} class=${severity}>
                <${Icon} name=${severity === "ok" ? "check" : "warn"} />
                <div>
                  <p><strong>${partName(check)}</strong> <bdi>${what}</bdi></p>
                  ${next !== "" && html`<p class="quiet">${next}</p>`}
                </div>
              </li>`,
          )}
        </ul>`
      }
    </div>
  </section>`;
}

const LAYERS: Readonly<Record<string, string>> = {
  default: "default",
  home: "config.toml",
  tree: ".loci.toml",
  environment: "environment",
  flag: "flag",
};

/** What the settings of a section are about. */
const SECTIONS: Readonly<Record<string, string>> = {
  store: "Where passages are kept",
  catalog: "Where sources are listed",
  embedding: "Finding by meaning",
  llm: "Language model",
  chunking: "Size of passages",
  ingest: "What is read",
  watch: "Following changes",
  recall: "Searching",
  palace: "Wings and halls",
  facts: "Lists",
  chat: "Chats",
  page: "This page",
  server: "Service",
  telegram: "Telegram",
  security: "Secrets",
};

function Settings(): VNode {
  const [filter, setFilter] = useState("");
  const { value, error, reload } = useLoaded(
    `${project.value}`,
    async (signal) => await client.peek().settings({ signal }),
  );
  const wanted = filter.trim().toLowerCase();
  const shown = (value?.settings ?? []).filter(({ key, doc }) => `${key} ${doc}`.toLowerCase().includes(wanted));
  const sections = Map.groupBy(shown, ({ key }) => key.slice(0, key.indexOf(".")));
  return html`<section>
    <h2>Settings</h2>
    ${isMissing(error) ? html`<p>Run <code>loci config</code> in a terminal.</p>` : html`<${Problem} error=${error} retry=${reload} />`}
    ${
      value !== null &&
      html`<p class="quiet">
          Changed here, a setting is written to <bdi>${value.file}</bdi> and holds from the next start of the service.
        </p>
        <p>
          <input
            data-search
            type="search"
            aria-label="Filter settings"
            placeholder="Filter settings"
            value=${filter}
            onInput=${(event: Event) => setFilter((event.currentTarget as HTMLInputElement).value)}
          />
        </p>`
    }
    ${[...sections].map(([name, entries]) => {
      const changed = entries.filter(({ layer }) => layer !== "default").length;
      return html`<details key=${name} open=${wanted !== "" || null}>
          <summary>
            ${SECTIONS[name] ?? name} ${SECTIONS[name] !== undefined && html`<code class="quiet">${name}</code>`}
            <span class="quiet"
              >${counted(entries.length, "setting")}${changed > 0 && `, ${count(changed)} changed`}</span
            >
          </summary>
          <ul class="setting-list">
            ${entries.map((entry) => html`<${Setting} key=${entry.key} entry=${entry} onChanged=${reload} />`)}
          </ul>
        </details>`;
    })}
  </section>`;
}

function Setting({ entry, onChanged }: { readonly entry: Entry; readonly onChanged: () => void }): VNode {
  const { key, value, layer, where, doc, allowed, secret } = entry;
  const [text, setText] = useState<string | null>(null);
  const [refused, setRefused] = useState("");
  /** What was written here, until the settings are asked for anew. */
  const [left, setLeft] = useState<{ readonly of: Entry; readonly value: string } | null>(null);
  const shown = left?.of === entry ? left.value : value;
  const save = async (to: string | null): Promise<void> => {
    const before = layer === "home" ? value : null;
    await client.peek().changeSetting({ key, value: to });
    setText(null);
    setRefused("");
    setLeft({ of: entry, value: to ?? "…" });
    onChanged();
    notify(`${key} was ${to === null ? "taken out" : "set"}; it holds from the next start.`, async () => {
      await client.peek().changeSetting({ key, value: before });
      onChanged();
    });
  };
  const type = (to: string): void => {
    setText(to);
    setRefused("");
  };
  /** A value that is refused says so at its field; what kept another from being written, at the foot. */
  const refuse = (thrown: unknown): void => {
    const { status, message } = thrown as { readonly status?: number; readonly message?: string };
    if (status === 400 && message !== undefined) setRefused(message);
    else notifyError(thrown);
  };
  const choices = choicesOf(allowed);
  const field = {
    "aria-label": `Value of ${key}`,
    "aria-invalid": refused !== "",
    "aria-describedby": refused === "" ? null : `${key}-refused`,
    autofocus: true,
    value: text,
  };
  return html`<li>
    <p>
      <code>${key}</code> <strong><bdi>${shown === "" ? "(empty)" : shown}</bdi></strong>
      <span class=${layer === "default" ? "layer" : "layer changed"} title=${where}>${LAYERS[layer] ?? layer}</span>
    </p>
    <p class="quiet">${withoutSigns(doc).text} ${allowed !== "" && allowed !== "a string" && html`<span>(${allowed})</span>`}</p>
    ${where !== "" && html`<p class="quiet"><bdi>${where}</bdi></p>`}
    ${
      secret
        ? html`<p class="quiet">A secret: set it in the environment.</p>`
        : text === null
          ? html`<p class="buttons">
              <button type="button" onClick=${() => setText(value)}>Change</button
              >${layer === "home" && html`<button type="button" onClick=${() => void save(null).catch(notifyError)}>Back to the default</button>`}
            </p>`
          : html`<form
              class="inline"
              onSubmit=${(event: Event) => {
                event.preventDefault();
                void save(text).catch(refuse);
              }}
            >
              ${
                choices.length > 0
                  ? html`<select ...${field} onChange=${(event: Event) => type((event.currentTarget as HTMLSelectElement).value)}>
                      ${choices.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
                    </select>`
                  : html`<input ...${field} onInput=${(event: Event) => type((event.currentTarget as HTMLInputElement).value)} />`
              }
              <button type="submit" class="main">Save</button
              ><button type="button" onClick=${() => (setText(null), setRefused(""))}>Cancel</button>
            </form>
            ${refused !== "" && html`<p class="bad" role="alert" id=${`${key}-refused`}>${refused.startsWith(key) ? refused : sentence(refused)}</p>`}`
    }
  </li>`;
}

/** The values that a setting may have, where they are few and named. */
const choicesOf = (allowed: string): readonly string[] =>
  allowed === "true or false" ? ["true", "false"] : (/^one of (.+)$/u.exec(allowed)?.[1]?.split(", ") ?? []);

/** Choices that are kept in this browser alone. */
function ThisBrowser(): VNode {
  return html`<section>
    <h2>This browser</h2>
    <p>
      <label class="field-small"
        ><span>Editor</span>
        <select
          value=${editor.value}
          onChange=${(event: Event) => (editor.value = (event.currentTarget as HTMLSelectElement).value)}
        >
          ${Object.entries(EDITORS).map(([key, { name }]) => html`<option key=${key} value=${key}>${name}</option>`)}
        </select>
      </label>
    </p>
    <p>
      <label class="check"
        ><input
          type="checkbox"
          checked=${singleKeys.value === "on"}
          onChange=${(event: Event) => (singleKeys.value = (event.currentTarget as HTMLInputElement).checked ? "on" : "off")}
        />
        Single keys are shortcuts outside of fields</label
      >
    </p>
  </section>`;
}
