import { type AuditEntry, type AuditTrail, MAX_AUDIT_ENTRIES } from "../../ports/audit-trail.ts";

/** Entries in one list. @param open throws when the catalog is closed */
export function memoryAuditTrail(open: () => void): AuditTrail {
  let trail: readonly AuditEntry[] = [];
  return {
    async append(entries) {
      open();
      trail = [...trail, ...structuredClone(entries)].slice(-MAX_AUDIT_ENTRIES);
    },
    async list(limit) {
      open();
      return trail.toReversed().slice(0, limit);
    },
  };
}
