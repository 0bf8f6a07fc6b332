import type { ExpandAnswer } from "loci/client";
import { html, useEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted, day } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { addressOf, change, here } from "../lib/route.ts";
import { client, isOwner } from "../lib/session.ts";
import { askText } from "../parts/dialog.ts";
import { Icon } from "../parts/icon.ts";
import { Problem, notify, notifyError } from "../parts/notice.ts";
import { Verbatim } from "../parts/verbatim.ts";
import { editorAddress } from "../lib/editor.ts";
import { ForgetDialog } from "./forget.ts";
import { speakerOf, titleOf, whereOf } from "./hit.ts";

type Drawer = ExpandAnswer["drawers"][number];

/** Passages before and after that are shown at first, and that each step adds. */
const AROUND = 6;
const STEP = 24;

/** A passage in its document: marked, with what stands around it, an outline, and where it comes from. */
export function Passage({ id, onClose }: { readonly id: string; readonly onClose: () => void }): VNode {
  const [around, setAround] = useState({ id, before: AROUND, after: AROUND });
  const { before, after } = around.id === id ? around : { before: AROUND, after: AROUND };
  const panel = useRef<HTMLElement>(null);
  const { value, error, reload } = useLoaded(`${id} ${before} ${after}`, async (signal) => {
    const { drawers } = await client.peek().expand({ ids: [id], before, after }, { signal });
    return { id, drawers };
  });
  const drawers = value?.id === id ? value.drawers : [];
  const marked = drawers.find((drawer) => drawer.id.startsWith(id));
  useEffect(() => {
    if (marked === undefined) return;
    panel.current?.querySelector("[data-marked]")?.scrollIntoView({ block: "center" });
    panel.current?.focus({ preventScroll: true });
  }, [marked?.id]);
  const grow = (more: { readonly before?: number; readonly after?: number }): void =>
    setAround({ id, before: before + (more.before ?? 0), after: after + (more.after ?? 0) });
  return html`<section class="passage" ref=${panel} tabindex="-1" aria-label="Passage in its document">
    <header>
      <div>
        <h2><bdi>${marked === undefined ? "…" : titleOf(marked)}</bdi></h2>
        ${marked !== undefined && html`<p class="quiet"><bdi>${whereOf(marked)}</bdi>${marked.date !== null && html` · <time datetime=${marked.date}>${day(marked.date)}</time>`}</p>`}
      </div>
      <button type="button" class="bare" aria-label="Close the passage" onClick=${onClose}>
        <${Icon} name="close" />
      </button>
    </header>
    ${marked !== undefined && html`<${Actions} drawer=${marked} />`}
    ${marked !== undefined && !marked.fresh && html`<p class="note">The file no longer holds this text; this is what was indexed.</p>`}
    <${Problem} error=${error} retry=${reload} />
    <${Outline} id=${id} />
    <div class="document" tabindex="0" role="region" aria-label="Text of the document">
      ${drawers[0]?.neighbours.before != null && html`<button type="button" class="more" onClick=${() => grow({ before: STEP })}><${Icon} name="up" /> Earlier in the document</button>`}
      ${drawers.map((drawer, i) => html`<${Part} key=${drawer.id} drawer=${drawer} before=${drawers[i - 1]} isMarked=${drawer === marked} />`)}
      ${drawers.at(-1)?.neighbours.after != null && html`<button type="button" class="more" onClick=${() => grow({ after: STEP })}><${Icon} name="down" /> Later in the document</button>`}
    </div>
  </section>`;
}

/** One passage of the document; of a chat, one message with its role. */
function Part({
  drawer,
  before,
  isMarked,
}: {
  readonly drawer: Drawer;
  readonly before: Drawer | undefined;
  readonly isMarked: boolean;
}): VNode {
  const { message, pages, documentType } = drawer;
  const newPage = pages !== null && pages.start !== before?.pages?.end;
  const body = html`<${Verbatim}
      key=${drawer.id}
      text=${drawer.text}
      kind=${documentType}
      from=${sharedLines(drawer, before)}
    />
    ${drawer.caption !== null && html`<p class="caption"><span class="quiet">Picture:</span> ${drawer.caption}</p>`}`;
  if (message === null) {
    return html`<div class=${isMarked ? "part marked" : "part"} data-marked=${isMarked ? "" : null}>
      ${newPage && html`<p class="page-number">Page ${pages.start}</p>`}
      ${isMarked ? html`<span class="away">The passage:</span>` : null}${body}
    </div>`;
  }
  const role = message.role.replace("_", " ");
  const folded = /tool|system|summary/.test(message.role) && !isMarked;
  return html`<div
    class=${`part message role-${/^\w+$/.test(message.role) ? message.role : "other"} ${isMarked ? "marked" : ""}`}
    data-marked=${isMarked ? "" : null}
  >
    <p class="who">
      <strong><bdi>${speakerOf(message, drawer.scope)}</bdi></strong>
      ${message.author !== null && html`<span class="quiet">${role}</span>`}
      ${message.time !== null && html` <time class="quiet" datetime=${message.time}>${message.time.slice(0, 16).replace("T", " ")}</time>`}
    </p>
    ${
      folded
        ? html`<details>
            <summary>${counted(drawer.text.length, "character")} of ${role}</summary>
            ${body}
          </details>`
        : body
    }
  </div>`;
}

