/**
 * The topical halls that there are by default, as MemPalace has them, with words that say little else: a hall that takes every second passage
 * tells nothing. A keyword is met in its other forms too.
 */
export const HALL_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  emotions: [
    "scared",
    "afraid",
    "worried",
    "anxious",
    "happy",
    "sad",
    "angry",
    "lonely",
    "grief",
    "joy",
    "proud",
    "i love",
  ],
  consciousness: ["consciousness", "conscious", "self-aware", "awareness", "sentient", "qualia"],
  memory: ["memory", "memories", "remember", "forget", "forgot", "recall"],
  technical: ["code", "python", "javascript", "script", "bug", "error", "database", "server", "api", "compile"],
  identity: ["identity", "persona", "who am i", "who i am", "my name is"],
  family: [
    "family",
    "kid",
    "child",
    "daughter",
    "son",
    "mother",
    "father",
    "parent",
    "wife",
    "husband",
    "grandma",
    "grandpa",
  ],
  creative: ["game", "gameplay", "player", "design", "drawing", "painting", "novel", "poem", "story", "song"],
};
