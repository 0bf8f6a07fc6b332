import { type VisibleScopes, isScope } from "../../src/model/caller.ts";
import { LociError } from "../../src/model/error.ts";
import type { DrawerFilter } from "../../src/model/search.ts";
import { elementTag, NO_DATE, roleTag, textNumber } from "./rows.ts";

export interface FilterPart {
  readonly by: string;
  readonly expression: string;
}

const NOTHING = "place < 0";
const ID = /^[0-9a-f]{32}$/;

/**
 * What a caller may see, as an expression.
 * @param hidden versions that aren't ready
 * @throws LociError `SCOPE_INVALID` for what is no scope, which stands in the expression as it is
 */
export function visibleExpression(visible: VisibleScopes, hidden: readonly number[]): string {
  const parts: string[] = [];
  if (visible !== "all") {
    for (const scope of visible)
      if (!isScope(scope))
        throw new LociError("SCOPE_INVALID", "a scope is misspelt", { hint: "use kb, admin or user:<id>" });
    parts.push(
      visible.length === 0 ? NOTHING : `scope in [${visible.map((scope) => JSON.stringify(scope)).join(", ")}]`,
    );
  }
  if (hidden.length > 0) parts.push(`doc not in [${hidden.join(", ")}]`);
  return all(parts);
}

/** The parts of a filter, in the order of the port. Names are compared as numbers. */
export function filterParts(filter: DrawerFilter): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  const among = (by: string, field: string, values: readonly string[] | undefined): void => {
    if (values === undefined) return;
    parts.push({ by, expression: oneOf(field, values) });
  };
  among("wings", "wing", filter.wings);
  among("halls", "halls", filter.halls);
  among("rooms", "room", filter.rooms);
  if (filter.places !== undefined)
    parts.push({
      by: "places",
      expression:
        filter.places.length === 0
          ? NOTHING
          : `(${filter.places.map(({ wing, room }) => `(wing == ${textNumber(wing)} and room == ${textNumber(room)})`).join(" or ")})`,
    });
  among("sources", "source", filter.sources);
  among("documentTypes", "type", filter.documentTypes);
  among("elementTypes", "halls", filter.elementTypes?.map(elementTag));
  among("roles", "halls", filter.roles?.map(roleTag));
  among("paths", "path", filter.paths);
  if (filter.since !== undefined)
    parts.push({ by: "since", expression: `date >= ${double(Math.max(filter.since, NO_DATE / 2))}` });
  if (filter.before !== undefined)
    parts.push({ by: "before", expression: `(date < ${double(filter.before)} and date > ${double(NO_DATE / 2)})` });
  if (filter.excludeSources !== undefined) {
    const excluded = filter.excludeSources.length > 0;
    parts.push({
      by: "excludeSources",
      expression: excluded ? `not (${oneOf("source", filter.excludeSources)})` : "place >= 0",
    });
  }
  if (filter.excludeIds !== undefined) {
    const ids = filter.excludeIds.filter((id) => ID.test(id));
    parts.push({ by: "excludeIds", expression: ids.length === 0 ? "place >= 0" : `id not in ${idList(ids)}` });
  }
  return parts;
}

/** Drawers whose field has, or whose halls hold, one of these names. */
function oneOf(field: string, values: readonly string[]): string {
  const numbers = `[${values.map(textNumber).join(", ")}]`;
  if (values.length === 0) return NOTHING;
  return field === "halls" ? `array_contains_any(halls, ${numbers})` : `${field} in ${numbers}`;
}

/** Ids as a list of the server's. @param ids hexadecimal, checked */
export function idList(ids: readonly string[]): string {
  return `[${ids.map((id) => `"${id}"`).join(", ")}]`;
}

/** Ids that can be some drawer's; others stand nowhere. */
export function wholeIds(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => ID.test(id));
}

export function all(expressions: readonly string[]): string {
  const parts = expressions.filter((one) => one !== "");
  return parts.length === 0 ? "place >= 0" : parts.join(" and ");
}

/** A number as the server reads a floating one. */
function double(value: number): string {
  const text = Number.isInteger(value) && Math.abs(value) < 1e20 ? value.toFixed(1) : String(value);
  return Number.isFinite(value) ? text : value > 0 ? "1e300" : "-1e300";
}
