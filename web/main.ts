import { render } from "preact";
import { effect } from "@preact/signals";
import { App } from "./app.ts";
import { html } from "./lib/html.ts";
import { kept } from "./lib/kept.ts";
import { keepFocus } from "./lib/keep-focus.ts";
import { listenForShortcuts } from "./lib/keys.ts";
import { enter, followChanges, reachable, session } from "./lib/session.ts";
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
enter().catch((thrown: { readonly status?: number }) => {
  reachable.value = thrown.status !== 0;
  session.value ??= null;
  notifyError(thrown);
});
