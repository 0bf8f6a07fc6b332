import assert from "node:assert/strict";
import { test } from "node:test";
import { hostGuard } from "./host-guard.ts";

const guard = hostGuard({ host: "127.0.0.1", port: 5858, allowed: ["Loci.example.com"] });
const of = (headers: Record<string, string>): string => {
  try {
    return guard(new Headers(headers));
  } catch (thrown) {
    return (thrown as { readonly code: string }).code;
  }
};

test("an allowed name is taken with any port; what only resembles it isn't", () => {
  for (const host of ["loci.example.com", "LOCI.example.com", "loci.example.com:8443"])
    assert.equal(of({ host }), "http:", host);
  for (const host of [
    "example.com",
    "a.loci.example.com",
    "loci.example.com.evil.example",
    "loci.example.com:",
    "loci.example.com:1:2",
    "",
  ])
    assert.equal(of({ host }), "FORBIDDEN", host);
});

test("a proxy is believed that it speaks HTTPS behind an allowed name alone, and origins are held against that", () => {
  const https = { host: "loci.example.com", "x-forwarded-proto": "https" };
  assert.equal(of(https), "https:");
  assert.equal(of({ ...https, origin: "https://loci.example.com" }), "https:");
  for (const origin of ["http://loci.example.com", "https://loci.example.com:444", "https://other.example.com", "null"])
    assert.equal(of({ ...https, origin }), "FORBIDDEN", origin);
  assert.equal(of({ host: "127.0.0.1:5858", "x-forwarded-proto": "https" }), "http:");
  assert.equal(
    of({ host: "127.0.0.1:5858", "x-forwarded-proto": "https", origin: "https://127.0.0.1:5858" }),
    "FORBIDDEN",
  );
  assert.equal(of({ host: "127.0.0.1:5858", origin: "http://loci.example.com" }), "FORBIDDEN");
  assert.equal(of({ host: "loci.example.com", origin: "https://loci.example.com" }), "FORBIDDEN", "it didn't say so");
});

test("other pages of the same site may lead to an allowed name, and not call it", () => {
  const host = "loci.example.com";
  assert.equal(of({ host, "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }), "FORBIDDEN");
  assert.equal(
    of({ host, "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }),
    "http:",
  );
});
