// Every view under its name in the address. Together they are one file: they share so much that it is a third smaller than one for each. The search is
// loaded before it; named here, all that it is made of stands in the file that both use, compressed together.
export { AskView as ask } from "./ask.ts";
export { FactsView as facts } from "./facts.ts";
export { MemoryView as memory } from "./memory.ts";
export { PalaceView as palace } from "./palace.ts";
export { SettingsView as settings } from "./settings.ts";
export { SourcesView as sources } from "./sources.ts";
export { TodayView as today } from "./today.ts";
export { SearchView as search } from "./search.ts";
