import type { Caller, Project, RecordedAccess } from "../../index.ts";

/** Collects what was shown to callers, and records it a little later, all of a project in one go. */
export interface AccessBatch {
  add(project: Project, access: RecordedAccess & { readonly caller: Caller }): void;
  /** Records what was collected, now. */
  flush(): Promise<void>;
}

/** How long accesses are collected, milliseconds. Losing some when the process is killed does no harm. */
const COLLECT_MS = 500;
/** Number of waiting accesses that are recorded at once, without waiting longer. */
const MAX_WAITING = 200;
/** Accesses of one write. */
const AT_A_TIME = 10;
/** Drawers of one answer that are recorded: nobody looks at the thousandth. */
const MAX_IDS = 50;

/**
 * @param after does something once, after so many milliseconds; keeps no process alive
 * @param onFault gets errors of recording
 */
export function accessBatch(
  after: (milliseconds: number, work: () => void) => void,
  onFault: (thrown: unknown) => void,
): AccessBatch {
  const waiting = new Map<Project, RecordedAccess[]>();
  let due = false;
  const flush = async (): Promise<void> => {
    due = false;
    const taken = [...waiting];
    waiting.clear();
    for (const [project, accesses] of taken) {
      for (let start = 0; start < accesses.length; start += AT_A_TIME) {
        // Each write takes some milliseconds: others are answered in between.
        if (start > 0) await new Promise(setImmediate);
        try {
          await project.recordAccesses(accesses.slice(start, start + AT_A_TIME));
        } catch (thrown) {
          onFault(thrown);
        }
      }
    }
  };
  return {
    flush,
    add(project, access) {
      if (access.ids.length === 0) return;
      const list = waiting.get(project) ?? [];
      waiting.set(project, list);
      list.push({ ...access, ids: access.ids.slice(0, MAX_IDS) });
      if (list.length >= MAX_WAITING) void flush();
      else if (!due) {
        due = true;
        after(COLLECT_MS, () => void flush());
      }
    },
  };
}
