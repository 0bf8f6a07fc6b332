import { useEffect, useRef, useState } from "./html.ts";
import { signal } from "@preact/signals";
import { whenReleased } from "./pressed.ts";

/** Something that is asked for: what is there, what went wrong, whether it is under way. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly error: unknown;
  readonly loading: boolean;
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
 * Asks when `key` changes, and gives the question up when it changes again. What was there stays until the new answer is. A service that
 * did not answer is asked again by itself.
 *
 * @param key null: nothing is asked
 */
export function useLoaded<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ readonly value: T | null; readonly error: unknown; readonly loading: boolean }>({
    value: null,
    error: null,
    loading: key !== null,
  });
  const [round, setRound] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    if (key === null) return setState({ value: null, error: null, loading: false });
    const ending = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    let retry: ReturnType<typeof setTimeout> | undefined;
    const show = (draw: () => void): void => whenReleased(() => void (!ending.signal.aborted && draw()));
    whileAsked(asking.current(ending.signal)).then(
      (value) => show(() => setState({ value, error: null, loading: false })),
      (error: unknown) => {
        show(() => setState((before) => ({ value: before.value, error, loading: false })));
        if (ending.signal.aborted || (error as { readonly status?: number }).status !== 0) return;
        retry = setTimeout(() => setRound((one) => one + 1), RETRY_MS);
      },
    );
    return () => {
      clearTimeout(retry);
      ending.abort();
    };
  }, [key, round]);
  return { ...state, reload: () => setRound((one) => one + 1) };
}
