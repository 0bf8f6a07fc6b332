import { html, type VNode } from "../lib/html.ts";
import { count, counted, day, fileOf } from "../lib/format.ts";
import { here } from "../lib/route.ts";
import { Notes } from "../parts/notice.ts";
import { Marked } from "../parts/verbatim.ts";
import { withoutSigns } from "../lib/plain.ts";
import { bodyOf } from "../parts/front-matter.ts";
import type { AskTurn, AskedPassage, Cited } from "./ask-turn.ts";
import { SaidAnew, saidIn, speakerOf } from "./hit.ts";

/** Notes of what an answer says; all others are of the service or the index, and are no news below the next answer. */
const OF_ANSWER: ReadonlySet<string> = new Set(["ANSWER_CUT", "ANSWER_EMPTY", "UNCITED", "NOTHING_PROVED"]);

/**
 * A question with its answer as it comes in, its citations and what was found of each.
 * @param before the one above, whose notes aren't repeated
 */
export function Turn({ turn, before }: { readonly turn: AskTurn; readonly before?: AskTurn }): VNode {
  const { question, text, by, covered, passages, citations, isRunning, isWaiting } = turn;
  const isTold = ({ code, message }: AskTurn["notes"][number]): boolean =>
    !OF_ANSWER.has(code) && before?.notes.some((one) => one.code === code && one.message === message) === true;
  const notes = turn.notes.filter((note) => !isTold(note));
  const cursor = isRunning && html`<span class="cursor" aria-hidden="true"></span>`;
  const isCut = notes.some(({ code }) => code === "ANSWER_CUT") || (by === null && !isRunning);
  const isQuoted = by === "passages" || isCut;
  // What is quoted stands as cards.
  const said = isQuoted ? (text.split("\n\n> ")[0] ?? "") : isRunning ? text.replace(/^> ?/gm, "") : text;
  const unproved = citations.filter(({ verdict }) => verdict !== "supported").length;
  const checked =
    citations.length === 0
      ? ", which cites no passage"
      : unproved > 0
        ? `; ${count(unproved)} of ${counted(citations.length, "citation")} not proved by the passage`
        : "; each citation was checked against its passage";
  const nameOf = (label: string): string => {
    const passage = passages.find((one) => one.label === label);
    return passage === undefined ? "" : passageName(passage);
  };
  const signed =
    by === "model" && !isCut
      ? `Written by the language model${checked}.`
      : by === "facts"
        ? "Answered exactly, from the lists."
        : by === "passages" && passages.length > 0 && notes.some(({ code }) => code === WITHOUT)
          ? "No language model is configured: these are the passages themselves."
          : "";
  return html`<div class="turn said-user"><p class="verbatim" dir="auto">${question}</p></div>
    <div class="turn answer" aria-busy=${isRunning}>
      <div role="log" aria-live="polite">
        <p class="verbatim" dir="auto"><${Answer} text=${said} passages=${passages} citations=${citations} nameOf=${nameOf} />${cursor}</p>
        ${isWaiting && html`<p class="quiet">Waits for the answer before it.</p>`}
        ${isRunning && !isWaiting && text === "" && passages.length > 0 && html`<p class="quiet">The language model reads what was found…</p>`}
      </div>
      ${isQuoted && html`<${Cards} passages=${passages} citations=${citations} checked=${covered} />`}
      ${signed !== "" && html`<p class="quiet">${signed}</p>`}
      <${Notes} notes=${notes.filter(({ code }) => code !== WITHOUT)} />
      ${
        !isQuoted &&
        passages.length > 0 &&
        html`<details>
          <summary>${isRunning ? html`Found` : html`Written from`} ${counted(passages.length, "passage")}</summary>
          <${Cards} passages=${passages} citations=${citations} />
        </details>`
      }
    </div>`;
}

const WITHOUT = "NO_LANGUAGE_MODEL";

/** Cards that are shown at once; the others are folded. */
const FIRST_CARDS = 3;

