/**
 * Follows a chain of names to its end. A circle ends at the first of its names by the alphabet, wherever one enters it, so following
 * twice is following once.
 *
 * @param next the name after this one; undefined at an end
 */
export function followNames(name: string, next: (name: string) => string | undefined): string {
  const seen = [name];
  for (let at = name; ; ) {
    const to = next(at);
    if (to === undefined || to === at) return at;
    const before = seen.indexOf(to);
    if (before >= 0) return seen.slice(before).sort()[0] as string;
    seen.push(to);
    at = to;
  }
}
