import type { Feature } from "../../src/ranking/features.ts";

/** One line of a chat, as `loci mine` reads it. */
export interface SliceLine {
  readonly session: string;
  readonly id: string;
  readonly role: string;
  readonly author?: string;
  readonly time: string;
  readonly text: string;
}

/** A question that two passages answer equally well but for one feature. */
export interface SliceQuestion {
  readonly feature: Feature;
  readonly query: string;
  /** Id of the message that must come first of the two, or path of the file. */
  readonly right: string;
  readonly wrong: string;
}

/** The slice: chats, files by path, and questions. */
export interface Slice {
  readonly lines: readonly SliceLine[];
  readonly files: Readonly<Record<string, string>>;
  readonly questions: readonly SliceQuestion[];
}

/** When all questions are asked. */
export const ASKED = "2026-05-31T12:00:00Z";
const LONG_AGO = "2019-03-04T10:00:00Z";
const OTHER_DAY = "2023-08-02T10:00:00Z";

/** Things, each of one pair only, that nobody says anything else of; with what happens to them. */
const THINGS = "lantern kiln anvil canoe harp loom sundial wheelbarrow telescope beehive typewriter trellis".split(" ");
const PLACES = "Oslo Turin Ghent Malmo Porto Bergen Lyon Graz Cork Delft Basel Trieste".split(" ");
/** A word and another for the same, that the bundled table knows to be near. */
const NEAR: readonly (readonly [string, string, string])[] = [
  ["doctor", "physician", "gravel"],
  ["car", "automobile", "pillow"],
  ["boat", "ship", "pencil"],
  ["money", "cash", "thunder"],
  ["teacher", "professor", "bucket"],
  ["forest", "woodland", "invoice"],
  ["cat", "kitten", "granite"],
  ["film", "movie", "turnip"],
];
const PAIRS = 8;

/**
 * Chats and files written for this test, the same on every machine. For each feature there are pairs of passages that are alike in all that
 * ranking reads but that feature, so that without it, or with its sign turned, the wrong one comes first in about half of them, or in all.
 */
