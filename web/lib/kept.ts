import { effect, type Signal, signal } from "@preact/signals";

/** A choice of the reader's that outlives the visit, kept in this browser. Holds for the visit where storage is switched off. */
export function kept(name: string, initial: string): Signal<string> {
  const value = signal(load(name) ?? initial);
  effect(() => {
    try {
      localStorage.setItem(name, value.value);
    } catch {
      // Storage may be switched off or full; the choice then ends with the visit.
    }
  });
  return value;
}

function load(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
