import assert from "node:assert/strict";
import { test } from "node:test";
import { sandbox } from "../../src/surfaces/cli/spawn-loci.fixture.ts";

/** A secret said with words that ASCII hasn't, by the rules of a language each. */
const SAID = [
  "Die Kombination vom Tresorschloss öffnet mit 4471",
  "c'était le code de l'immeuble : 4472",
  "el código del portón es 4473",
  "kod do garażu to 4474",
  "код от двери 4475",
  "пін-код: 4476",
  "קוד הדלת הוא 4477",
  "رمز الباب هو 4478",
  "暗証番号は4479です",
  "şifremiz: Hunter4480!",
  "jelszó: Hunter4481!",
  "κωδικός: Hunter4482!",
];

test("the built program takes secrets out of what is said in letters that aren't ASCII", async (t) => {
  const line = (text: string, id: number): string => JSON.stringify({ session: "s", id: `${id}`, role: "user", text });
  const { loci, remove } = sandbox({ "chat.jsonl": `${SAID.map(line).join("\n")}\n` });
  t.after(remove);
  const mined = await loci(["mine", "chat.jsonl", "--scope", "admin", "--json"]);
  assert.equal(mined.status, 0, mined.err);
  const { out } = await loci(["search", "type:chat", "--limit", "100", "--all", "--json"]);
  const texts = (JSON.parse(out) as { readonly hits: readonly { readonly text: string }[] }).hits.map(
    ({ text }) => text,
  );
  assert.equal(texts.length, SAID.length);
  assert.deepEqual(
    texts.filter((text) => /44\d\d/u.test(text)),
    [],
  );
});
