import type { Forgotten } from "../../index.ts";

/** What becomes of answers that quote what is forgotten, and what says the same and stays; one line each. */
export function besideForgotten({ answers, elsewhere }: Forgotten, yes: boolean): readonly string[] {
  return [
    ...answers.map(({ chat, message, goes, why }) => {
      const what = goes ? (yes ? "taken out of" : "would go from") : "stays in";
      return `${what} answer ${message} of the chat '${chat}', which quotes it${why === "" ? "" : `: ${why}`}`;
    }),
    ...elsewhere.map(({ id, source }) => {
      const place = source.path === "" ? source.name : `${source.name}, ${source.path}`;
      return `says some of the same and stays: ${id.slice(0, 8)} (${place})`;
    }),
  ];
}

/** Where what was forgotten is still found, by name; empty where it is nowhere. */
export function stillFound({ proof }: Forgotten): string {
  return (proof?.probes ?? []).flatMap(({ path, found }) => (found ? [path] : [])).join(", ");
}
