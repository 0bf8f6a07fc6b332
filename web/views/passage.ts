import type { AnswerOf, ExpandAnswer } from "loci/client";
import { type ComponentChildren, html, useEffect, useLayoutEffect, useRef, useState, type VNode } from "../lib/html.ts";
import { counted, day, moment, shortened } from "../lib/format.ts";
import { kept } from "../lib/kept.ts";
import { useLoaded } from "../lib/loaded.ts";
import { addressOf, change, here } from "../lib/route.ts";
import { changes, client, isMine, isOwner } from "../lib/session.ts";
import { askText } from "../parts/dialog.ts";
import { Icon } from "../parts/icon.ts";
import { Problem, notify, notifyError } from "../parts/notice.ts";
import { frontMatterOf, MARKDOWN } from "../parts/front-matter.ts";
import { Markdown } from "../parts/markdown.ts";
import { type FoundWords, markWords, Verbatim, wordsPattern } from "../parts/verbatim.ts";
import { editorAddress } from "../lib/editor.ts";
import { ForgetDialog } from "./forget.ts";
import { isKept, RememberDialog, rewrites } from "./remember.ts";
import { speakerOf, titleOf, whereOf } from "./hit.ts";
import { answer } from "./search-state.ts";

type Drawer = ExpandAnswer["drawers"][number];
type Source = AnswerOf<"drawer">;

/** Passages before and after that are shown at first, and that each step adds. */
const AROUND = 6;
const STEP = 24;

/** How texts are shown: as one reads them, or character by character. */
const reading = kept("loci.reading", "rendered");

/** The words for which a passage was found, as its hit marks them. */
function foundWords(id: string): FoundWords {
  const hit = [...(answer.value?.hits ?? []), ...(answer.value?.later ?? [])].find((one) => one.id.startsWith(id));
  return hit === undefined ? null : wordsPattern(hit.matches.map(({ start, end }) => hit.snippet.slice(start, end)));
}

/** Messages that were cut into several passages, put together again; every other passage by itself. */
function together(drawers: readonly Drawer[]): readonly (readonly Drawer[])[] {
  const groups: Drawer[][] = [];
  for (const drawer of drawers) {
    const before = groups.at(-1)?.[0]?.message;
    const [id] = drawer.message?.ids ?? [];
    if (id !== undefined && before != null && before.ids.includes(id)) groups.at(-1)?.push(drawer);
    else groups.push([drawer]);
  }
  return groups;
}

