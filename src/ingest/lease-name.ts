/**
 * What a lease is for. `source`: work on what is indexed of one. `job`: a run, beside those of its sources, so that others can tell whether it
 * still goes on. `watch`: keeping a source current, so that of several processes only one runs after each change. `cancel`: no right but
 * a wish, that the process which runs a job end it. `memory`: changing a `memory.md`. `capture`, `flush`: asking a model for notes, so that
 * nobody pays for the same ones.
 */
export type LeaseKind = "source" | "job" | "watch" | "cancel" | "memory" | "capture" | "flush";

/**
 * The name of a lease.
 *
 * @param of the key of a source, or the id of a job
 * @example leaseName("source", "notes-0123456789ab") // "source:notes-0123456789ab"
 */
export function leaseName(kind: LeaseKind, of: string): string {
  return `${kind}:${of}`;
}