export function slice(): Slice {
  const lines: SliceLine[] = [];
  const files: Record<string, string> = {};
  const questions: SliceQuestion[] = [];
  const say = (session: string, messages: readonly Partial<SliceLine>[], time = LONG_AGO): void => {
    for (const [i, one] of messages.entries())
      lines.push({ session, id: `${session}-${i}`, role: "user", time, text: "", ...one });
  };
  /** Two sessions, right and wrong, with the place of what is meant in them. */
  const pair = (
    feature: Feature,
    n: number,
    query: string,
    [right, wrong]: readonly [readonly Partial<SliceLine>[], readonly Partial<SliceLine>[]],
    at = 0,
  ): void => {
    say(`${feature}-${n}-right`, right);
    say(`${feature}-${n}-wrong`, wrong);
    questions.push({ feature, query, right: `${feature}-${n}-right-${at}`, wrong: `${feature}-${n}-wrong-${at}` });
  };
  const filler = (text: string, count: number): Partial<SliceLine>[] =>
    Array.from({ length: count }, (_, i) => ({
      text: `${text} ${["so", "well", "right", "hm", "yes", "fine"][i % 6]}.`,
    }));
  for (let n = 0; n < PAIRS; n++) {
    const word = (feature: string): string => `${THINGS[n]}${feature.toLowerCase()}`;
    const place = PLACES[n] as string;
    const copyOf = (
      feature: Feature,
      text: string,
      right: Partial<SliceLine>,
      wrong: Partial<SliceLine>,
      query: string,
    ): void => pair(feature, n, query, [[{ text, ...right }], [{ text, ...wrong }]]);
    const plain = (feature: string): string => `One ${word(feature)}, one rail, ${place}.`;
    // The other names her, so that words alone don't tell who speaks; in a script of which the bundled model knows nothing.
    copyOf(
      "speaker",
      "",
      { author: "ᎹᎵᏗ", text: `${plain("speaker")} ᏦᎾᏏ.` },
      { author: "ᏦᎾᏏ", text: `${plain("speaker")} ᎹᎵᏗ.` },
      `ᎹᎵᏗ, the ${word("speaker")}`,
    );
    copyOf(
      "assistant",
      plain("assistant"),
      { role: "user", author: "Kim" },
      { role: "assistant", author: "Kim" },
      `the ${word("assistant")} by rail`,
    );
    copyOf(
      "assistantAsked",
      plain("asked"),
      { role: "user", author: "Kim" },
      { role: "assistant", author: "Kim" },
      `the ${word("asked")} by rail`,
    );
    copyOf(
      "tool",
      plain("tool"),
      { role: "user", author: "Kim" },
      { role: "tool_result", author: "Kim" },
      `the ${word("tool")} by rail`,
    );
    copyOf(
      "aside",
      plain("aside"),
      { role: "user", author: "Kim" },
      { role: "system", author: "Kim" },
      `the ${word("aside")} by rail`,
    );
    copyOf(
      "time",
      plain("time"),
      { time: "2023-05-10T10:00:00Z" },
      { time: OTHER_DAY },
      `the ${word("time")} in May 2023`,
    );
    copyOf(
      "recency",
      plain("recency"),
      { time: "2026-05-30T10:00:00Z" },
      { time: OTHER_DAY },
      `the ${word("recency")} by rail`,
    );
    pair("question", n, `the ${word("question")} by rail`, [
      // The same signs, so that the vectors are the same.
      [{ text: `Zinc rail? Zinc ${word("question")}` }],
      [{ text: `Zinc rail Zinc ${word("question")}?` }],
    ]);
    pair("firstPerson", n, `the ${word("first")} by rail`, [
      [{ text: `By rail my ${word("first")} came.` }],
      [{ text: `By rail one ${word("first")} came.` }],
    ]);
    pair(
      "followsQuestion",
      n,
      `the ${word("follows")} by rail`,
      [
        [
          { text: "Any news today?", author: "Ann" },
          { text: `By rail the ${word("follows")} came.`, author: "Bob" },
        ],
        [
          { text: "Any news today.", author: "Ann" },
          { text: `By rail the ${word("follows")} came.`, author: "Bob" },
        ],
      ],
      1,
    );
    for (const [feature, distance] of [
      ["window1", 1],
      ["window3", 3],
      ["window6", 6],
    ] as const) {
      const about = (rare: string): Partial<SliceLine>[] => [
        { text: `Think of ${rare} for a moment.` },
        ...filler("Nothing else", distance - 1),
        { text: `The ${word(feature)} is what remains.` },
      ];
      // The far word stands in both sessions, so that only its distance differs.
      pair(
        feature,
        n,
        `${word(feature)} ${place}${feature}`,
        [
          [...filler("Nothing else", 9), ...about(`${place}${feature}`), ...filler("Nothing else", 9)],
          [
            { text: `Think of ${place}${feature} for a moment.` },
            ...filler("Nothing else", 8 + distance),
            { text: `The ${word(feature)} is what remains.` },
            ...filler("Nothing else", 9),
          ],
        ],
        9 + distance,
      );
    }
    const [asked, near, far] = NEAR[n] as readonly [string, string, string];
    pair("dense", n, `${word("dense")} ${asked}`, [
      [{ text: `One ${word("dense")}, one ${near}.` }],
      [{ text: `One ${word("dense")}, one ${far}.` }],
    ]);
    pair(
      "documentCoverage",
      n,
      `${word("cover")} ${place}cover`,
      [
        [{ text: `${place}cover it was.` }, ...filler("Nothing else", 9), { text: `One ${word("cover")} is enough.` }],
        [{ text: "Somewhere it was." }, ...filler("Nothing else", 9), { text: `One ${word("cover")} is enough.` }],
      ],
      10,
    );
    const [one, two, three] = [word("share"), `${place}share`, `${place}whole`];
    pair("coverage", n, `${one} ${two} ${three}`, [
      [{ text: `Some ${one}, some ${two}, some ${three}, a barrel, a barrel, a barrel.` }],
      [{ text: `Some ${one}, some ${two}, some ${one}, a ${two}, a ${one}, a ${two}.` }],
    ]);
    files[`links/${n}-right.md`] = `${word("link")} and the road to it.\n`;
    files[`links/${n}-wrong.md`] = `- [${word("link")}](a.md)\n- [${word("link")}](b.md)\n`;
    questions.push({
      feature: "links",
      query: `${word("link")}`,
      right: `links/${n}-right.md`,
      wrong: `links/${n}-wrong.md`,
    });
  }
  return { lines, files, questions };
}