/** A passage in its document: marked, with what stands around it, an outline, and where it comes from. */
export function Passage({
  id,
  children,
}: {
  readonly id: string;
  /** What else can be done with it where it was opened. */
  readonly children?: ComponentChildren;
}): VNode {
  const [around, setAround] = useState({ id, before: AROUND, after: AROUND });
  const { before, after } = around.id === id ? around : { before: AROUND, after: AROUND };
  const panel = useRef<HTMLElement>(null);
  const { value, error, reload } = useLoaded(
    id,
    async (signal) => {
      const { drawers } = await client.peek().expand([id], { before, after, signal });
      return { id, drawers };
    },
    `${before} ${after} ${rewrites.value}`,
  );
  const drawers = value?.id === id ? value.drawers : [];
  // The text first: what links to it takes a service longer that has just read something new.
  const isThere = drawers.some((drawer) => drawer.id.startsWith(id));
  const opened = useLoaded(isThere ? id : null, async (signal) => await client.peek().drawer(id, { signal })).value;
  const source = opened?.id.startsWith(id) === true ? opened : null;
  const marked = drawers.find((drawer) => drawer.id.startsWith(id));
  // A message of nothing, such as one that only called a tool, is no card of its own.
  const groups = together(drawers.filter((one) => one === marked || one.message === null || one.text.trim() !== ""));
  const words = foundWords(id);
  const isGone = (error as { readonly code?: string } | null)?.code === "DRAWER_NOT_FOUND";
  useEffect(() => {
    if (marked === undefined) return;
    centre(panel.current?.querySelector("[data-marked]"));
    panel.current?.focus({ preventScroll: true });
  }, [marked?.id]);
  useOver(panel, id);
  const grow = (more: { readonly before?: number; readonly after?: number }): void =>
    setAround({ id, before: before + (more.before ?? 0), after: after + (more.after ?? 0) });
  return html`<section class="passage" ref=${panel} tabindex="-1" aria-label="Passage in its document">
    <header>
      <div>
        <h2><bdi>${marked !== undefined ? titleOf(marked) : isGone ? "Not there any more" : "…"}</bdi></h2>
        ${marked !== undefined && html`<p class="quiet"><bdi dir="ltr">${whereOf(marked)}</bdi>${marked.date !== null && marked.message?.time == null && html` · <time datetime=${marked.date}>${day(marked.date)}</time>`} · <a href=${addressOf("palace", { wing: marked.wing, room: marked.room })}><bdi>${marked.wing} / ${marked.room}</bdi></a></p>`}
      </div>
      <button type="button" class="bare" aria-label="Close the passage" onClick=${close}>
        <${Icon} name="close" />
      </button>
    </header>
    ${marked !== undefined && html`<${Actions} drawer=${marked} source=${source} />`}
    ${children}
    ${marked !== undefined && !marked.fresh && html`<p class="note">The file no longer holds this text; this is what was indexed.</p>`}
    ${isGone ? html`<p>It was forgotten, or its file has changed. Search for its words to find what stands there now.</p>` : html`<${Problem} error=${error} retry=${reload} />`}
    ${source !== null && html`<${Outline} outline=${source.outline} />`}
    <div class="document" tabindex="0" role="region" aria-label="Text of the document">
      ${drawers[0]?.neighbours.before != null && html`<button type="button" class="more" onClick=${() => grow({ before: STEP })}><${Icon} name="up" /> Earlier in the document</button>`}
      ${groups.map((group, i) => html`<${Part} key=${group[0]?.id} drawers=${group} before=${groups[i - 1]?.at(-1)} marked=${marked} words=${words} />`)}
      ${drawers.at(-1)?.neighbours.after != null && html`<button type="button" class="more" onClick=${() => grow({ after: STEP })}><${Icon} name="down" /> Later in the document</button>`}
    </div>
  </section>`;
}

/** Scrolls the text alone: the hits beside it, and the question above them, stay where they are. */
function centre(part: Element | null | undefined): void {
  const text = part?.closest(".document");
  if (part == null || text == null) return;
  const [inner, outer] = [part.getBoundingClientRect(), text.getBoundingClientRect()];
  text.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
}

/** Widths at which an open passage covers the view that it was opened from, as in the styles. */
const COVERS = "(width < 1080px)";

const close = (): void => change({ open: "" });

/**
 * A passage is closed by Esc, wherever the focus is. What it covers takes no focus meanwhile; when it is closed, the link that led to it has the focus
 * again, or one that leads to the same where the view was drawn anew.
 */
function useOver(panel: { readonly current: HTMLElement | null }, id: string): void {
  const opener = useRef<HTMLElement | null>(null);
  // Effects of layout: the others end after what they are of is gone, and the focus with it.
  useLayoutEffect(() => {
    const now = document.activeElement;
    if (now instanceof HTMLElement && now !== document.body && panel.current?.contains(now) === false)
      opener.current = now;
  }, [id]);
  const shown = useRef(id);
  shown.current = id;
  useLayoutEffect(() => {
    const covers = matchMedia(COVERS);
    const own = panel.current as HTMLElement;
    const view = own.parentElement as HTMLElement;
    const beside = [...view.children].filter((one) => one !== own);
    const covered = [...beside, ...document.querySelectorAll(".skip, .bar")] as HTMLElement[];
    const cover = (is: boolean): void => covered.forEach((one) => (one.inert = is));
    const onChange = (): void => {
      cover(covers.matches);
      if (covers.matches) own.focus({ preventScroll: true });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && document.querySelector("dialog[open]") === null) close();
    };
    onChange();
    covers.addEventListener("change", onChange);
    addEventListener("keydown", onKey);
    return () => {
      covers.removeEventListener("change", onChange);
      removeEventListener("keydown", onKey);
      cover(false);
      if (!own.contains(document.activeElement) && document.activeElement !== document.body) return;
      queueMicrotask(() => {
        const link = opener.current?.isConnected
          ? opener.current
          : view.querySelector(`a[href="${here({ open: shown.current })}"]`);
        if (view.isConnected)
          ((link ?? view.querySelector("[data-search]") ?? view.parentElement) as HTMLElement).focus();
      });
    };
  }, []);
}

