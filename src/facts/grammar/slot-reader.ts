import type { Grammar } from "./grammar.ts";
import type { Captures } from "./match-pattern.ts";
import { SlotItems } from "./slot-items.ts";
import { SlotManner } from "./slot-manner.ts";
import { SlotTopic } from "./slot-topic.ts";
import { SlotValues } from "./slot-values.ts";
import { SlotWords } from "./slot-words.ts";
import type { Source } from "./source.ts";

/** Reads what the slots of a form took in, by subject. */
export class SlotReader {
  readonly slots: SlotWords;
  readonly topic: SlotTopic;
  readonly items: SlotItems;
  readonly values: SlotValues;
  readonly manner: SlotManner;

  constructor(captures: Captures, source: Source, grammar: Grammar) {
    this.slots = new SlotWords(captures, source, grammar);
    this.topic = new SlotTopic(this.slots);
    this.items = new SlotItems(this.slots, this.topic);
    this.values = new SlotValues(this.slots);
    this.manner = new SlotManner(this.slots, this.items);
  }
}
