import type { Prompt } from "./prompt.ts";
import { recallPrompt } from "./recall.ts";
import { wakeUpPrompt } from "./wake-up.ts";

/** Every prompt, in the order of the list. */
export const PROMPTS: readonly Prompt[] = [recallPrompt, wakeUpPrompt];
