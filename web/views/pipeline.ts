import type { SearchAnswer } from "loci/client";
import { type ComponentChildren, html, type VNode } from "../lib/html.ts";
import { count, counted, day, millis, score, spaced } from "../lib/format.ts";
import { useLoaded } from "../lib/loaded.ts";
import { here, place } from "../lib/route.ts";
import { client, project } from "../lib/session.ts";
import { beginning } from "../parts/front-matter.ts";
import { usePassages } from "../parts/named-passages.ts";
import { Problem } from "../parts/notice.ts";
import { partName, whySentence } from "../parts/why-words.ts";
import { titleOf } from "./hit.ts";
import { chosenFilters, typed } from "./search-state.ts";

/** Number of hits that the steps show. */
const SHOWN_HITS = 10;

/** The answer to the question in the field, step by step: what was read in it, what was found how, what decided, and how long each step took. */
export function PipelineView(): VNode {
  const query = typed.value.trim();
  const filters = chosenFilters(place.value.params);
  const { value, error, age } = useLoaded(
    query === "" ? null : JSON.stringify([project.value, query, filters]),
    async (signal) => await client.peek().search({ query, ...filters, limit: SHOWN_HITS, explain: true }, { signal }),
  );
  if (query === "") return html`<p>Type a question above to see how it is answered.</p>`;
  if (error !== null) return html`<${Problem} error=${error} />`;
  if (value === null || value.explanation === undefined) return html`<p class="quiet">…</p>`;
  const { explanation } = value;
  const found = (which: "lexical" | "dense"): SearchAnswer["hits"] =>
    value.hits
      .filter((hit) => hit.explanation?.ranks[which] != null)
      .sort((a, b) => (a.explanation?.ranks[which] ?? 0) - (b.explanation?.ranks[which] ?? 0));
  const [first] = value.hits;
  const why = first === undefined ? "" : whySentence(0, first.parts, first.explanation?.features);
  const said = `is ${why.charAt(0).toLowerCase()}${why.slice(1)} It ${value.covered ? "probably answers" : "may not answer"} the question.`;
  return html`${first !== undefined && html`<p><a dir="auto" href=${here({ open: first.id })}>${titleOf(first)}</a> ${said}</p>`}
  <ol class=${`steps ${age.class}`} aria-busy=${age["aria-busy"]}>
    <${Step} title="What was read in the question" time=${value.timings["analyse"]}>
      <p class="terms">
        ${explanation.terms.map(({ term, weight, original, idf }) => html`<span key=${term} class=${original ? "term" : "term added"} title=${`weight ${score(weight)}, rarity ${score(idf)}`}><bdi>${original ? asTyped(term, query) : term}</bdi> <small>${weight.toFixed(2)}</small></span>`)}
        ${explanation.phrases.map((phrase, i) => html`<span key=${i} class="term">“<bdi>${phrase.join(" ")}</bdi>”</span>`)}
        ${explanation.excluded.map((phrase, i) => html`<span key=${i} class="term out">− <bdi>${phrase.join(" ")}</bdi></span>`)}
      </p>
      ${explanation.time !== null && html`<p>A time: “${explanation.time.text}” is ${day(explanation.time.start)} to ${day(explanation.time.end)}.</p>`}
      ${explanation.terms.some(({ original }) => !original) && html`<p class="quiet">Dashed words were added: other forms and spellings.</p>`}
    <//>
    <${Step} title="What may take part">
      <p>
        ${counted(explanation.visible, "passage")} that you may see, ${count(explanation.eligible)} within the filters.
      </p>
      ${explanation.removed.filter(({ drawers }) => drawers > 0).map(({ by, drawers }) => html`<p key=${by} class="quiet">The filter “${spaced(by)}” took away ${count(drawers)}.</p>`)}
    <//>
    <${Step} title="Hits found by words, with their places among all" time=${value.timings["candidates"]}
      ><${Ranked} hits=${found("lexical")} which="lexical"
    /><//>
    <${Step} title="Hits found by meaning">
      ${value.mode === "lexical" ? html`<p>The search ran by words only.</p>` : html`<${Ranked} hits=${found("dense")} which="dense" />`}
    <//>
    <${Step}
      title=${`${counted(explanation.candidates, "passage")} weighed: each score is a sum`}
      time=${value.timings["rank"]}
      ><${Features} hits=${value.hits}
    /><//>
    <${Step} title="Does this answer the question?">
      <p class=${value.covered ? "covered" : "uncovered"}>
        <strong>${value.covered ? "Covered" : "Perhaps not covered"}</strong>
        <span>${Math.round(value.probability * 100)} % sure that the first hits answer</span>
      </p>
      <meter min="0" max="1" value=${value.probability} aria-label="Probability that the first hits answer"></meter>
    <//>
    ${
      explanation.nearMisses.length > 0 &&
      html`<${Step} title="What just missed"><${NearMisses} misses=${explanation.nearMisses} /><//>`
    }
    <${Step} title="Time"><${Times} timings=${value.timings} /><//>
  </ol>`;
}

/** The word of the question that a term was read in: terms are words without their endings. */
function asTyped(term: string, query: string): string {
  const begins = term.slice(0, Math.max(3, term.length - 1));
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.find((word) => word.toLowerCase().startsWith(begins)) ?? term;
}

/** The next best, each by how it begins, and what it had least of. */
function NearMisses({ misses }: { readonly misses: NonNullable<SearchAnswer["explanation"]>["nearMisses"] }): VNode {
  const named = usePassages(misses.map(({ id }) => id));
  return html`<ul class="plain">
    ${misses.map(({ id, behind, weakest }) => {
      const passage = named?.get(id);
      return html`<li key=${id}>
        <a dir="auto" href=${here({ open: id })}>${passage === undefined ? id.slice(0, 8) : beginning(passage.text, 60, passage.documentType)}</a>
        <span class="quiet">${score(behind)} behind, least by ${partName(weakest)}</span>
      </li>`;
    })}
  </ul>`;
}

function Step({
  title,
  time,
  children,
}: {
  readonly title: string;
  readonly time?: number | undefined;
  readonly children?: ComponentChildren;
}): VNode {
  return html`<li class="step">
    <h2>${title} ${time !== undefined && html`<span class="quiet">${millis(time)}</span>`}</h2>
    ${children}
  </li>`;
}

function Ranked({ hits, which }: { readonly hits: SearchAnswer["hits"]; readonly which: "lexical" | "dense" }): VNode {
  if (hits.length === 0) return html`<p>None of the hits came this way.</p>`;
  const isEach = (hits.at(-1)?.explanation?.ranks[which] ?? 0) === hits.length;
  return html`${!isEach && html`<p class="quiet">Numbers left out are of passages that are no hit.</p>`}<ol class="ranked">
    ${hits.map(
      (hit) =>
        html`<li key=${hit.id}>
          <span class="quiet">${hit.explanation?.ranks[which]}.</span>
          <a dir="auto" href=${here({ open: hit.id })}>${titleOf(hit)}</a>
        </li>`,
    )}
  </ol>`;
}

function Features({ hits }: { readonly hits: SearchAnswer["hits"] }): VNode {
  const totals = new Map<string, number>();
  for (const { parts } of hits)
    for (const [name, value] of Object.entries(parts)) totals.set(name, (totals.get(name) ?? 0) + Math.abs(value));
  const names = [...totals]
    .filter(([, sum]) => sum > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What each score is a sum of">
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">Hit</th>
          ${names.map((name) => html`<th key=${name} scope="col">${partName(name)}</th>`)}
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        ${hits.map(
          (hit) =>
            html`<tr key=${hit.id}>
              <th scope="row">
                <a dir="auto" href=${here({ open: hit.id })}>${titleOf(hit)}</a>
              </th>
              ${names.map((name) => html`<td key=${name}>${(hit.parts[name] ?? 0) === 0 ? html`<span class="quiet">·</span>` : score(hit.parts[name] ?? 0)}</td>`)}
              <td><strong>${score(hit.score)}</strong></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function Times({ timings }: { readonly timings: Readonly<Record<string, number>> }): VNode {
  const stages = Object.entries(timings).filter(([name]) => name !== "total");
  const most = Math.max(...stages.map(([, time]) => time), 0.001);
  return html`<table class="bars">
    <caption class="away">
      Milliseconds by stage
    </caption>
    <tbody>
      ${stages.map(
        ([name, time]) =>
          html`<tr key=${name}>
            <th scope="row">${partName(name)}</th>
            <td class="bar" aria-hidden="true"><span style=${{ width: `${(time / most) * 100}%` }}></span></td>
            <td class="figure">${millis(time)}</td>
          </tr>`,
      )}
      ${
        timings["total"] !== undefined &&
        html`<tr class="sum">
          <th scope="row">Total</th>
          <td></td>
          <td class="figure">${millis(timings["total"])}</td>
        </tr>`
      }
    </tbody>
  </table>`;
}
