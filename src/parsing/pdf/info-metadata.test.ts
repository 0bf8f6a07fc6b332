import assert from "node:assert/strict";
import { test } from "node:test";
import { infoMetadata } from "./info-metadata.ts";

test("the date of the last change, else of the making, as ISO 8601; a day that there is not is none", () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    "D:20221217024144+01'00'": "2022-12-17T02:41:44+01:00",
    "D:20221217024144Z": "2022-12-17T02:41:44Z",
    "D:202212170241": "2022-12-17T02:41:00Z",
    "D:20221217254144": "2022-12-17",
    "20221217": "2022-12-17",
    "D:2022": "2022-01-01",
    "D:20220231024144": undefined,
    "D:20221317": undefined,
    "17 December": undefined,
  };
  for (const [value, date] of Object.entries(cases)) assert.equal(infoMetadata({ ModDate: value }).date, date, value);
  assert.equal(infoMetadata({ ModDate: "D:20220231", CreationDate: "D:20220201" }).date, "2022-02-01");
});