interface PartProps {
  /** One passage; several where a message was cut into them. */
  readonly drawers: readonly Drawer[];
  readonly before: Drawer | undefined;
  readonly marked: Drawer | undefined;
  readonly words: FoundWords;
}

/** Characters of what is folded away that are shown. */
const FOLDED = 70;

/** One passage of the document; of a chat, one message with its role. */
function Part({ drawers, before, marked, words }: PartProps): VNode {
  const [first] = drawers as readonly [Drawer];
  const { message, pages } = first;
  const isMarked = marked !== undefined && drawers.includes(marked);
  const newPage = pages !== null && pages.start !== before?.pages?.end;
  const body = drawers.map(
    (drawer, i) =>
      html`<${Body} key=${drawer.id} drawer=${drawer} from=${sharedLines(drawer, drawers[i - 1] ?? before)} words=${words} />`,
  );
  if (message === null) {
    return html`<div class=${isMarked ? "part marked" : "part"} data-marked=${isMarked ? "" : null}>
      ${newPage && html`<p class="page-number">Page ${pages.start}</p>`}
      ${isMarked ? html`<span class="away">The passage:</span>` : null}${body}
    </div>`;
  }
  const role = message.role.replace("_", " ");
  const folded = /tool|system|summary/.test(message.role) && !isMarked;
  const length = drawers.reduce((sum, { text }) => sum + text.length, 0);
  return html`<div
    class=${`part message role-${/^\w+$/.test(message.role) ? message.role : "other"} ${isMarked ? "marked" : ""}`}
    data-marked=${isMarked ? "" : null}
  >
    <p class="who">
      <strong><bdi>${speakerOf(message, first.scope)}</bdi></strong>
      ${message.author !== null && html`<span class="quiet">${role}</span>`}
      ${message.time !== null && html` <time class="quiet" datetime=${message.time}>${moment(message.time)}</time>`}
    </p>
    ${
      folded
        ? html`<details>
            <summary><bdi>${shortened(first.text.trim().split("\n", 1)[0] ?? "", FOLDED)}</bdi> <span class="quiet">${role}, ${counted(length, "character")}</span></summary>
            ${body}
          </details>`
        : body
    }
  </div>`;
}

/** The text of one passage, rendered or word for word; settings of its file are folded away. */
function Body({
  drawer: { id, text, caption, documentType, message },
  from,
  words,
}: {
  readonly drawer: Drawer;
  readonly from: number;
  readonly words: FoundWords;
}): VNode {
  const own = text.slice(from);
  const settings = from === 0 ? frontMatterOf(text) : "";
  const draw = (part: string): unknown => markWords(part, words);
  // What a tool was asked and gave is no Markdown: its lines and blanks say what they say.
  const kind = message?.role.startsWith("tool") === true ? "code" : documentType;
  const isRendered = reading.value === "rendered" && MARKDOWN.has(kind) && own.length <= MOST_RENDERED;
  return html`
    ${
      isRendered &&
      settings !== "" &&
      html`<details class="front-matter">
        <summary>Settings of the note</summary>
        <div class="verbatim code">${settings}</div>
      </details>`
    }
    ${isRendered ? html`<${Markdown} text=${own.slice(settings.length)} draw=${draw} />` : html`<${Verbatim} key=${id} text=${text} kind=${kind} from=${from} words=${words} />`}
    ${caption !== null && html`<p class="caption"><span class="quiet">Picture:</span> ${caption}</p>`}
  `;
}

/** Characters of a passage that are rendered; a longer one is shown word for word, a part at a time. */
const MOST_RENDERED = 20_000;

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

