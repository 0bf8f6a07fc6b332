import { Say } from "../answers/say.ts";
import type { ChangePlan } from "./plan-change.ts";
import type { FactEffect, FactItem } from "../../storage/ports/fact-store.ts";
import type { Intent } from "../grammar/intent.ts";
import { valueKey } from "../lists/value-key.ts";

/** What there is to tell of one change. */
export interface ChangeStory {
  readonly topic: string;
  readonly intent: Intent;
  readonly plan: ChangePlan;
  readonly before: readonly FactItem[];
  readonly after: readonly FactItem[];
  readonly effect: FactEffect;
}

/**
 * The reply to a change, made from what was committed: what the list now is, what came, moved or went, what was there
 * already, and why nothing was done. Old values are always named.
 */
export function describeChange(story: ChangeStory, say: Say): string {
  const { plan, topic, after, effect } = story;
  if (plan.kind === "ambiguous") return `Which one do you mean by '${plan.value}': ${say.listed(plan.options.map((item) => item.value))}? Nothing was changed.`;
  if (plan.kind === "nothing") return `${nothing(plan.why, story, say)} Nothing was changed.`;
  const now = after.length === 0 ? `Your list of ${say.many(topic)} is empty.` : `Your ${after.length === 1 ? `${say.one(topic)} is ${after[0]?.value ?? ""}` : `${say.many(topic)}: ${say.numbered(after.map((item, i) => ({ position: i + 1, value: item.value })))}`}.`;
  const notes = [
    effect.removed.length > 0 ? `Was: ${say.numbered(effect.removed)}.` : "",
    effect.moved.length > 0 ? `Moved: ${effect.moved.map((item) => `${item.value} from #${item.from} to #${item.to}`).join(", ")}.` : "",
    known(story, say),
    ranks(story),
    superseded(story) ? "Something newer is stored, so this older statement is kept in the history only." : "",
  ];
  return [now, ...notes].filter((note) => note !== "").join(" ");
}

function nothing(why: Extract<ChangePlan, { kind: "nothing" }>["why"], story: ChangeStory, say: Say): string {
  const many = say.many(story.topic);
  switch (why) {
    case "unknown_item":
      return `That isn't among your ${many}${story.before.length === 0 ? ", of which none are stored" : `: ${say.numbered(story.before.map((item, i) => ({ position: i + 1, value: item.value })))}`}.`;
    case "rank_below_one":
      return `Ranks start at 1; you have ${say.counted(story.before.length, story.topic)} stored.`;
    case "out_of_range":
      return `You have only ${say.counted(story.before.length, story.topic)} stored.`;
    case "already_empty":
      return `You have no ${many} stored.`;
  }
}

/** Values that a statement repeats. */
function known(story: ChangeStory, say: Say): string {
  const { intent, before, effect } = story;
  const stated = intent.kind === "assign" ? intent.values.map((one) => one.value) : intent.kind === "add" || intent.kind === "member" ? intent.values : [];
  const moved = new Set([...effect.moved, ...effect.added].map((item) => valueKey(item.value)));
  const places = before.map((item, i) => ({ item, place: i + 1 })).filter(({ item }) => stated.some((value) => valueKey(value) === item.key) && !moved.has(item.key));
  return places.length === 0 ? "" : `Already there: ${say.listed(places.map(({ item, place }) => `${item.value} (#${place})`))}.`;
}

/** A rank past the end can't be held. */
function ranks(story: ChangeStory): string {
  const { intent, after } = story;
  if (intent.kind !== "assign" || intent.position?.from !== "top") return "";
  const placed = after.findIndex((item) => item.key === valueKey(intent.values[0]?.value ?? "")) + 1;
  return placed > 0 && placed < intent.position.rank ? `There is no #${intent.position.rank} yet, so it stands at #${placed}.` : "";
}

function superseded(story: ChangeStory): boolean {
  const { effect, intent, after } = story;
  if (intent.kind !== "assign" || effect.added.length + effect.moved.length > 0) return false;
  return intent.values.some((one) => !after.some((item) => item.key === valueKey(one.value)));
}
