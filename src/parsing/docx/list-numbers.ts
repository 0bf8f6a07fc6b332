import { type XmlElement, xmlAttribute, xmlChildren, xmlFind } from "../office/xml-tree.ts";
import { numeral } from "../numerals.ts";
import { inheritedList, isOn, listReference, numberOf, type Styles, valueOf } from "./styles.ts";

/** A level of a list, as `w:lvl` has it. */
interface Level {
  readonly start: number;
  /** `decimal`, `lowerRoman`, `bullet`, … */
  readonly format: string;
  /** What stands before a paragraph: `%1.%2)`. */
  readonly text: string;
  /** Begins again behind a paragraph of this level (1-based) or one above it; 0 for never. */
  readonly restart: number;
  /** All levels in it are decimal. */
  readonly legal: boolean;
  /** The paragraph style that is this level. */
  readonly style: string | null;
}

/** A list, as `w:num` has it: an abstract one, whose counts it shares, with levels and starts of its own. */
interface List {
  readonly abstract: string;
  readonly starts: ReadonlyMap<number, number>;
  readonly levels: ReadonlyMap<number, Level>;
}

/** A paragraph of a list: its level from 0 on, whether that counts, and what Word shows before it. */
export interface ListItem {
  readonly level: number;
  readonly ordered: boolean;
  /** A number or `-`; empty also where it isn't clear what. */
  readonly marker: string;
}

/** How counts are written. Formats that aren't here depend on a language, or are rare: their numbers are left out. */
const WRITTEN: Readonly<Record<string, (count: number) => string>> = {
  decimal: String,
  decimalZero: (count) => String(count).padStart(2, "0"),
  lowerLetter: (count) => numeral(count, "a"),
  upperLetter: (count) => numeral(count, "A"),
  lowerRoman: (count) => numeral(count, "i"),
  upperRoman: (count) => numeral(count, "I"),
  none: () => "",
};

/**
 * The numbers that Word shows before paragraphs: it stores only which list and level a paragraph belongs to, and counts
 * when it shows them (ECMA-376, 17.9). Asked for each paragraph in order.
 * Cost: linear in the parts; a paragraph costs the levels of its list, at most nine.
 */
export class ListNumbers {
  readonly #abstracts = new Map<string, ReadonlyMap<number, Level>>();
  readonly #links = new Map<string, string>();
  readonly #lists = new Map<string, List>();
  readonly #styles: Styles;
  /** Where each level of an abstract list stands. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  /** Lists and levels whose own start has been used. */
  readonly #started = new Set<string>();

  /** @param numbering the part `word/numbering.xml` */
  constructor(numbering: XmlElement, styles: Styles) {
    this.#styles = styles;
    for (const element of xmlFind(numbering, "abstractNum")) {
      const id = xmlAttribute(element, "abstractNumId") ?? "";
      this.#abstracts.set(id, levelsOf(element));
      const link = valueOf(element, "numStyleLink");
      if (link !== null) this.#links.set(id, link);
    }
    for (const element of xmlFind(numbering, "num")) {
      const overrides = xmlChildren(element, "lvlOverride");
      const starts = overrides.flatMap((override) => {
        const start = numberOf(override, "startOverride");
        return start === null ? [] : [[Number(xmlAttribute(override, "ilvl")), start] as const];
      });
      this.#lists.set(xmlAttribute(element, "numId") ?? "", {
        abstract: valueOf(element, "abstractNumId") ?? "",
        starts: new Map(starts),
        levels: new Map(overrides.flatMap((override) => [...levelsOf(override)])),
      });
    }
  }

  /**
   * The place of a paragraph in its list; null for one that is in no list.
   * @param properties its `w:pPr`
   * @param counted whether it is the next that Word counts; else it has no number
   */
  item(properties: XmlElement, counted: boolean): ListItem | null {
    const styled = valueOf(properties, "pStyle");
    const { list: id, level: named } = inheritedList(this.#styles, listReference(properties), styled);
    const list = id === null || id === "0" ? undefined : this.#lists.get(id);
    if (list === undefined) return null;
    const abstract = this.#linked(list.abstract);
    const own = this.#abstracts.get(abstract) ?? new Map<number, Level>();
    const at = named ?? [...own].find(([, { style }]) => style !== null && style === styled)?.[0] ?? 0;
    const levelAt = (level: number): Level | undefined => list.levels.get(level) ?? own.get(level);
    const level = levelAt(at);
    if (level === undefined || at > 8) return null;
    const ordered = level.format !== "bullet";
    if (!counted) return { level: at, ordered, marker: ordered ? "" : "-" };
    const counts = this.#counts.get(abstract) ?? [];
    this.#counts.set(abstract, counts);
    const start = list.starts.get(at);
    const key = `${id} ${at}`;
    const before = start !== undefined && !this.#started.has(key) ? undefined : counts[at];
    this.#started.add(key);
    counts[at] = before === undefined ? (start ?? level.start) : before + 1;
    for (let deeper = at + 1; deeper <= 8; deeper++)
      if (at < (levelAt(deeper)?.restart ?? 9)) counts[deeper] = undefined;
    return { level: at, ordered, marker: ordered ? shown(level, levelAt, counts) : "-" };
  }

  /** The abstract list that one stands for, by way of a style of lists. */
  #linked(abstract: string): string {
    const seen = new Set<string>();
    let at = abstract;
    for (let link = this.#links.get(at); link !== undefined && !seen.has(at); link = this.#links.get(at)) {
      seen.add(at);
      at = this.#lists.get(this.#styles.get(link)?.list ?? "")?.abstract ?? at;
    }
    return at;
  }
}

/** A level's text with the counts in it; nothing where one of them can't be told. */
function shown(
  level: Level,
  levelAt: (level: number) => Level | undefined,
  counts: readonly (number | undefined)[],
): string {
  let known = true;
  const text = level.text.replaceAll(/%([1-9])/gu, (_, digit: string) => {
    const at = Number(digit) - 1;
    const format = level.legal ? "decimal" : (levelAt(at)?.format ?? "");
    const count = counts[at];
    const write = WRITTEN[format];
    if (count === undefined || write === undefined || (count < 1 && !format.startsWith("decimal"))) {
      known = false;
      return "";
    }
    return write(count);
  });
  return known ? text.trim() : "";
}

function levelsOf(parent: XmlElement): ReadonlyMap<number, Level> {
  return new Map(
    xmlChildren(parent, "lvl").map((element) => {
      const at = Number(xmlAttribute(element, "ilvl"));
      return [
        at,
        {
          start: numberOf(element, "start") ?? 0,
          format: valueOf(element, "numFmt") ?? "decimal",
          text: valueOf(element, "lvlText") ?? "",
          restart: numberOf(element, "lvlRestart") ?? at,
          legal: isOn(element, "isLgl"),
          style: valueOf(element, "pStyle"),
        },
      ];
    }),
  );
}
