import type { Spent, SpendReservation, SpendStore } from "../../ports/catalog.ts";

/** The account in memory. @param guard throws where the catalog is closed */
export function memorySpendStore(guard: () => void): SpendStore {
  const calls = new Map<string, SpendReservation>();
  const sum = (which: (call: SpendReservation) => boolean): Spent => {
    const of = [...calls.values()].filter(which);
    return {
      calls: of.length,
      tokens: of.reduce((all, { tokens }) => all + tokens, 0),
      micros: of.reduce((all, { micros }) => all + micros, 0),
    };
  };
  return {
    async reserve(call, { dayTokens, dayMicros, jobTokens }) {
      guard();
      const day = sum((one) => one.day === call.day);
      const job = sum((one) => one.day === call.day && one.job === call.job);
      if (dayTokens !== null && day.tokens + call.tokens > dayTokens)
        return { granted: false, limit: "day tokens", spent: day };
      if (dayMicros !== null && day.micros + call.micros > dayMicros)
        return { granted: false, limit: "day money", spent: day };
      if (jobTokens !== null && job.tokens + call.tokens > jobTokens)
        return { granted: false, limit: "job tokens", spent: job };
      calls.set(call.id, { ...call });
      return { granted: true };
    },
    async settle(id, { tokens, micros }) {
      guard();
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, tokens, micros });
    },
    async of(day) {
      guard();
      return sum((one) => one.day === day);
    },
    async jobsOf(day) {
      guard();
      const jobs = [...new Set([...calls.values()].filter((one) => one.day === day).map(({ job }) => job))].sort();
      return jobs.map((job) => ({ job, ...sum((one) => one.day === day && one.job === job) }));
    },
  };
}
