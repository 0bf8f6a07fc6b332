/**
 * A token bucket for each of some keys: `rate` a second, `burst` at once. Keys that are full again are forgotten when there are more than a
 * thousand, so the memory is bounded by those that ask just now.
 *
 * @param timer milliseconds that only rise
 * @returns whether one more is allowed now
 */
export function rateLimiter(rate: number, burst: number, timer: () => number): (key: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  const fill = (bucket: { left: number; at: number }, now: number): void => {
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * rate);
    bucket.at = now;
  };
  return (key) => {
    const now = timer();
    if (buckets.size > 1_000) {
      for (const [other, bucket] of buckets) {
        fill(bucket, now);
        if (bucket.left >= burst) buckets.delete(other);
      }
    }
    const bucket = buckets.get(key) ?? { left: burst, at: now };
    buckets.set(key, bucket);
    fill(bucket, now);
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  };
}
