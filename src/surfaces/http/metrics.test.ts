import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "./metrics.ts";

test("requests are counted by route and status, times fall into every bucket that holds them", () => {
  const metrics = createMetrics();
  metrics.request("/v1/search", 200, 0.004);
  metrics.request("/v1/search", 200, 0.2);
  metrics.request("/v1/search", 400, 20);
  const text = metrics.text([
    { name: "loci_x", help: "X.", values: [{ labels: { name: 'a "quoted"\nname\\' }, value: 3 }] },
  ]);
  const lines = text.split("\n");
  for (const line of [
    'loci_http_requests_total{route="/v1/search",status="200"} 2',
    'loci_http_requests_total{route="/v1/search",status="400"} 1',
    'loci_http_request_duration_seconds_bucket{route="/v1/search",le="0.0025"} 0',
    'loci_http_request_duration_seconds_bucket{route="/v1/search",le="0.005"} 1',
    'loci_http_request_duration_seconds_bucket{route="/v1/search",le="0.25"} 2',
    'loci_http_request_duration_seconds_bucket{route="/v1/search",le="+Inf"} 3',
    'loci_http_request_duration_seconds_count{route="/v1/search"} 3',
    'loci_x{name="a \\"quoted\\"\\nname\\\\"} 3',
  ])
    assert.ok(lines.includes(line), line);
  assert.ok(lines.every((line) => line === "" || line.startsWith("#") || /^[a-z_]+(\{.*\})? -?\d/.test(line)));
});
