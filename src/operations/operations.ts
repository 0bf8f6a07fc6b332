import { CHATS } from "./chats.ts";
import { DOCUMENTS } from "./documents.ts";
import { FACTS } from "./facts.ts";
import { PALACE } from "./palace.ts";
import { PASSAGES } from "./passages.ts";
import { UPKEEP } from "./upkeep.ts";

/** Said by its parts, so that the types of the package hold each of them once. */
type All = typeof PASSAGES & typeof PALACE & typeof FACTS & typeof CHATS & typeof DOCUMENTS & typeof UPKEEP;

/** Everything that can be asked of a project, each said once, in the order of the references. */
export const OPERATIONS: All = { ...PASSAGES, ...PALACE, ...FACTS, ...CHATS, ...DOCUMENTS, ...UPKEEP };
