/** Upper bounds of the buckets of durations, seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

export type Metrics = ReturnType<typeof createMetrics>;

/** An empty set of metrics. */
export function createMetrics() {
  const counts = new Map<string, number>();
  const durations = new Map<string, { readonly buckets: number[]; sum: number; count: number }>();
  return {
    /** @param route its pattern, never the path asked for */
    request(route: string, status: number, seconds: number): void {
      const key = labels({ route, status: String(status) });
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const one = durations.get(route) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      durations.set(route, one);
      for (const [i, bound] of BUCKETS.entries()) if (seconds <= bound) one.buckets[i] = (one.buckets[i] as number) + 1;
      one.sum += seconds;
      one.count += 1;
    },
    /** Everything in Prometheus' text format, version 0.0.4. */
    text(gauges: readonly Gauge[]): string {
      const lines = ["# HELP loci_http_requests_total Requests answered.", "# TYPE loci_http_requests_total counter"];
      for (const [key, count] of counts) lines.push(`loci_http_requests_total${key} ${count}`);
      lines.push(
        "# HELP loci_http_request_duration_seconds Time to answer.",
        "# TYPE loci_http_request_duration_seconds histogram",
      );
      for (const [route, { buckets, sum, count }] of durations) {
        for (const [i, bound] of BUCKETS.entries())
          lines.push(`loci_http_request_duration_seconds_bucket${labels({ route, le: String(bound) })} ${buckets[i]}`);
        lines.push(`loci_http_request_duration_seconds_bucket${labels({ route, le: "+Inf" })} ${count}`);
        lines.push(
          `loci_http_request_duration_seconds_sum${labels({ route })} ${sum}`,
          `loci_http_request_duration_seconds_count${labels({ route })} ${count}`,
        );
      }
      for (const { name, help, values } of gauges) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`);
        for (const one of values) lines.push(`${name}${labels(one.labels)} ${one.value}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}

function labels(of: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(of).map(
    ([name, value]) =>
      `${name}="${value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`))}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
