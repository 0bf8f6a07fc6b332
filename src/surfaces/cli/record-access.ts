import { type AccessKind, LociError, type Project } from "../../index.ts";
import type { Session } from "./session.ts";

/** Records that drawers were shown or opened, after the answer was given. That this failed spoils no answer, but is said. */
export async function recordShown(
  session: Session,
  project: Project,
  kind: AccessKind,
  drawers: readonly { readonly id: string }[],
  query?: string,
): Promise<void> {
  try {
    await project.recordAccess(
      kind,
      drawers.map(({ id }) => id),
      { caller: session.caller, ...(query !== undefined && { query }) },
    );
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    await session.notes([
      { code: thrown.code, message: `the access was not recorded: ${thrown.message}`, hint: thrown.hint },
    ]);
  }
}
