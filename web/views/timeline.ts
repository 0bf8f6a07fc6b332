import { html, type VNode } from "../lib/html.ts";
import { count, counted } from "../lib/format.ts";
import { useLive } from "../lib/loaded.ts";
import { addressOf } from "../lib/route.ts";
import { client } from "../lib/session.ts";

/** How much is dated in each month; a month leads to its passages. */
export function Timeline({ wing, room }: { readonly wing: string; readonly room: string }): VNode | null {
  const { value } = useLive(
    `${wing} ${room}`,
    async (signal) =>
      await client.peek().timeline({ ...(wing !== "" && { wing }), ...(room !== "" && { room }), signal }),
  );
  if (value === null || value.months.length === 0) return null;
  const [first] = value.months;
  const lone = value.months.length === 1 ? first : undefined;
  const most = Math.max(...value.months.map((one) => one.drawers));
  return html`<section>
    <h3>Over time</h3>
    ${
      lone === undefined
        ? html`<div style=${{ maxWidth: `${Math.max(4, value.months.length) * 2.5}rem` }}>
      <ol class="timeline">
      ${value.months.map(
        ({ month, drawers }) =>
          html`<li key=${month}>
            <a
              href=${addressOf("memory", { wing, room, since: `${month}-01`, until: lastDay(month) })}
              title=${`${month}: ${count(drawers)}`}
              aria-label=${`${month}: ${counted(drawers, "passage")}`}
            >
              <span style=${{ height: `${(drawers / most) * 100}%`, minHeight: drawers > 0 ? "2px" : null }}></span>
            </a>
          </li>`,
      )}
    </ol>
    <p class="timeline-ends quiet"><span>${first?.month}</span><span>${value.months.at(-1)?.month}</span></p>
    </div>`
        : html`<p><a href=${addressOf("memory", { wing, room, since: `${lone.month}-01`, until: lastDay(lone.month) })}>All in ${lone.month}</a> <span class="quiet">${counted(lone.drawers, "passage")}</span></p>`
    }
    ${value.undated > 0 && html`<p class="quiet">${counted(value.undated, "passage")} without a date</p>`}
  </section>`;
}

function lastDay(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
