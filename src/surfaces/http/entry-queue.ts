/** Processes requests in an order that is fair to senders of few. */
export interface EntryQueue {
  /** Looks at a request: now, or after those of others. @param sender who seems to send it: what it says of itself, unchecked */
  enter(sender: string, look: () => void): void;
  /** How many have come so far. */
  arrivalCount(): number;
}

/** Requests of one sender that are processed at once. */
const AT_ONCE = 16;
/** Milliseconds after which one more is allowed. */
const EACH_MS = 2;
/** Waiting requests processed in one turn of the event loop without arrivals. */
const A_TURN = 2;

interface Sender {
  readonly waiting: (() => void)[];
  /** How many may be looked at as they come. */
  left: number;
  /** Since when that counts. */
  since: number;
}

/**
 * What a sender sends beyond 16 at once and 500 a second waits until others have come: looking at a request, and refusing it, costs several times what it
 * costs to let it in, and whoever comes behind hundreds would wait for all of that. Senders take turns.
 * @param timer milliseconds that only rise
 * Cost of a request that comes alone: an entry in a map.
 */
export function entryQueue(timer: () => number): EntryQueue {
  /** Recent senders, in the order of their next turn. */
  const senders = new Map<string, Sender>();
  let arrivals = 0;
  let turning = false;

  const refill = (sender: Sender): void => {
    const now = timer();
    const more = Math.floor((now - sender.since) / EACH_MS);
    if (more <= 0) return;
    sender.left = Math.min(AT_ONCE, sender.left + more);
    sender.since = now;
  };
  const turn = (before: number): void => {
    setImmediate(() => {
      const isIdle = arrivals === before;
      let looked = 0;
      for (const [name, sender] of [...senders]) {
        refill(sender);
        const may = sender.left > 0 || (isIdle && looked < A_TURN);
        const look = may ? sender.waiting.shift() : undefined;
        if (look !== undefined) {
          // To the end: his next one comes after one of everybody else's.
          senders.delete(name);
          senders.set(name, sender);
          sender.left = Math.max(0, sender.left - 1);
          looked++;
          look();
        } else if (sender.waiting.length === 0 && sender.left === AT_ONCE) senders.delete(name);
      }
      if ([...senders.values()].some(({ waiting }) => waiting.length > 0)) turn(arrivals);
      else turning = false;
    });
  };

  return {
    enter(name, look) {
      arrivals++;
      let sender = senders.get(name);
      if (sender === undefined) {
        sender = { waiting: [], left: AT_ONCE, since: timer() };
        senders.set(name, sender);
      } else refill(sender);
      if (sender.waiting.length === 0 && sender.left > 0) {
        sender.left--;
        look();
        // An occasional sender leaves no entry behind.
        if (senders.size > 1) forgetRested(senders, timer());
        return;
      }
      sender.waiting.push(look);
      if (turning) return;
      turning = true;
      turn(arrivals);
    },
    arrivalCount: () => arrivals,
  };
}

/** Takes the first sender out who may send as many as at first. */
function forgetRested(senders: Map<string, Sender>, now: number): void {
  const [first] = senders;
  if (first === undefined) return;
  const [name, { waiting, left, since }] = first;
  if (waiting.length === 0 && left + (now - since) / EACH_MS >= AT_ONCE) senders.delete(name);
}
