import type { Lease, LeaseStore } from "../../ports/lease-store.ts";

/** Leases in a map. @param open throws when the catalog is closed */
export function memoryLeaseStore(open: () => void): LeaseStore {
  const leases = new Map<string, Lease>();
  return {
    async take(name, owner, now, replacing) {
      open();
      const holder = leases.get(name);
      if (holder !== undefined && !(holder.owner.token === replacing?.owner.token && holder.beatAt === replacing.beatAt)) {
        return { held: false, holder };
      }
      leases.set(name, { name, owner: { ...owner }, takenAt: now, beatAt: now });
      return { held: true };
    },
    async beat(name, token, now) {
      open();
      const lease = leases.get(name);
      if (lease?.owner.token !== token) return false;
      leases.set(name, { ...lease, beatAt: now });
      return true;
    },
    async release(name, token) {
      open();
      if (leases.get(name)?.owner.token === token) leases.delete(name);
    },
    async list() {
      open();
      return [...leases.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}
