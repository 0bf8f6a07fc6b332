import type { ServerContext } from "@modelcontextprotocol/server";
import type { ReportProgress } from "./tool.ts";

/** A client learns of progress at most so often. */
const LEAST_INTERVAL_MS = 100;

/**
 * Sends `notifications/progress` for a request that asked for it; for another one it does nothing. What is sent rises with every
 * message, as the protocol wants it.
 *
 * @param clock milliseconds that only rise
 */
export function progressOf({ mcpReq }: ServerContext, clock: () => number): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  let sent = -1;
  return (done, total, message) => {
    if (clock() - last < LEAST_INTERVAL_MS && done !== total) return;
    last = clock();
    sent = Math.max(done, sent + 1);
    const params = { progressToken, progress: sent, ...(total !== null && total >= sent && { total }), message };
    // A client that has gone away needs no progress; the transport has reported it.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
