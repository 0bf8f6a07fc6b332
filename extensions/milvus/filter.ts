import { type VisibleScopes, isScope } from "../../src/model/caller.ts";
import { LociError } from "../../src/model/error.ts";
import { type DrawerFilter, type FilterTable, filterParts } from "../../src/model/search.ts";
import { elementTag, NO_DATE, roleTag, textNumber } from "./rows.ts";

const NOTHING = "place < 0";
const EVERYTHING = "place >= 0";
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

/** The parts of a filter, in the order of the port. */
export const expressionParts = (filter: DrawerFilter) =>
  filterParts(filter, EXPRESSIONS).map(({ by, made }) => ({ by, expression: made }));

/** Names are compared as numbers. */
const EXPRESSIONS: FilterTable<string> = {
  wings: (wings) => oneOf("wing", wings),
  halls: (halls) => oneOf("halls", halls),
  rooms: (rooms) => oneOf("room", rooms),
  places: (places) => {
    const pairs = places.map(({ wing, room }) => `(wing == ${textNumber(wing)} and room == ${textNumber(room)})`);
    return pairs.length === 0 ? NOTHING : `(${pairs.join(" or ")})`;
  },
  sources: (sources) => oneOf("source", sources),
  documentTypes: (types) => oneOf("type", types),
  elementTypes: (types) => oneOf("halls", types.map(elementTag)),
  roles: (roles) => oneOf("halls", roles.map(roleTag)),
  paths: (paths) => oneOf("path", paths),
  since: (since) => `date >= ${double(Math.max(since, NO_DATE / 2))}`,
  before: (before) => `(date < ${double(before)} and date > ${double(NO_DATE / 2)})`,
  excludeSources: (sources) => (sources.length === 0 ? EVERYTHING : `not (${oneOf("source", sources)})`),
  excludeIds: (ids) => {
    const whole = wholeIds(ids);
    return whole.length === 0 ? EVERYTHING : `id not in ${idList(whole)}`;
  },
};

/** Drawers whose field has, or whose halls hold, one of these names. */
function oneOf(field: string, values: readonly string[]): string {
  const numbers = `[${values.map(textNumber).join(", ")}]`;
  if (values.length === 0) return NOTHING;
  return field === "halls" ? `array_contains_any(halls, ${numbers})` : `${field} in ${numbers}`;
}

/** Ids as a list of the server's. @param ids hexadecimal, checked */
export const idList = (ids: readonly string[]): string => `[${ids.map((id) => `"${id}"`).join(", ")}]`;

/** Ids that can be some drawer's; others stand nowhere. */
export const wholeIds = (ids: readonly string[]): readonly string[] => ids.filter((id) => ID.test(id));

export function all(expressions: readonly string[]): string {
  const parts = expressions.filter((one) => one !== "");
  return parts.length === 0 ? EVERYTHING : parts.join(" and ");
}

/** A number as the server reads a floating one. */
function double(value: number): string {
  const text = Number.isInteger(value) && Math.abs(value) < 1e20 ? value.toFixed(1) : String(value);
  return Number.isFinite(value) ? text : value > 0 ? "1e300" : "-1e300";
}
