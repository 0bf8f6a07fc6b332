import { wakeUp as compose, type WakeUpBrief, type WakeUpInput } from "../../palace/wake-up.ts";
import type { RedactText } from "../redaction.ts";

/** Sections that show words of documents and of what was added by hand, which are stored as they are; chats are stored without their secrets. */
const WRITTEN = ["identity", "pinned", "kept", "open", "events"] as const;

/** A brief goes to a model unasked, so no secret stands in it. Only passages that are shown are looked at. */
export async function briefWithoutSecrets(
  input: WakeUpInput,
  { budgetTokens, redact }: { readonly budgetTokens: number; readonly redact: RedactText },
  done: ReadonlySet<string> = new Set(),
): Promise<WakeUpBrief> {
  const brief = compose(input, budgetTokens);
  const found = new Set<string>();
  for (const { drawer, text } of brief.lines)
    if (drawer !== null && !done.has(drawer) && (await redact(text)).findings.length > 0) found.add(drawer);
  if (found.size === 0) return brief;
  const safe = { ...input };
  for (const section of WRITTEN)
    safe[section] = await Promise.all(
      input[section].map(async (one) => (found.has(one.id) ? { ...one, text: (await redact(one.text)).text } : one)),
    );
  // What comes instead of what grew longer is looked at too.
  return await briefWithoutSecrets(safe, { budgetTokens, redact }, new Set([...done, ...found]));
}
