import type { Language } from "./language.ts";
import { english } from "./en.ts";
export const spanish: Language = { ...english, name: "es", frames: [], starters: [], breaks: [] };
