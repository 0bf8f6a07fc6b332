import type { Catalog } from "../../ports/catalog.ts";
import type { Connection } from "./connection.ts";
import { readPalace } from "./read-palace.ts";
import { readSources } from "./read-sources.ts";

type ForSearch = Awaited<ReturnType<Catalog["forSearch"]>>;

/** What every search asks for, kept until somebody has written it. */
export interface KeptForSearch {
  readonly read: () => ForSearch;
  /** This connection has written some of it; of others SQLite tells. */
  readonly forget: () => void;
}

/** Keeps nothing until the first search. */
export function keptForSearch(connection: Connection): KeptForSearch {
  let kept: { readonly version: number; readonly value: ForSearch } | null = null;
  return {
    read() {
      const version = connection.otherWrites();
      if (kept?.version !== version) kept = { version, value: { sources: readSources(connection), palace: readPalace((sql) => connection.read(sql)) } };
      return kept.value;
    },
    forget: () => void (kept = null),
  };
}
