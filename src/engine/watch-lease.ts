/** The lease of the process that watches a source, so that of several only one runs after each change. */
export function watchLease(key: string): string {
  return `watch:${key}`;
}
