import { CHATS } from "./chats.ts";
import { DOCUMENTS } from "./documents.ts";
import { FACTS } from "./facts.ts";
import { PALACE } from "./palace.ts";
import { PASSAGES } from "./passages.ts";
import { UPKEEP } from "./upkeep.ts";

/** Everything that can be asked of a project, each said once, in the order of the references. */
export const OPERATIONS = { ...PASSAGES, ...PALACE, ...FACTS, ...CHATS, ...DOCUMENTS, ...UPKEEP };
