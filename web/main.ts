import { render } from "preact";
import { effect } from "@preact/signals";
import { App } from "./app.ts";
import { html } from "./lib/html.ts";
import { kept } from "./lib/kept.ts";
import { keepFocus } from "./lib/keep-focus.ts";
import { listenForShortcuts } from "./lib/keys.ts";
import { enter, followChanges, session } from "./lib/session.ts";
import { notifyError } from "./parts/notice.ts";

/** `auto` follows the system. */
const theme = kept("loci.theme", "auto");
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme.value;
});

const root = document.getElementById("page") as HTMLElement;
root.replaceChildren();
render(html`<${App} theme=${theme} />`, root);
listenForShortcuts();
keepFocus();
followChanges();
/** Between two attempts to come in while the service is away, milliseconds. */
const RETRY_MS = 2_000;
const begin = (): void =>
  void enter().catch((thrown: { readonly status?: number }) => {
    if (thrown.status === 0) return setTimeout(begin, RETRY_MS);
    session.value ??= null;
    return notifyError(thrown);
  });
begin();
