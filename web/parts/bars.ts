import { html, type VNode } from "../lib/html.ts";
import { score } from "../lib/format.ts";
import { partName } from "./why-words.ts";

interface Feature {
  readonly value: number;
  readonly weight: number;
}

/** The parts of a score as bars around zero, largest first, with their sum: they add up to the score. */
export function ScoreBars({
  parts,
  total,
  features,
}: {
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
  readonly features?: Readonly<Record<string, Feature>> | undefined;
}): VNode {
  const rows = Object.entries(parts)
    .filter(([, value]) => value !== 0)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const most = Math.max(...rows.map(([, value]) => Math.abs(value)), Number.MIN_VALUE);
  return html`<table class="bars">
    <caption class="away">
      Parts of the score
    </caption>
    <tbody>
      ${rows.map(([name, value]) => {
        const feature = features?.[name];
        return html`<tr key=${name}>
          <th scope="row">${partName(name)}</th>
          <td class="bar" aria-hidden="true">
            <span class=${value < 0 ? "less" : ""} style=${{ width: `${(Math.abs(value) / most) * 100}%` }}></span>
          </td>
          <td class="figure">${value < 0 ? "−" : "+"}${score(Math.abs(value))}</td>
          ${features !== undefined && html`<td class="figure quiet">${feature === undefined ? "" : `${score(feature.value)} × ${score(feature.weight)}`}</td>`}
        </tr>`;
      })}
      <tr class="sum">
        <th scope="row">Score</th>
        <td></td>
        <td class="figure">${score(total)}</td>
        ${features !== undefined && html`<td></td>`}
      </tr>
    </tbody>
  </table>`;
}

/** The same in one line: as long as the score is beside the best one, and what part of it came from where. @param share 0–1 */
export function ScoreLine({
  parts,
  share,
}: {
  readonly parts: Readonly<Record<string, number>>;
  readonly share: number;
}): VNode {
  const rows = Object.entries(parts)
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a);
  const sum = rows.reduce((all, [, value]) => all + value, 0);
  return html`<span class="score-line" aria-hidden="true">
    ${rows.map(([name, value], i) => html`<span key=${name} class=${`tone-${Math.min(i, 4)}`} style=${{ width: `${(value / sum) * share * 100}%` }}></span>`)}
  </span>`;
}
