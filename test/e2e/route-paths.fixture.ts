import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";

/** What stands in a project that is asked about. */
interface Known {
  /** Of a drawer. */
  readonly id: string;
  readonly wing: string;
  readonly room: string;
}

/** Values of a query's fields, in the forms that make most work; each is asked by itself. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  text: ["lantern ferry", "n", "note"],
  duplicates: ["true"],
  sort: ["length", "wing", "source", "date"],
  order: ["asc"],
  offset: ["9000"],
  limit: ["1000"],
  document: ["true"],
  section: ["true"],
  since: ["2020"],
  hops: ["5"],
};

/** Each route that reads, by `get`, plainly and with each of the values that its query takes. */
export function allRoutes({ id, wing, room }: Known): readonly string[] {
  return ROUTES.flatMap(({ method, path, query = {}, answer }) => {
    if (method !== "get" || "contentType" in answer) return [];
    const filled = path
      .replace(":id", id)
      .replace(":room", room)
      .replace(":wing", wing)
      .replace(":topic", "font")
      .replace(":key", "x");
    const fields: Readonly<Record<string, readonly string[]>> = { ...VALUES, wing: [wing], room: [room] };
    const needed = Object.keys(query).filter((name) => query[name]?.needed === true);
    const base = needed.map((name) => `${name}=${encodeURIComponent(fields[name]?.[0] ?? room)}`);
    const single = Object.keys(query).flatMap((name) =>
      (fields[name] ?? []).map((value) => [...base, `${name}=${encodeURIComponent(value)}`]),
    );
    return [base, ...single].map((parts) => (parts.length === 0 ? filled : `${filled}?${parts.join("&")}`));
  });
}
