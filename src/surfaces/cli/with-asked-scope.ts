import { type Job, LociError } from "../../index.ts";
import { askScope } from "./ask-scope.ts";
import type { Session } from "./session.ts";

/**
 * Indexes paths, and where nothing says who may see them, asks and does it again. Only for one path, and on a terminal, where a question is
 * kinder than an error; anywhere else somebody must have said it.
 *
 * @param index gets what was answered, over what was said
 * @throws as `index`, and what asking throws
 */
export async function withAskedScope(session: Session, paths: readonly string[], index: (asked: { readonly scope?: string }) => Promise<Job>): Promise<Job> {
  const { io } = session;
  const [path] = paths;
  try {
    return await index({});
  } catch (thrown) {
    const canAsk = paths.length === 1 && path !== undefined && io.input.isTTY === true && io.err.isTTY && !session.options().json;
    if (!(thrown instanceof LociError) || thrown.code !== "SOURCE_SCOPE_REQUIRED" || !canAsk) throw thrown;
    return await index({ scope: await askScope(path, io) });
  }
}
