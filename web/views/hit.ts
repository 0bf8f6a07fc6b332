import { html, useState, type VNode } from "../lib/html.ts";
import { count, day, fileName, fileOf, moment, score, shortened, whoSees } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { addressOf, change, here, place } from "../lib/route.ts";
import { client, isOwner } from "../lib/session.ts";
import { ScoreBars, ScoreLine } from "../parts/bars.ts";
import { Problem } from "../parts/notice.ts";
import { beginning, MARKDOWN } from "../parts/front-matter.ts";
import { APART, withoutSigns } from "../lib/plain.ts";
import { Marked } from "../parts/verbatim.ts";
import { whySentence } from "../parts/why-words.ts";
import { answer, chosenFilters, type Hit } from "./search-state.ts";

/** Who said a message: in a user's memory that user, whatever he calls himself. */
export function speakerOf(message: NonNullable<Hit["message"]>, scope: string): string {
  const role = message.role.replace("_", " ");
  // In the user's place, but nothing that he said.
  if (message.role === "user" && message.marks?.includes("machine") === true) return "a program";
  return message.author ?? (isOwner.value && scope.startsWith("user:") ? `${role}, ${scope}` : role);
}

/** Characters of a title at most: sessions are called by summaries, which are paragraphs. */
const TITLE = 90;

/** The day behind the title of a session, which its place says, too. */
const DATED = / \(\d{4}-\d\d-\d\d\)$/;

/** Whether all words of one title stand in another. */
function isIn(title: string, other: string): boolean {
  const words = new Set(other.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => words.has(word));
}

/** What a passage is called: its document and its heading, who said it, or its file; what was kept by hand by its first words, since its file is a room. */
export function titleOf({
  heading,
  message,
  source,
  breadcrumb,
  scope,
  title,
  text,
  documentType,
}: Pick<Hit, "heading" | "message" | "source" | "breadcrumb" | "scope" | "title" | "text" | "documentType">): string {
  // A session is called by its first request or its title, not by the file that it stands in.
  if (message !== null)
    return `${shortened(title.replace(DATED, "") || message.chat || message.session, TITLE)} › ${speakerOf(message, scope)}`;
  if (source.name === "palace" && heading === title)
    return beginning(text, TITLE / 2, documentType).replaceAll(/\s+/g, " ") || title;
  // The title of a note often stands in its first heading again.
  const own = breadcrumb[0] !== undefined && isIn(title, breadcrumb[0]) ? "" : title;
  const [first = title, ...below] = [own, ...breadcrumb].filter(
    (name, i, all) => name !== "" && all.indexOf(name) === i,
  );
  const last = below.at(-1) ?? heading;
  const all = [first, ...below].join(" › ");
  if (all.length <= TITLE || last === "") return shortened(all || fileName(source.path) || source.name, TITLE);
  return `${shortened(first, TITLE / 2)} › ${shortened(last, TITLE / 2)}`;
}

/** When a message was said, and its turn. */
function turnOf({ time, turn }: Pick<NonNullable<Hit["message"]>, "time" | "turn">): string {
  const counted = turn === undefined ? "" : `turn ${count(turn.at)} of ${count(turn.of)}`;
  return [moment(time), counted].filter((part) => part !== "").join(", ");
}

/** A message of a chat: what the chat is called, who speaks, to which tool, when, and its turn. */
export function saidIn(
  { title, source }: { readonly title: string; readonly source: { readonly name: string } },
  who: string,
  message: Parameters<typeof turnOf>[0],
): string {
  return `${shortened(title, TITLE)} › ${[who, ...toolOf(title, source.name), turnOf(message)].join(", ")}`;
}

/** The tool in which a chat was held, or the file that was mined by itself, where its title doesn't say so. */
const toolOf = (title: string, source: string): readonly string[] => (title.startsWith(source) ? [] : [source]);

/** Where a passage stands: file, pages or lines; of a message in which tool, and in no file, and when it was said, and its turn. */
export function whereOf({
  source,
  title,
  pages = null,
  lines,
  message,
}: Pick<Hit, "lines" | "message" | "title"> &
  Partial<Pick<Hit, "pages">> & {
    readonly source: { readonly name: string; readonly path: string };
  }): string {
  // The name of a file that is written from the right keeps what stands behind it there.
  const file = fileOf(source).replace(/^.*[\u0590-\u08ff].*$/su, "\u2068$&\u2069");
  if (message !== null)
    return [...toolOf(title, source.name).filter((name) => !/\.\w+$/u.test(name)), turnOf(message)]
      .filter((part) => part !== "")
      .join(", ");
  if (pages !== null)
    return `${file}, ${pages.start === pages.end ? `page ${pages.start}` : `pages ${pages.start}–${pages.end}`}`;
  return lines === null ? file : `${file}:${lines.start}`;
}

interface RowProps {
  readonly hit: Hit;
  readonly place: number;
  readonly isOpen: boolean;
  /** Its score beside the best one, 0–1. */
  readonly share: number;
  /** Whether it is among those that hardly matter, which are dimmed. */
  readonly isWeak: boolean;
}

