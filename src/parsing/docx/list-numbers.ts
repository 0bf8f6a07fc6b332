import { outermostElements, tagAttribute, tags } from "./tags.ts";

/** A level of a list, as `w:lvl` has it. */
interface Level {
  readonly start: number;
  /** `decimal`, `lowerRoman`, `bullet`, … */
  readonly format: string;
  /** What stands before a paragraph: `%1.%2)`. Escaped as in XML. */
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

/** What a paragraph or a style says of its list; null for what it leaves to the style below. */
interface Reference {
  readonly list: string | null;
  readonly level: number | null;
}

interface Style extends Reference {
  readonly basedOn: string | null;
}

/** The mark of an item without a number. */
const BULLET = "-";

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** How counts are written. Formats that aren't here depend on a language, or are rare: their numbers are left out. */
const WRITTEN: Readonly<Record<string, (count: number) => string>> = {
  decimal: String,
  decimalZero: (count) => String(count).padStart(2, "0"),
  lowerLetter: letters,
  upperLetter: (count) => letters(count).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (count) => roman(count).toUpperCase(),
  none: () => "",
};

/** a to z, then aa, bb, … as Word counts on. */
function letters(count: number): string {
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
}

function roman(count: number): string {
  let [written, left] = ["", count];
  for (const [value, numeral] of ROMAN) for (; left >= value; left -= value) written += numeral;
  return written;
}

/** Counts above this are damage, and would be written in as many letters. */
const MAX_COUNT = 5_000;

/**
 * The numbers that Word shows before paragraphs: it stores only which list and level a paragraph belongs to, and
 * counts when it
 * shows them (ECMA-376, 17.9). Asked for each paragraph in order.
 *
 * Cost: linear in the parts; a paragraph costs the levels of its list, at most nine.
 */
export class ListNumbers {
  readonly #abstracts = new Map<string, ReadonlyMap<number, Level>>();
  readonly #links = new Map<string, string>();
  readonly #lists = new Map<string, List>();
  readonly #styles: ReadonlyMap<string, Style>;
  /** Where each level of an abstract list stands. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  /** Lists and levels whose own start has been used. */
  readonly #started = new Set<string>();

  /** @param numbering the part `word/numbering.xml` @param styles the part `word/styles.xml` */
  constructor(numbering: string, styles: string) {
    this.#styles = stylesOf(styles);
    for (const { tag, content } of elements(numbering, "w:abstractNum")) {
      const id = tagAttribute(tag, "w:abstractNumId");
      this.#abstracts.set(id, levelsOf(content));
      const link = valueOf(content, "w:numStyleLink");
      if (link !== null) this.#links.set(id, link);
    }
    for (const { tag, content } of elements(numbering, "w:num")) {
      const overrides = elements(content, "w:lvlOverride");
      const starts = overrides.flatMap(({ tag: override, content: inside }) => {
        const start = numberOf(inside, "w:startOverride");
        return start === null ? [] : [[Number(tagAttribute(override, "w:ilvl")), start] as const];
      });
      this.#lists.set(tagAttribute(tag, "w:numId"), {
        abstract: valueOf(content, "w:abstractNumId") ?? "",
        starts: new Map(starts),
        levels: levelsOf(overrides.map((override) => override.content).join("")),
      });
    }
  }

  /**
   * What Word shows before the next paragraph: a number, `BULLET`, nothing (also where it isn't clear what); null for
   * one that is in no
   * list.
   *
   * @param properties what is inside its `w:pPr`
   */
  next(properties: string): string | null {
    const styled = valueOf(properties, "w:pStyle");
    const { list: id, level: named } = this.#reference(referenceOf(properties), styled);
    const list = id === null || id === "0" ? undefined : this.#lists.get(id);
    if (list === undefined) return null;
    const abstract = this.#linked(list.abstract);
    const own = this.#abstracts.get(abstract) ?? new Map<number, Level>();
    const at = named ?? [...own].find(([, { style }]) => style !== null && style === styled)?.[0] ?? 0;
    const levelAt = (level: number): Level | undefined => list.levels.get(level) ?? own.get(level);
    const level = levelAt(at);
    if (level === undefined || at > 8) return "";
    const counts = this.#counts.get(abstract) ?? [];
    this.#counts.set(abstract, counts);
    const start = list.starts.get(at);
    const key = `${id} ${at}`;
    const before = start !== undefined && !this.#started.has(key) ? undefined : counts[at];
    this.#started.add(key);
    counts[at] = before === undefined ? (start ?? level.start) : before + 1;
    for (let deeper = at + 1; deeper <= 8; deeper++)
      if (at < (levelAt(deeper)?.restart ?? 9)) counts[deeper] = undefined;
    return level.format === "bullet" ? BULLET : shown(level, levelAt, counts);
  }

  /** The list and level of a paragraph: its own, and for what it doesn't say those of its style. */
  #reference(own: Reference, styled: string | null): Reference {
    let { list, level } = own;
    const seen = new Set<string>();
    for (let id = styled; id !== null && !seen.has(id) && list === null;) {
      seen.add(id);
      const style = this.#styles.get(id);
      list ??= style?.list ?? null;
      level ??= style?.level ?? null;
      id = style?.basedOn ?? null;
    }
    return { list, level };
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
    if (
      count === undefined ||
      write === undefined ||
      count > MAX_COUNT ||
      (count < 1 && !format.startsWith("decimal"))
    ) {
      known = false;
      return "";
    }
    return write(count);
  });
  return known ? text.trim() : "";
}

function levelsOf(xml: string): ReadonlyMap<number, Level> {
  return new Map(
    elements(xml, "w:lvl").map(({ tag, content }) => {
      const at = Number(tagAttribute(tag, "w:ilvl"));
      return [
        at,
        {
          start: numberOf(content, "w:start") ?? 0,
          format: valueOf(content, "w:numFmt") ?? "decimal",
          text: valueOf(content, "w:lvlText") ?? "",
          restart: numberOf(content, "w:lvlRestart") ?? at,
          legal: isOn(content, "w:isLgl"),
          style: valueOf(content, "w:pStyle"),
        },
      ];
    }),
  );
}

function stylesOf(xml: string): ReadonlyMap<string, Style> {
  return new Map(
    elements(xml, "w:style").map(({ tag, content }) => [
      tagAttribute(tag, "w:styleId"),
      { ...referenceOf(content), basedOn: valueOf(content, "w:basedOn") },
    ]),
  );
}

function referenceOf(xml: string): Reference {
  const [found] = outermostElements(xml, "w:numPr");
  if (found === undefined) return { list: null, level: null };
  return { list: valueOf(found.content, "w:numId"), level: numberOf(found.content, "w:ilvl") };
}

/** Elements of a name with their first tags. */
function elements(xml: string, name: string): { readonly tag: string; readonly content: string }[] {
  return outermostElements(xml, name).map(({ start, content }) => ({
    tag: xml.slice(start, xml.indexOf(">", start) + 1),
    content,
  }));
}

/** The `w:val` of the first element of a name. */
function valueOf(xml: string, name: string): string | null {
  const tag = tags(name).exec(xml)?.[0];
  return tag === undefined ? null : tagAttribute(tag, "w:val");
}

function numberOf(xml: string, name: string): number | null {
  const value = valueOf(xml, name);
  return value !== null && /^\d{1,6}$/u.test(value) ? Number(value) : null;
}

function isOn(xml: string, name: string): boolean {
  const value = valueOf(xml, name);
  return value !== null && !/^(?:0|false|off)$/iu.test(value);
}
