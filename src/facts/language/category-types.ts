import type { AskedTime, AttributeMention, ItemMention, ListMention, StatedValue, Target } from "./intent.ts";
import type { Topic } from "./nouns.ts";
import type { Position, Selector } from "./numerals.ts";

/** How a clause speaks of favourites: "my second favorite tea", "our top 3 films", "favorite colors". */
export interface Favorite {
  readonly whose: "my" | "none";
  readonly least: boolean;
  readonly rank: Position | null;
  readonly count: number | null;
  /** Null: "my favorite", "my favorite one". */
  readonly topic: Topic | null;
  /** "My top films", without the word favourite. */
  readonly top: boolean;
  /** "My new favorite tea". */
  readonly fresh: boolean;
  /** "My list of favorite teas". */
  readonly listed: boolean;
}

/** The verb or sign between a subject and what it is. */
export interface Copula {
  /** "are". */
  readonly plural: boolean;
  /** ":" or "=". */
  readonly sign: boolean;
  /** "is now", "has become". */
  readonly correction: boolean;
  /** "is also". */
  readonly also: boolean;
}

/** What is said to be so: the same words as one value and as a list; null where they can't be that. */
export interface Values {
  /** All of it as it is written. */
  readonly text: string;
  readonly one: string | null;
  readonly list: readonly StatedValue[] | null;
  /** How the list is ordered, see `Intent`. */
  readonly order: "ranks" | "order" | "none";
  /** How the words are joined: not at all, by "and" alone, by commas alone, by both. */
  readonly joined: "no" | "and" | "comma" | "both";
  /**
   * Whether it ends at a comma that doesn't have to be the end: enough for one favourite, and for a list that "and"
   * has closed.
   */
  readonly soft: boolean;
  /** Whether "and" stands before the last of several. */
  readonly closed: boolean;
  /**
   * Where the same words can be read with a comma inside a name ("Earth, Wind & Fire"): what joins that name, and
   * whether this is that reading; null where
   * commas only part. Two readings that state different things hold each other up.
   */
  readonly comma: { readonly by: "&" | "and" | "comma"; readonly inName: boolean } | null;
  /** Whether it is a single word in -ing, which names something only where an activity is asked for. */
  readonly doing: boolean;
  /** Whether it is written as a name: with a capital, a digit, in quotes. */
  readonly named: boolean;
  /** Whether it is one text in quotes. */
  readonly quoted: boolean;
}

/** What each category of the grammar captures. */
export interface Categories {
  readonly attribute: AttributeMention;
  readonly person: string;
  readonly rank: Position;
  readonly selectors: readonly Selector[];
  readonly count: number;
  readonly topic: Topic;
  readonly whose: "my";
  readonly aside: true;
  readonly fresh: true;
  readonly least: true;
  readonly fav: Favorite;
  readonly is: Copula;
  readonly values: Values;
  readonly value: string;
  /** "To ship the importer", "shipping the importer", "under the fern pot": up to the end of the sentence. */
  readonly aim: string;
  readonly item: ItemMention;
  readonly list: ListMention;
  readonly spot: Target;
  readonly beside: Target;
  readonly step: Target;
  readonly past: AskedTime;
}
