import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BIN } from "../../src/surfaces/cli/spawn-loci.fixture.ts";

/**
 * A service that is asked a few things and stopped: `node served-once.fixture.ts HOME PROJECT` prints a line for each answer, then how it ended.
 */
const [home = "", project = ""] = process.argv.slice(2);
const service = spawn(process.execPath, [BIN, "serve", "--home", home, "--port", "0", "--no-watch", "--json"], {
  stdio: ["ignore", "pipe", "ignore"],
});
const end = new Promise<string>((resolve) =>
  service.once("exit", (status, signal) => resolve(String(signal ?? status))),
);
const url = await new Promise<string>((resolve, reject) => {
  let said = "";
  service.stdout.on("data", (part: Buffer) => {
    said += part.toString();
    const found = /"url":"([^"]+)"/u.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
  void end.then((how) => reject(new Error(`the service ended with ${how} and said nothing`)));
});
const headers = { authorization: `Bearer ${readFileSync(join(home, "token"), "utf8").trim()}` };
const ask = async (path: string, body: string): Promise<void> => {
  const type = { "content-type": body.startsWith("{") ? "application/json" : "text/markdown" };
  const asked = { method: "POST", headers: { ...headers, ...type }, body };
  const answer = await fetch(`${url}${path}project=${project}`, asked);
  console.log(`${path} ${answer.status} ${(await answer.text()).slice(0, 2_000).replaceAll("\n", " ")}`);
};
await ask("/v1/search?", JSON.stringify({ query: "sencha" }));
await ask("/v1/drawers?", JSON.stringify({ text: "Oolong is half green.", scope: "kb" }));
await ask("/v1/documents?name=a.md&scope=kb&", `${"Rooibos is red. ".repeat(20_000)}`);
service.kill("SIGTERM");
// One that doesn't end is ended, and told of.
const late = setTimeout(() => service.kill("SIGKILL"), 9_000);
console.log(`ended with ${await end}`);
clearTimeout(late);
