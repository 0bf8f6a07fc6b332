import { CONFIG_KEYS } from "./keys.ts";
import type { Settings } from "./configuration.ts";

/** Some settings, by section and field; the rest are the defaults. */
export type PartialSettings = { readonly [Section in keyof Settings]?: Partial<Settings[Section]> };

/**
 * Defaults with what was given laid over them.
 *
 * @example settingsInForce({ chunking: { max_chunk_size: 800 } })
 */
export function settingsInForce(given: PartialSettings = {}): Settings {
  const sections = Object.entries(CONFIG_KEYS).map(([section, fields]) => {
    const defaults = Object.fromEntries(
      Object.entries(fields).map(([field, definition]) => [field, definition.default]),
    );
    return [section, { ...defaults, ...given[section as keyof Settings] }];
  });
  return Object.fromEntries(sections) as Settings;
}
