import { appendFileSync, writeFileSync } from "node:fs";
import { writeFault } from "../model/write-fault.ts";

/**
 * Where a report goes. That nothing can be written there is said at once, before the minutes of measuring; what stands there stays until then.
 *
 * @returns writes the report as JSON
 * @throws LociError `STORAGE_FAILED`, `STORAGE_FULL`, now and when it is written
 */
export function reportFile(path: string): (report: object) => void {
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (thrown) {
      throw writeFault(`the report '${path}'`, thrown);
    }
  };
  attempt(() => appendFileSync(path, ""));
  return (report) => attempt(() => writeFileSync(path, `${JSON.stringify({ schema: 1, ...report }, null, 2)}\n`));
}