/** Characters at the beginning that the passage before it has shown: passages of one section share lines. */
function sharedLines({ lines, text }: Drawer, before: Drawer | undefined): number {
  if (lines === null || before?.lines == null || before.lines.end < lines.start) return 0;
  let from = 0;
  for (let line = lines.start; line <= before.lines.end; line++) {
    const next = text.indexOf("\n", from);
    if (next < 0) return 0;
    from = next + 1;
  }
  // Only text that the other one really ends with: two parts of one long line share its number but no text.
  return before.text.trimEnd().endsWith(text.slice(0, from).trimEnd()) ? from : 0;
}

function Actions({ drawer }: { readonly drawer: Drawer }): VNode {
  const [forgetting, setForgetting] = useState(false);
  const source = useLoaded(drawer.id, async (signal) => await client.peek().drawerSource(drawer.id, { signal })).value;
  const cite = async (): Promise<void> => {
    const label = `${whereOf(drawer)}${drawer.date === null ? "" : `, ${day(drawer.date)}`}`;
    await navigator.clipboard.writeText(`“${drawer.text.trim()}”\n— ${label} [loci:${drawer.id.slice(0, 12)}]`);
    notify("Copied as a citation.");
  };
  const move = async (): Promise<void> => {
    const { rooms } = await client.peek().rooms({ wing: drawer.wing });
    const room = await askText({
      title: "Move",
      label: `Room for this passage, which stands in ${drawer.room}`,
      value: drawer.room,
      known: rooms.map((one) => one.room),
    });
    if (room === null || room === drawer.room) return;
    const moved = await client.peek().moveDrawer(drawer.id, { room });
    notify(`Moved to ${moved.room}.`, async () => await client.peek().moveDrawer(drawer.id, { room: drawer.room }));
  };
  const editor = source?.file == null ? null : editorAddress(source.file, source.lines?.start ?? 1);
  return html`<div class="actions">
    <button type="button" onClick=${() => void cite().catch(notifyError)}>
      <${Icon} name="copy" /> Copy as citation
    </button>
    ${editor !== null && html`<a class="button" href=${editor}><${Icon} name="open" /> Open in the editor</a>`}
    <a class="button" href=${addressOf("palace", { wing: drawer.wing, room: drawer.room })}
      ><bdi>${drawer.wing} / ${drawer.room}</bdi></a
    >
    ${isOwner.value && html`<button type="button" onClick=${() => void move().catch(notifyError)}>Move</button>`}
    <button type="button" onClick=${() => setForgetting(true)}><${Icon} name="trash" /> Forget</button>
    ${forgetting && html`<${ForgetDialog} ids=${[drawer.id]} onClose=${(removed: boolean) => (setForgetting(false), removed && change({ open: "" }))} />`}
  </div>`;
}

/** The document's headings, or its pages; each leads to its passage. */
function Outline({ id }: { readonly id: string }): VNode | null {
  const { value } = useLoaded(id, async (signal) => await client.peek().outline(id, { signal }));
  if (value === null || value.entries.length < 2) return null;
  const current = value.entries.findLast(({ position }) => position <= value.position);
  return html`<details class="outline">
    <summary>
      Outline <span class="quiet">${counted(value.entries.length, value.kind)}, ${counted(value.size, "passage")}</span>
    </summary>
    <ol>
      ${value.entries.map(
        (entry) =>
          html`<li key=${entry.id} style=${{ paddingInlineStart: `${Math.max(0, entry.level - 1) * 0.9}rem` }}>
            <a href=${here({ open: entry.id })} aria-current=${entry === current ? "true" : null}
              ><bdi>${entry.title}</bdi></a
            >
          </li>`,
      )}
    </ol>
  </details>`;
}
