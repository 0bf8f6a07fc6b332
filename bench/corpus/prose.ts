import { seededRandom } from "../../evals/shared/report.ts";
import { zipfDraw } from "../synthetic-corpus.ts";
import { englishWords } from "./words.ts";

/** Subjects that the texts are about; each has words of its own that come again and again. */
const TOPICS = 1_000;
const TOPIC_WORDS = 60;
/** Share of words that come from the subject of the text; of numbers. The others follow Zipf's law over all words. */
const TOPIC_SHARE = 0.25;
const NUMBER_SHARE = 0.01;
/** Ranks before this are stop words and the like: no subject has them for its own. */
const FIRST_CONTENT_RANK = 300;

/** Writes texts and questions. The same seed gives the same ones on every machine. */
export interface Prose {
  readonly random: () => number;
  readonly topic: () => number;
  readonly words: (topic: number, count: number) => string;
  /** Sentences of about so many characters together. */
  readonly text: (topic: number, characters: number) => string;
  /** A question of some eight words, of which three or four are common. */
  readonly question: (topic: number) => string;
}

/** @param seed any whole number */
export function proseOf(seed: number): Prose {
  const vocabulary = englishWords();
  const random = seededRandom(seed);
  const draw = zipfDraw(vocabulary.length, random);
  const drawOfTopic = zipfDraw(TOPIC_WORDS, random);
  const topics = topicWords(vocabulary);
  const subjectWord = (topic: number): string => (topics[topic] as readonly string[])[drawOfTopic()] as string;
  const word = (topic: number): string => {
    const kind = random();
    if (kind < NUMBER_SHARE) return String(Math.floor(random() * 100_000));
    return kind < NUMBER_SHARE + TOPIC_SHARE ? subjectWord(topic) : (vocabulary[draw()] as string);
  };
  const words = (topic: number, count: number): string => Array.from({ length: count }, () => word(topic)).join(" ");
  const drawWithin = (from: number, to: number): string => {
    for (;;) {
      const rank = draw();
      if (rank >= from && rank < to) return vocabulary[rank] as string;
    }
  };
  const contentWord = (): string => drawWithin(FIRST_CONTENT_RANK, vocabulary.length);
  const commonWord = (): string => drawWithin(0, 100);
  return {
    random,
    topic: () => Math.floor(random() * TOPICS),
    words,
    text(topic, characters) {
      let text = "";
      while (text.length < characters) {
        const sentence = words(topic, 6 + Math.floor(random() * 16));
        text += `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${random() < 0.2 ? "\n\n" : " "}`;
      }
      return text.trimEnd();
    },
    question: (topic) =>
      [
        "what",
        commonWord(),
        subjectWord(topic),
        commonWord(),
        subjectWord(topic),
        contentWord(),
        commonWord(),
        subjectWord(topic),
      ].join(" "),
  };
}

function topicWords(vocabulary: readonly string[]): readonly (readonly string[])[] {
  const random = seededRandom(99);
  const any = (): string =>
    vocabulary[FIRST_CONTENT_RANK + Math.floor(random() * (vocabulary.length - FIRST_CONTENT_RANK))] as string;
  return Array.from({ length: TOPICS }, () => Array.from({ length: TOPIC_WORDS }, any));
}
