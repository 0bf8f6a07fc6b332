/** Keys and values, as they were written. */
export type Mapping = Readonly<Record<string, unknown>>;

/** What stands between the marks of front matter, as far as it can be read. */
export interface FrontMatterReading {
  /** Empty where nothing is said; null for what is no mapping. */
  readonly values: Mapping | null;
  /** Whether it isn't what its marks say, YAML or TOML. */
  readonly broken: boolean;
  /** Whether something of it is lost by that. */
  readonly unread: boolean;
  /** The text that may say the mapping's own keys. */
  readonly own: string;
}
