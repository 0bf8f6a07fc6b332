import { LociError } from "../../index.ts";

/** Bytes of bodies that are under way: read, and not answered yet. */
export interface BodyBudget {
  /**
   * Takes bytes for a caller as they come, until the whole is released.
   *
   * @throws LociError `RATE_LIMITED` where he, or all together, have too many under way
   */
  open(caller: string): BodyShare;
}

/** What one body takes of it. */
export interface BodyShare {
  readonly take: (bytes: number) => void;
  /** Gives back all that was taken. */
  readonly release: () => void;
}

/** How many bytes may be under way, of one caller and of all together. */
export interface BodyBudgetOptions {
  readonly each: number;
  readonly all: number;
}

/** A budget of bytes: however many requests a caller sends at once, what they hold is bounded. */
export function bodyBudget({ each, all }: BodyBudgetOptions): BodyBudget {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    open(caller) {
      let own = 0;
      let over = false;
      return {
        take(bytes) {
          // A body may go on arriving after its request was answered: it is read no further.
          if (over) throw new LociError("CANCELLED", "the request was answered before its body had come", { hint: "" });
          const his = (taken.get(caller) ?? 0) + bytes;
          if (his > each || total + bytes > all)
            throw new LociError("RATE_LIMITED", `too many bytes ${his > each ? "of this caller " : ""}are under way`, {
              hint: "wait for the answers to what was sent, then send the rest",
            });
          taken.set(caller, his);
          total += bytes;
          own += bytes;
        },
        release() {
          const left = (taken.get(caller) ?? 0) - own;
          if (left <= 0) taken.delete(caller);
          else taken.set(caller, left);
          total -= own;
          own = 0;
          over = true;
        },
      };
    },
  };
}
