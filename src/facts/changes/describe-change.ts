import { listed, numbered, Say, sentence, type SpokenList } from "../answers/answer.ts";
import { isAttribute, isSecretFact } from "../grammar/attribute-keys.ts";
import type { WrittenChange } from "../api/list-writer.ts";
import { type Change, statedIn } from "../grammar/intent.ts";
import { nameIndex, valueKey } from "../lists/name-index.ts";
import type { ChangePlan } from "./plan-change.ts";

export interface ChangeStory extends SpokenList, Pick<WrittenChange, "before" | "after" | "effect"> {
  readonly intent: Change;
  readonly plan: ChangePlan;
}

/**
 * The reply to a change, made from what was committed: what the list now is, what came, moved or went, what was there
 * already, and why nothing was done. Old values are always named.
 */
export function describeChange(story: ChangeStory): string {
  const { plan, effect } = story;
  const say = new Say(story);
  if (plan.kind === "ambiguous")
    return `Which one do you mean by '${plan.value}': ${listed(plan.options.map((item) => item.value))}? Nothing was changed.`;
  if (plan.kind === "nothing") return sentence(`${nothing(plan.why, say, story)} Nothing was changed.`);
  const added = effect.added.map(({ value }) => value);
  const notes = [
    sentence(stands(story, say)),
    effect.removed.length > 0
      ? `Was: ${isAttribute(story.key) ? listed(effect.removed.map(({ value }) => value)) : numbered(effect.removed)}.`
      : "",
    known(story),
    ranks(story),
    added.length > 0 && isSecretFact(story.key, added) ? "As a secret it stands in this fact alone." : "",
    superseded(story) ? "Something newer is stored, so this older statement is kept in the history only." : "",
  ];
  return notes.filter((note) => note !== "").join(" ");
}

/** What a list now is. */
export function stands({ after, key }: Pick<ChangeStory, "after" | "key">, say: Say): string {
  if (after.length === 0)
    return isAttribute(key)
      ? `${say.one} is no longer stored.`
      : `${say.many.replace(say.bare, `list of ${say.bare}`)}: empty.`;
  if (after.length === 1 || isAttribute(key)) return `${say.one} is ${listed(after.map(({ value }) => value))}.`;
  return `${say.many}: ${numbered(after)}.`;
}

function nothing(why: Extract<ChangePlan, { kind: "nothing" }>["why"], say: Say, { before }: ChangeStory): string {
  const count = say.counted(before.length);
  if (why === "rank_below_one") return `Ranks start at 1; you have ${count} stored.`;
  if (why === "out_of_range") return `You have only ${count} stored.`;
  if (why === "already_empty" || before.length === 0) return `Nothing of ${say.many} is stored.`;
  return `That isn't among ${say.many}: ${numbered(before)}.`;
}

/** Values that a statement repeats. */
function known({ intent, before, effect }: ChangeStory): string {
  const stated = intent.kind === "attribute" || intent.kind === "replace" ? [] : statedIn(intent);
  const moved = new Set([...effect.moved, ...effect.added].map((item) => valueKey(item.value)));
  const find = nameIndex(before);
  const named = new Set(stated.map(find).flatMap((found) => ("item" in found ? [found.item] : [])));
  const there = before.flatMap((item, i) =>
    named.has(item) && !moved.has(item.key) ? [`${item.value} (#${i + 1})`] : [],
  );
  return there.length === 0 ? "" : `Already there: ${listed(there)}.`;
}

/** A rank past the end can't be held. */
function ranks({ intent, after }: ChangeStory): string {
  if (intent.kind !== "state" || intent.position?.from !== "top") return "";
  const placed = after.findIndex((item) => item.key === valueKey(intent.values[0]?.value ?? "")) + 1;
  const { rank } = intent.position;
  return placed > 0 && placed < rank ? `There is no #${rank} yet, so it stands at #${placed}.` : "";
}

function superseded({ effect, intent, after }: ChangeStory): boolean {
  if ((intent.kind !== "state" && intent.kind !== "attribute") || effect.added.length + effect.moved.length > 0)
    return false;
  const isGone = intent.kind === "attribute" && intent.how === "gone";
  const find = nameIndex(after);
  return !isGone && statedIn(intent).some((value) => find(value).kind === "none");
}
