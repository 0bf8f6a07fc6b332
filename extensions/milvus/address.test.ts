import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMilvusUri } from "./client.ts";

test("an address that is refused isn't shown: it may hold a password", () => {
  assert.equal(parseMilvusUri("http://host:19530/"), "http://host:19530");
  for (const uri of [
    "milvus://u:Gr33nTea!@host:19530",
    "http://u:Gr33nTea!@host",
    "u:Gr33nTea!@host",
    "https://Gr33nTea!@host",
  ])
    assert.throws(
      () => parseMilvusUri(uri),
      (thrown: Error) => !JSON.stringify({ ...thrown, message: thrown.message }).includes("Gr33nTea"),
      uri,
    );
});