/** Draws hits as rows; one that the next answer shows as this one did isn't drawn anew. */
export function rowDrawer(): (hits: readonly Hit[], shownAs: (i: number) => Omit<RowProps, "hit">) => VNode[] {
  let last: ReadonlyMap<string, { readonly state: string; readonly row: VNode }> = new Map();
  return (hits, shownAs) => {
    const address = addressOf("", place.value.params);
    const drawn = hits.map((hit, i) => {
      const { text: _text, explanation: _explanation, ...seen } = hit;
      const shown = shownAs(i);
      const state = JSON.stringify([shown, seen, address]);
      const same = last.get(hit.id);
      if (same?.state === state) return [hit.id, same] as const;
      return [hit.id, { state, row: html`<${HitRow} key=${hit.id} ...${shown} hit=${hit} />` }] as const;
    });
    last = new Map(drawn);
    return drawn.map(([, { row }]) => row);
  };
}

/** One hit: what it says around the words, where it stands, and why it was found. */
function HitRow({ hit, place: at, share, isOpen, isWeak }: RowProps): VNode {
  const [why, setWhy] = useState(false);
  return html`<li class=${`hit${isOpen ? " on" : ""}${isWeak ? " weak" : ""}`} data-id=${hit.id}>
    <h2 dir="auto">
      <a
        data-row
        href=${here({ open: hit.id })}
        aria-current=${isOpen ? "true" : null}
        onClick=${(event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          change({ open: hit.id });
        }}
        >${titleOf(hit)}</a
      >
    </h2>
    <p class="snippet" dir="auto"><${Snippet} hit=${hit} /></p>
    <p class="where">
      <bdi class="path" dir="ltr" title=${whereOf(hit)}>${whereOf(hit)}</bdi>
      <button
        type="button"
        class="place"
        title=${`Only this room: ${hit.wing} / ${hit.room}`}
        onClick=${() => change({ wing: hit.wing, room: hit.room })}
      >
        <bdi>${hit.wing} / ${hit.room}</bdi>
      </button>
      ${hit.hall !== null && html`<span>${hit.hall}</span>`}
      ${hit.date !== null && hit.message?.time == null && html`<time datetime=${hit.date}>${day(hit.date)}</time>`}
      ${hit.later !== undefined && html`<${SaidAnew} later=${hit.later} />`}
      ${hit.unchecked === true && html`<span>said by an assistant, not checked</span>`}
      ${hit.cites?.map((id, i) => html`<a key=${id} href=${here({ open: id })}>${i === 0 ? "cites " : ""}[${i + 1}]</a>`)}
      ${hit.duplicates > 0 && html`<span>+${hit.duplicates} same</span>`}
      ${hit.scope !== "kb" && html`<span class="scope">${whoSees(hit.scope)}</span>`}
      <button
        type="button"
        class="why"
        aria-expanded=${why}
        aria-label=${`Why hit ${at + 1} is here, score ${score(hit.score)}`}
        title=${`Score ${score(hit.score)}`}
        onClick=${() => setWhy(!why)}
      >
        <${ScoreLine} parts=${hit.parts} share=${share} /> Why
      </button>
    </p>
    ${why && html`<${Why} hit=${hit} place=${at} />`}
  </li>`;
}

/** That a person said something else of the same later, which leads there. */
export function SaidAnew({ later: { id, date, unsure } }: { readonly later: NonNullable<Hit["later"]> }): VNode {
  return html`<a class="doubt" href=${here({ open: id })}>said anew${unsure ? "?" : ""}${date === null ? "" : ` on ${day(date)}`}</a>`;
}

/** What it says around the words, without signs that only say how it is written. */
function Snippet({ hit: { snippet, matches, documentType, breadcrumb } }: { readonly hit: Hit }): VNode {
  const { text, spans } = MARKDOWN.has(documentType)
    ? withoutSigns(snippet, matches)
    : { text: snippet, spans: matches };
  // The title above has said the headings.
  const from = breadcrumb.reduce(
    (said, heading) => said + (text.startsWith(`${heading}${APART}`, said) ? heading.length + APART.length : 0),
    0,
  );
  const left = spans.flatMap(({ start, end }) => (start < from ? [] : [{ start: start - from, end: end - from }]));
  return html`<${Marked} text=${text.slice(from)} spans=${left} />`;
}

/** The parts of the score with their features, asked for when they are opened. */
function Why({ hit, place: at }: { readonly hit: Hit; readonly place: number }): VNode {
  const query = answer.value?.query ?? "";
  const { age, error, ...loaded } = useLoaded(`${query} ${hit.id}`, async (signal) => {
    const found = await client
      .peek()
      .search({ query, ...chosenFilters(place.peek().params), limit: 100, explain: true }, { signal });
    return [...found.hits, ...(found.later ?? [])].find(({ id }) => id === hit.id)?.explanation ?? null;
  });
  const value = age["aria-busy"] ? null : loaded.value;
  const ranks = value?.ranks;
  const { before, after } = hit.neighbours;
  const isAlone = before === null && after === null;
  return html`<div class="explained">
    <p role="status">${value === null ? "…" : whySentence(at, hit.parts, value.features, isAlone)}</p>
    <${ScoreBars} parts=${hit.parts} total=${hit.score} features=${value?.features} />
    ${
      ranks !== undefined &&
      html`<p class="quiet">
        ${ranks.lexical === null ? "Not found by its words" : `Number ${ranks.lexical} by its words`},
        ${ranks.dense === null ? "not by its meaning" : `number ${ranks.dense} by its meaning`}.
      </p>`
    }
    <${Problem} error=${error} />
  </div>`;
}
