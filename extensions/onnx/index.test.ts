import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openEmbedding } from "./index.ts";

describe("the ONNX provider", () => {
  it("says what is missing where the package isn't installed", async () => {
    await assert.rejects(openEmbedding({ model: "" }), /needs the package @huggingface\/transformers/u);
  });

  it("embeds by the package's feature extraction, with the prefixes that the model wants", async () => {
    const asked: string[] = [];
    const load = async (): Promise<unknown> => ({
      env: {},
      pipeline: async () => async (texts: string[]) => {
        asked.push(...texts);
        return {
          dims: [texts.length, 2],
          data: Float32Array.from(texts.flatMap((text) => [text.length % 2, 1 - (text.length % 2)])),
        };
      },
    });
    const opened = await openEmbedding({ model: "intfloat/e5-small-v2", load });
    assert.equal(opened.identity.dimension, 2);
    assert.deepEqual(
      (await opened.embedPassages(["a", "bb"])).map((vector) => [...vector]),
      [
        [0, 1],
        [1, 0],
      ],
    );
    await opened.embedQuery("q");
    assert.deepEqual(asked, ["dimension", "passage: a", "passage: bb", "query: q"]);
  });
});