function Actions({ drawer, source }: { readonly drawer: Drawer; readonly source: Source | null }): VNode {
  const [forgetting, setForgetting] = useState(false);
  const [changing, setChanging] = useState(false);
  const cite = async (): Promise<void> => {
    // Of a message the session and its time; of a document its file and day.
    const label =
      drawer.message === null
        ? `${whereOf(drawer)}${drawer.date === null ? "" : `, ${day(drawer.date)}`}`
        : [titleOf(drawer), whereOf(drawer)].join(", ");
    await navigator.clipboard.writeText(`“${drawer.text.trim()}”\n— ${label} [loci:${drawer.id.slice(0, 12)}]`);
    notify("Copied as a citation.");
  };
  /** The passage and what stands behind it say where it is now. */
  const told = (): void => {
    rewrites.value++;
    changes.value++;
  };
  const move = async (): Promise<void> => {
    const { rooms } = await client.peek().wings({ wing: drawer.wing });
    const room = await askText({
      title: "Move",
      label: `Room for this passage, which stands in ${drawer.room}`,
      value: drawer.room,
      about: drawer.id,
      known: rooms.map((one) => one.room),
    });
    if (room === null || room === drawer.room) return;
    const moved = await client.peek().correct("move-drawer", { id: drawer.id, room });
    told();
    notify(`Moved to ${moved.room ?? room}.`, async () => {
      await client.peek().correct("undo", { id: drawer.id });
      told();
    });
  };
  // A session's file is its tool's, and no text to be edited.
  const editor =
    source?.file == null || drawer.message !== null ? null : editorAddress(source.file, source.lines?.start ?? 1);
  return html`<div class="actions">
    ${
      MARKDOWN.has(drawer.documentType) &&
      html`<button type="button" aria-pressed=${reading.value === "verbatim"} onClick=${() => (reading.value = reading.value === "verbatim" ? "rendered" : "verbatim")}>
        Word for word
      </button>`
    }
    <button type="button" onClick=${() => void cite().catch(notifyError)}>
      <${Icon} name="copy" /> Cite
    </button>
    ${editor !== null && html`<a class="button" href=${editor}><${Icon} name="open" /> Edit the file</a>`}
    <span class="actions">
      ${isOwner.value && html`<button type="button" onClick=${() => void move().catch(notifyError)}>Move</button>`}
      ${isKept(drawer) && isMine(drawer.scope) && html`<button type="button" onClick=${() => setChanging(true)}>Change</button>`}
      ${isMine(drawer.scope) && html`<button type="button" onClick=${() => setForgetting(true)}><${Icon} name="trash" /> Forget</button>`}
    </span>
    ${changing && html`<${RememberDialog} changing=${drawer} onClose=${(kept?: string) => (setChanging(false), kept !== undefined && change({ open: kept }))} />`}
    ${forgetting && html`<${ForgetDialog} ids=${[drawer.id]} onClose=${(removed: boolean) => (setForgetting(false), removed && close())} />`}
  </div>`;
}

/** The document's headings, or its pages, and the links that lead to it; each leads to its passage. */
function Outline({ outline }: Pick<Source, "outline">): VNode {
  const { entries, links, kind, size } = outline;
  const current = entries.findLast(({ position }) => position <= outline.position);
  const folded = (title: string, counts: string, rows: readonly VNode[]): VNode =>
    html`<details class="outline">
      <summary>${title} <span class="quiet">${counts}</span></summary>
      <ol>
        ${rows}
      </ol>
    </details>`;
  const row = (to: string, title: string, level: number, isCurrent: boolean): VNode =>
    html`<li key=${to + title} style=${{ paddingInlineStart: `${Math.max(0, level - 1) * 0.9}rem` }}>
      <a href=${here({ open: to })} aria-current=${isCurrent ? "true" : null}><bdi>${title}</bdi></a>
    </li>`;
  return html`
    ${
      entries.length > 1 &&
      folded(
        "Outline",
        `${counted(entries.length, kind === "message" ? "user message" : kind)}, ${counted(size, "passage")}`,
        entries.map((entry) => row(entry.id, entry.title, entry.level, entry === current)),
      )
    }
    ${
      links.length > 0 &&
      folded(
        "Links to it",
        counted(links.length, "link"),
        links.map(({ id: from, from: path, line }) => row(from, line === null ? path : `${path}:${line}`, 1, false)),
      )
    }
  `;
}
