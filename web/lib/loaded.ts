import { useEffect, useRef, useState } from "./html.ts";
import { signal } from "@preact/signals";
import { whenReleased } from "./pressed.ts";
import { changes, project } from "./session.ts";

/** What is there of something that is asked for, what went wrong, and whether it is under way. */
interface State<T> {
  readonly value: T | null;
  /** What the value is the answer to. */
  readonly of: string | null;
  readonly error: unknown;
  readonly loading: boolean;
}

export interface Loaded<T> extends State<T> {
  /** For the element that shows the value: set back and marked while it answers what was asked before. */
  readonly age: { readonly class: string; readonly "aria-busy": boolean };
  readonly reload: () => void;
}

/** What the views of the page wait for now. */
export const awaited = signal(0);

/** Counts what is asked as waited for, until it is there. */
export async function whileAsked<T>(asked: Promise<T>): Promise<T> {
  awaited.value = awaited.peek() + 1;
  return await asked.finally(() => (awaited.value = awaited.peek() - 1));
}

/** Between two attempts to ask a service that did not answer, milliseconds. */
export const RETRY_MS = 2000;

/**
 * Asks when `key` or `version` changes, and gives the question up when they change again. What was there stays until the new answer is: `age` says of
 * which of two questions it is. A service that did not answer is asked again by itself.
 *
 * @param key what is asked for; null: nothing
 * @param version of what it is asked of: the same question has another answer
 */
export function useLoaded<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>, version = ""): Loaded<T> {
  const none: State<T> = { value: null, of: null, error: null, loading: key !== null };
  const [state, setState] = useState(none);
  const [round, setRound] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  const last = useRef(key);
  useEffect(() => {
    if (key === null) return setState(none);
    const ending = new AbortController();
    // What went wrong with another question says nothing of this one.
    setState((before) => ({ ...before, error: last.current === key ? before.error : null, loading: true }));
    last.current = key;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const show = (draw: () => void): void => whenReleased(() => void (!ending.signal.aborted && draw()));
    whileAsked(asking.current(ending.signal)).then(
      (value) => show(() => setState({ value, of: key, error: null, loading: false })),
      (error: unknown) => {
        show(() => setState((before) => ({ ...(before.of === key ? before : none), error, loading: false })));
        if (ending.signal.aborted || (error as { readonly status?: number }).status !== 0) return;
        retry = setTimeout(() => setRound((one) => one + 1), RETRY_MS);
      },
    );
    return () => {
      clearTimeout(retry);
      ending.abort();
    };
  }, [key, version, round]);
  const isOld = state.value !== null && state.of !== key;
  return { ...state, age: ageOf(isOld), reload: () => setRound((one) => one + 1) };
}

/** The same of the project that is looked at, asked again whenever something in it changed. */
export function useLive<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  return useLoaded(key, ask, `${project.value} ${changes.value}`);
}

/** How an element is drawn that shows an answer, by whether that is to what was asked before. */
export const ageOf = (isOld: boolean): Loaded<unknown>["age"] => ({ class: isOld ? "old" : "", "aria-busy": isOld });
