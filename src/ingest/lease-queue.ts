import type { Lease, LeaseOwner, LeaseStore } from "../storage/ports/catalog.ts";

/** How the names of tickets begin: `ticket:<number>:<name of the lease>`. */
const TICKET = "ticket:";
/** Digits of a number, so that tickets sort by it. */
const DIGITS = 12;

/** A place in the queue for a lease. It is a lease itself, so it lapses with its owner. */
export interface Ticket {
  readonly number: number;
  readonly lease: Lease;
}

/** Of all leases, the tickets for the one called `name`, first come first. */
export function ticketsFor(name: string, leases: readonly Lease[]): readonly Ticket[] {
  return leases
    .flatMap((lease) => {
      const number = numberOf(lease.name, name);
      return number === null ? [] : [{ number, lease }];
    })
    .sort((a, b) => a.number - b.number);
}

/**
 * Joins the queue for a lease, at its end.
 *
 * @param now what the ticket's beats count from
 * @returns the ticket's name
 */
export async function takeTicket(leases: LeaseStore, name: string, owner: LeaseOwner, now: number): Promise<string> {
  for (;;) {
    const last = ticketsFor(name, await leases.list()).at(-1)?.number ?? 0;
    const ticket = `${TICKET}${String(last + 1).padStart(DIGITS, "0")}:${name}`;
    // Of several that come at once, one gets the number.
    if ((await leases.take(ticket, owner, now)).held) return ticket;
  }
}

function numberOf(ticket: string, name: string): number | null {
  if (!ticket.startsWith(TICKET) || ticket.slice(TICKET.length + DIGITS + 1) !== name) return null;
  return Number(ticket.slice(TICKET.length, TICKET.length + DIGITS));
}