/** Passages as cards: first those that are cited, each with what is cited of it marked. */
function Cards({
  passages,
  citations,
  checked = true,
}: Pick<AskTurn, "passages" | "citations"> & { readonly checked?: boolean }): VNode {
  const isCited = ({ label }: AskedPassage): boolean => citations.some((one) => one.label === label);
  const sorted = [...passages.filter(isCited), ...passages.filter((one) => !isCited(one))];
  const rest = sorted.slice(FIRST_CARDS);
  const card = (passage: AskedPassage): VNode =>
    html`<${Card} key=${passage.id} passage=${passage} checked=${checked} cited=${citations.filter(({ label }) => label === passage.label)} />`;
  return html`<ol class="plain cited">
      ${sorted.slice(0, FIRST_CARDS).map(card)}
    </ol>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${counted(rest.length, "more passage")}</summary>
        <ol class="plain cited">
          ${rest.map(card)}
        </ol>
      </details>`
    }`;
}

/** Characters of a passage that its card shows around what is cited. */
const SHOWN_BEFORE = 80;
const SHOWN = 320;
/** Characters of a word at most, at which a card begins or ends. */
const WORD = 30;

function Card({
  passage,
  cited,
  checked,
}: {
  readonly passage: AskedPassage;
  readonly cited: readonly Cited[];
  /** Whether what the check of a citation said is shown. */
  readonly checked: boolean;
}): VNode {
  const { id, label, text, date, later } = passage;
  // The link says the heading already.
  const body = bodyOf(text)
    .trim()
    .replace(/^#{1,6} .*\s+/, "");
  const words = cited.find(({ verdict, quote }) => verdict === "supported" && quote !== null)?.quote ?? "";
  const quote = sentenceAround(body, words);
  const from = Math.max(0, (quote?.start ?? 0) - SHOWN_BEFORE);
  // From the beginning of a word to the end of one, where words have blanks between them.
  const word = from === 0 ? 0 : body.slice(from, from + WORD).search(/(?<=\s)\S/);
  const start = Math.min(quote?.start ?? from, from + Math.max(0, word));
  const blank =
    body.length <= start + SHOWN ? -1 : body.slice(0, start + SHOWN).search(new RegExp(`\\s\\S{0,${WORD}}$`));
  const end = Math.max(blank > start ? blank : start + SHOWN, quote?.end ?? 0);
  const lead = start > 0 ? "…" : "";
  const part = `${lead}${body.slice(start, end)}${body.length > end ? "…" : ""}`;
  const moved = lead.length - start;
  const spans = quote === null ? [] : [{ start: quote.start + moved, end: quote.end + moved }];
  // Read as it is rendered where it is opened: without signs, and wrapped here, not where the file was.
  const isMarkdown = passage.message === null && /\.(?:md|markdown)$/i.test(passage.source.path);
  const shown = isMarkdown
    ? withoutSigns(part.replaceAll(WRAPPED, (_end, code?: string) => code ?? " ").replaceAll(ITEM, "$1•"), spans)
    : { text: part, spans };
  return html`<li class="card">
    <p>
      <a href=${here({ open: id })}><bdi>${passageName(passage)}</bdi></a>
      <span class="quiet">${label}${date !== null && html` · <time datetime=${date}>${day(date)}</time>`}</span>
      ${later !== undefined && html` <${SaidAnew} later=${later} />`}
      ${checked && cited.map((one, n) => html` <${Mark} key=${n} cited=${one} />`)}
    </p>
    <p class="said-there" dir="auto"><${Marked} ...${shown} /></p>
  </li>`;
}

/** The end of a line that ends neither a paragraph nor an item, a row or a heading; code, which stays as it is, by itself. */
const WRAPPED = /(```[^]*?(?:```\n?|$))|(?<!\n|(?:^|\n)#{1,6} [^\n]*)\n(?!\s*(?:```|\n|[-*+|#>]|\d+[.)]\s))/g;

/** What an item of a list begins with. */
const ITEM = /((?:^…?|\n)[ \t]*)[-*+](?=[ \t])/g;

/** Where a sentence ends: behind its sign, at an empty line, and where an item, a row or a heading begins. */
const ENDS = String.raw`(?:[.!?](?=\s)|(?<=(?:^|\n)#{1,6} [^\n]*)\n|\n(?=\s*(?:\n|[-*+|#>]|\d+[.)]\s)))`;
const UNENDED = `(?:(?!${ENDS}).)*`;
const [SENTENCE_BEGIN, SENTENCE_REST] = [
  new RegExp(`(?:^|${ENDS}\\s*)(${UNENDED})$`, "s"),
  new RegExp(`^${UNENDED}[.!?]?`, "s"),
];

/** The sentence that holds the quoted words, which are a part of it where it is long; lines may break between them. null where none does. */
function sentenceAround(body: string, words: string): { readonly start: number; readonly end: number } | null {
  const escaped = words.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const found = words === "" ? null : new RegExp(escaped.join("\\s+")).exec(body);
  if (found === null) return null;
  const end = found.index + found[0].length;
  const before = SENTENCE_BEGIN.exec(body.slice(0, found.index))?.[1] ?? "";
  const after = /[.!?]$/.test(words) ? "" : (SENTENCE_REST.exec(body.slice(end))?.[0] ?? "");
  return { start: found.index - before.length, end: end + after.length };
}

function passageName({ title, heading, message, source, pages, lines, scope }: AskedPassage): string {
  if (message !== null) return saidIn({ title, source }, speakerOf(message, scope), message);
  const file = fileOf(source);
  const where = pages !== null ? `, page ${pages.start}` : lines !== null ? `:${lines.start}` : "";
  return `${heading === "" ? "" : `${heading}, `}${file}${where}`;
}

function Mark({ cited: { verdict, quote, reason } }: { readonly cited: Cited }): VNode {
  const why = reason === "" ? verdict : `${verdict}, ${reason}`;
  return html`<span class=${verdict === "supported" ? "verdict-mark good" : "verdict-mark bad"} title=${quote ?? ""}>${why}</span>`;
}

/** What models set apart in their Markdown. */
const STRESSED = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/;

function stressed(part: string): string | VNode {
  if (part.startsWith("**") && part.length > 4) return html`<strong>${part.slice(2, -2)}</strong>`;
  return part.startsWith("`") && part.length > 2 ? html`<code>${part.slice(1, -1)}</code>` : part;
}

/** The answer's text, with `[M1]` as links that open the passage, marked by its verdict. Nothing else in it becomes a link. */
export function Answer({
  text,
  passages,
  citations,
  nameOf = () => "",
}: {
  readonly text: string;
  readonly passages: readonly { readonly label: string; readonly id: string | null }[];
  /** In the order of the text. */
  readonly citations: readonly { readonly label: string; readonly verdict: string | null }[];
  readonly nameOf?: (label: string) => string;
}): VNode {
  const nth = new Map<string, number>();
  const parts = text.split(/(\[M\d{1,4}[^\]\n]{0,200}\])/).map((part) => {
    const label = /^\[(M\d{1,4})/.exec(part)?.[1];
    if (label === undefined) return part.split(STRESSED).map(stressed);
    const passage = passages.find((one) => one.label === label);
    if (passage === undefined || passage.id === null) return html`<span class="bad">${part}</span>`;
    const n = nth.get(label) ?? 0;
    nth.set(label, n + 1);
    const cited = citations.filter((one) => one.label === label)[n];
    const bad = cited !== undefined && cited.verdict !== "supported";
    const title = [nameOf(label), cited?.verdict ?? ""].filter((one) => one !== "").join(": ");
    return html`<a class=${bad ? "cite bad" : "cite"} href=${here({ open: passage.id })} title=${title}>${label}</a>${bad && html`<small class="bad"> not proved</small>`}`;
  });
  return html`<span>${parts}</span>`;
}
