import type { AnswerOf } from "loci/client";
import { html, useRef, useState, type VNode } from "../lib/html.ts";
import { count, counted, day, days } from "../lib/format.ts";
import { useLive } from "../lib/loaded.ts";
import { addressOf, change, go, here, param } from "../lib/route.ts";
import { changes, client, isOwner } from "../lib/session.ts";
import { askText } from "../parts/dialog.ts";
import { beginning } from "../parts/front-matter.ts";
import { Export } from "../parts/export.ts";
import { Icon } from "../parts/icon.ts";
import { Empty, Problem, notify, notifyError } from "../parts/notice.ts";
import { HALLS } from "./filters.ts";
import { Passage } from "./passage.ts";
import { RoomGraph } from "./room-graph.ts";
import { Timeline } from "./timeline.ts";

type Wing = AnswerOf<"wings">["wings"][number];
type Room = AnswerOf<"wings">["rooms"][number];

/** Closets that are shown of a room at first, and drawers of it. */
const CLOSETS = 30;
const DRAWERS = 30;

/** The palace: wings, their rooms, and of a room its closets, drawers, neighbours and times. */
export function PalaceView(): VNode {
  const asked = { wing: param("wing"), room: param("room"), hall: param("hall") };
  const open = param("open");
  const { value, error, loading, age } = useLive(asked.wing, async (signal) => {
    const loci = client.peek();
    return await loci.wings({ ...(asked.wing !== "" && { wing: asked.wing }), signal });
  });
  // What was asked before is shown under its own name, set back, until the answer is there.
  const shown = useRef(asked);
  if (!age["aria-busy"]) shown.current = asked;
  const { wing, room, hall } = shown.current;
  if (error !== null)
    return html`<h1>Palace</h1>
      ${wing !== "" && (error as { code?: string }).code === "USAGE" ? html`<${Gone} what="wing" name=${wing} />` : html`<${Problem} error=${error} />`}`;
  if (value === null) return html`<h1>Palace</h1>`;
  if (value.wings.length === 0) {
    return html`<h1>Palace</h1>
      <${Empty} title="The palace is empty">
        <p>
          Wings and rooms come up by themselves from what is indexed: a wing for each person, project or subject, a room
          for each concept.
        </p>
        ${isOwner.value && html`<p><a class="button main" href=${addressOf("sources", { add: "1" })}>Add a folder</a></p>`}
      <//>`;
  }
  return html`<div class=${`palace ${open === "" ? "" : "opened"}`}>
    <div class=${`palace-side ${age.class}`} aria-busy=${age["aria-busy"]}>
      <h1>Palace</h1>
      ${wing + room + hall === "" && html`<p class="quiet">A wing is whose passages they are: a person's, a project's, a subject's. A room in it is what they are about; a hall is their kind. Each place is guessed, and you can correct it.</p>`}
      ${
        wing + room + hall !== "" &&
        html`<nav class="crumbs" aria-label="Where you are">
        <a href=${addressOf("palace")}>All wings</a>
        ${wing !== "" && html`<span aria-hidden="true">/</span><a href=${addressOf("palace", { wing })}><bdi>${wing}</bdi></a>`}
        ${room !== "" && html`<span aria-hidden="true">/</span><a href=${addressOf("palace", { wing, room })} aria-current="page"><bdi>${room}</bdi></a>`}
      </nav>`
      }
      ${
        hall !== ""
          ? html`<${HallPage} key=${hall} hall=${hall} />`
          : room !== ""
            ? !loading && !value.rooms.some((one) => one.room === room)
              ? html`<${Gone} what="room" name=${room} />`
              : html`<${RoomPage} key=${`${wing} ${room}`} wing=${wing} room=${room} rooms=${value.rooms} />`
            : wing !== "" && !loading && !value.wings.some((one) => one.wing === wing)
              ? html`<${Gone} what="wing" name=${wing} now=${value.wings.find((one) => one.aliases.includes(wing))?.wing} />`
              : html`${wing === "" ? html`<${Wings} wings=${value.wings} />` : html`<${WingHead} wing=${value.wings.find((one) => one.wing === wing)} />`}
              <${Rooms} rooms=${value.rooms} wing=${wing} />
              <${Timeline} key=${wing} wing=${wing} room="" />
              ${wing === "" && html`<${TunnelList} />`}`
      }
    </div>
    ${open !== "" && html`<${Passage} id=${open} />`}
  </div>`;
}

function Wings({ wings }: { readonly wings: readonly Wing[] }): VNode {
  return html`<section>
    <h2>Wings <span class="quiet">${count(wings.length)}</span></h2>
    <ul class="cards">
      ${wings.map(
        (one) =>
          html`<li key=${one.wing} class="card">
            <h3>
              <a data-row href=${addressOf("palace", { wing: one.wing })}><bdi>${one.wing}</bdi></a>
            </h3>
            <p>${counted(one.count, "passage")} in ${counted(one.rooms, "room")}</p>
            <${HallMix} halls=${one.halls} total=${one.count} />
            ${one.first !== null && html`<p class="quiet">${days(one.first, one.last)}</p>`}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** A hall of several wings side by side. */
function HallPage({ hall }: { readonly hall: string }): VNode {
  const { value, error } = useLive(hall, (signal) => client.peek().compareHall(hall, { signal }));
  return html`<section>
    <h2><bdi>${hall}</bdi></h2>
    <${Problem} error=${error} />
    ${value?.wings.map(
      ({ wing, total, drawers }) =>
        html`<section key=${wing}>
          <h3>
            <a href=${addressOf("palace", { wing })}><bdi>${wing}</bdi></a> <span class="quiet">${count(total)}</span>
          </h3>
          <${Passages} drawers=${drawers} />
        </section>`,
    )}
  </section>`;
}

function Passages({ drawers }: { readonly drawers: AnswerOf<"drawers">["drawers"] }): VNode {
  return html`<ul class="plain passages">
    ${drawers.map(
      (drawer) =>
        html`<li key=${drawer.id}>
          <a data-row href=${here({ open: drawer.id })}><bdi>${beginning(drawer.text, 160, drawer.documentType)}</bdi></a>
          <span class="quiet">${day(drawer.date)}</span>
        </li>`,
    )}
  </ul>`;
}

/**
 * The shares of the five halls as a line, each passage once, and what they are called; below it the halls of a subject, of which a passage may
 * be in several, or in none. Each leads to the same hall of other wings.
 */
function HallMix({
  halls,
  total,
}: {
  readonly halls: Readonly<Record<string, number>>;
  readonly total: number;
}): VNode | null {
  const all = Object.entries(halls).sort(([, a], [, b]) => b - a);
  if (all.length === 0) return null;
  const shares = all.filter(([hall]) => HALLS.includes(hall));
  const subjects = all.filter(([hall]) => !HALLS.includes(hall));
  const rest = total - shares.reduce((sum, [, own]) => sum + own, 0);
  const link = ([hall, own]: readonly [string, number], mark?: VNode): VNode =>
    html`<a key=${hall} href=${addressOf("palace", { hall })}>${mark}<bdi>${hall}</bdi> ${count(own)}</a>`;
  return html`<div class="mix">
    <span class="score-line" aria-hidden="true"
      >${shares.map(([hall, own], i) => html`<span key=${hall} class=${`tone-${i}`} style=${{ width: `${(own / total) * 100}%` }}></span>`)}</span
    >
    <p class="quiet">
      ${shares.map((share, i) => link(share, html`<span class=${`share tone-${Math.min(i, 4)}`} aria-hidden="true"></span>`))}
      ${rest > 0 && html`<span>no hall ${count(rest)}</span>`}
    </p>
    ${subjects.length > 0 && html`<p class="quiet">also about ${subjects.map((subject) => link(subject))}</p>`}
  </div>`;
}

/** Makes a correction, and shows what came of it; taken back, it shows what was there before. */
async function correct(
  op: "rename-wing" | "rename-room" | "merge-rooms",
  given: { readonly from: string; readonly to: string; readonly wing?: string },
  said: (called: string) => string,
): Promise<void> {
  const { from, to, wing = "" } = given;
  const loci = client.peek();
  const show = (name: string): void => {
    changes.value++;
    go("palace", op === "rename-wing" ? { wing: name } : { wing, room: name });
  };
  const done = await loci.correct(op, given);
  const called = (op === "rename-wing" ? done.wing : done.room) ?? to;
  show(called);
  notify(said(called), async () => {
    await loci.correct("undo", { from, to: called });
    show(from);
  });
}

/** A room or a wing that a link names and that isn't there: nothing of it can be corrected. */
function Gone({
  what,
  name,
  now = "",
}: {
  readonly what: string;
  readonly name: string;
  readonly now?: string | undefined;
}): VNode {
  return html`<${Empty} title=${`There is no ${what} ${name}`}>
    <p>
      ${now === "" ? "It was renamed, or what stood in it is gone." : html`It is called <a href=${addressOf("palace", { wing: now })}><bdi>${now}</bdi></a> now.`}
      ${" "}<a href=${addressOf("palace")}>All wings</a>
    </p>
  <//>`;
}

function WingHead({ wing }: { readonly wing: Wing | undefined }): VNode | null {
  if (wing === undefined) return null;
  const rename = async (): Promise<void> => {
    const to = await askText({
      title: "Rename",
      label: `New name of the wing ${wing.wing}`,
      value: wing.wing,
      known: [],
    });
    if (to === null || to === wing.wing) return;
    await correct("rename-wing", { from: wing.wing, to }, (called) => `The wing is called ${called} now.`);
  };
  return html`<section class="wing-head">
    <h2><bdi>${wing.wing}</bdi></h2>
    <p>
      ${counted(wing.count, "passage")} in
      ${counted(wing.rooms, "room")}${wing.aliases.length > 0 ? `, also called ${wing.aliases.join(", ")}` : ""}
    </p>
    <${HallMix} halls=${wing.halls} total=${wing.count} />
    <p class="buttons">
      <a class="button" href=${addressOf("search", { wing: wing.wing })}><${Icon} name="search" /> Search in it</a>
      ${isOwner.value && html`<button type="button" onClick=${() => void rename().catch(notifyError)}>Rename</button>`}
    </p>
  </section>`;
}

/** Rooms that are listed before the rest is asked for. */
const FIRST_ROOMS = 60;

function Rooms({ rooms, wing }: { readonly rooms: readonly Room[]; readonly wing: string }): VNode {
  const [filter, setFilter] = useState("");
  const [all, setAll] = useState(false);
  const wanted = filter.trim().toLowerCase();
  const found = wanted === "" ? rooms : rooms.filter(({ room }) => room.includes(wanted));
  const shown = all ? found : found.slice(0, FIRST_ROOMS);
  const most = rooms[0]?.count ?? 1;
  return html`<section>
    <h2>Rooms <span class="quiet">${count(rooms.length)}</span></h2>
    <p>
      <input
        data-search
        type="search"
        aria-label="Filter rooms"
        placeholder="Filter rooms"
        value=${filter}
        onInput=${(event: Event) => setFilter((event.currentTarget as HTMLInputElement).value)}
      />
    </p>
    <ul class="rooms">
      ${shown.map(
        ({ room, wings, count: own }) =>
          html`<li key=${room}>
            <a data-row href=${addressOf("palace", { wing, room })}>
              <bdi>${room}</bdi
              >${wings.length > 1 && wing === "" && html` <small class="quiet">${counted(wings.length, "wing")}</small>`}
              <span class="quiet">${count(own)}</span>
              <span class="weight" aria-hidden="true" style=${{ width: `${(own / most) * 100}%` }}></span>
            </a>
          </li>`,
      )}
    </ul>
    ${shown.length < found.length && html`<button type="button" onClick=${() => setAll(true)}>Show ${count(found.length - shown.length)} more</button>`}
    <p><${Export} name="rooms" rows=${() => found} /></p>
  </section>`;
}

function RoomPage({
  wing,
  room,
  rooms,
}: {
  readonly wing: string;
  readonly room: string;
  readonly rooms: readonly Room[];
}): VNode {
  const own = rooms.find((one) => one.room === room);
  const asOf = param("asOf");
  const { value, of, age, error } = useLive(asOf, async (signal) => {
    const loci = client.peek();
    const place = { ...(wing !== "" && { wing }), room };
    const [{ closets, total }, drawers] = await Promise.all([
      loci.closets({ ...place, limit: CLOSETS, signal }),
      loci.drawers({ ...place, ...(asOf !== "" && { asOf }), limit: DRAWERS, sort: "date", order: "desc", signal }),
    ]);
    return { closets, total, drawers };
  });
  return html`<article class="room">
    <header>
      <h2><bdi>${room}</bdi></h2>
      ${own !== undefined && html`<p class="quiet">${counted(own.count, "passage")} in <bdi>${own.wings.join(", ")}</bdi>${own.first === null ? "" : `, ${days(own.first, own.last)}`}</p>`}
      <p class="buttons">
        <a class="button" href=${addressOf("search", { wing, room })}><${Icon} name="search" /> Search in it</a>
        ${isOwner.value && html`<${Correct} wing=${wing} room=${room} rooms=${rooms} />`}
      </p>
    </header>
    <${Problem} error=${error} />
    <${RoomGraph} room=${room} wing=${wing} />
    <${Timeline} wing=${wing} room=${room} />
    ${
      value !== null &&
      html`<section>
          <h3>Closets <span class="quiet">${count(value.total)}</span></h3>
          <ul class="closets">
            ${value.closets.map(
              (closet, i) =>
                html`<li key=${i}>
                  <p>
                    <strong><bdi>${closet.document}</bdi></strong>
                    ${closet.when !== null && html`<span class="quiet">${days(closet.when.first, closet.when.last)}</span>`}
                  </p>
                  ${closet.key !== null && html`<p class="clip" dir="auto">${closet.key.sentence}</p>`}
                  <p class="quiet">
                    <bdi
                      >${[...closet.topics.slice(0, 6).map(({ name }) => name), ...closet.words.slice(0, 10)].join(" · ")}</bdi
                    >
                  </p>
                  <p class="drawer-links">
                    <span class="quiet">Passages</span>
                    ${closet.drawers.slice(0, 12).map((id, n) => html`<a key=${id} href=${here({ open: id })} aria-label=${`Passage ${n + 1} of ${closet.document}`}>${n + 1}</a>`)}
                    ${closet.drawers.length > 12 && html`<span class="quiet">+${closet.drawers.length - 12}</span>`}
                  </p>
                </li>`,
            )}
          </ul>
        </section>
        <section ...${age}>
          <h3>
            Passages ${of !== "" && html`<span class="quiet">as they were known on ${of}</span>`}
            <span class="quiet">${count(value.drawers.total)}</span>
          </h3>
          <p>
            <label class="field-small"
              ><span>Those known on</span>
              <input
                type="date"
                value=${asOf}
                onChange=${(event: Event) => change({ asOf: (event.currentTarget as HTMLInputElement).value })}
            /></label>
          </p>
          <${Passages} drawers=${value.drawers.drawers} />
          <p><a href=${addressOf("memory", { wing, room })}>All of them in the memory table</a></p>
        </section>`
    }
  </article>`;
}

/** Renames the room, or puts it into another; each can be taken back. */
function Correct({
  wing,
  room,
  rooms,
}: {
  readonly wing: string;
  readonly room: string;
  readonly rooms: readonly Room[];
}): VNode {
  const within = wing === "" ? {} : { wing };
  const rename = async (): Promise<void> => {
    const to = await askText({ title: "Rename", label: `New name of the room ${room}`, value: room, known: [] });
    if (to === null || to === room) return;
    // A name that another room has is what merging is for.
    if (rooms.some((one) => one.room === to.trim()))
      return notify(`There is a room ${to.trim()} already: “Merge into…” puts ${room} into it.`);
    await correct("rename-room", { from: room, to, ...within }, (called) => `The room is called ${called} now.`);
  };
  const merge = async (): Promise<void> => {
    const to = await askText({
      title: "Merge",
      label: `Room that ${room} goes into`,
      value: "",
      known: rooms.map((one) => one.room).filter((one) => one !== room),
    });
    if (to === null) return;
    await correct("merge-rooms", { from: room, to, ...within }, (called) => `${room} went into ${called}.`);
  };
  return html`<button type="button" onClick=${() => void rename().catch(notifyError)}>Rename</button>
    <button type="button" onClick=${() => void merge().catch(notifyError)}>Merge into…</button>`;
}

function TunnelList(): VNode | null {
  const { value } = useLive("", async (signal) => await client.peek().tunnels({ signal }));
  if (value === null || value.tunnels.length + value.explicit.length + value.linked.length === 0) return null;
  return html`<section>
    <h2>Tunnels <span class="quiet">rooms that stand in several wings, or whose notes link to each other</span></h2>
    <ul class="plain">
      ${value.explicit.map(
        ({ a, b, label }, i) =>
          html`<li key=${`dug ${i}`}>
            <bdi>${a.wing} / ${a.room} – ${b.wing} / ${b.room}</bdi> <span class="quiet"><bdi>${label}</bdi></span>
          </li>`,
      )}
      ${value.tunnels.slice(0, 40).map(
        ({ room, wings, count: own }) =>
          html`<li key=${room}>
            <a href=${addressOf("palace", { room })}><bdi>${room}</bdi></a>
            <span class="quiet"><bdi>${wings.join(" – ")}</bdi>, ${counted(own, "passage")}</span>
          </li>`,
      )}
      ${value.linked.slice(0, 40).map(
        ({ a, b, count: own, links: [first] }) =>
          html`<li key=${`linked ${a.wing} ${a.room} ${b.wing} ${b.room}`}>
            <a href=${addressOf("palace", { wing: a.wing, room: a.room })}><bdi>${a.room}</bdi></a> –
            <a href=${addressOf("palace", { wing: b.wing, room: b.room })}><bdi>${b.room}</bdi></a>
            <span class="quiet">
              ${counted(own, "link")}, from
              <a href=${addressOf("palace", { open: first?.id ?? "" })}><bdi>${first?.from}${first?.line ? `:${first.line}` : ""}</bdi></a>
            </span>
          </li>`,
      )}
    </ul>
  </section>`;
}
