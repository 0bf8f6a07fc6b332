import { registerHooks } from "node:module";

/** Asks for memory in a project of its own, without facts and with one, and prints what each prompt got and whether the grammar was loaded by then. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
const isRead = (): boolean => loaded.some((url) => url.endsWith("/facts/grammar/read-message.ts"));

const { testPalace } = await import("../../surfaces/mcp/palace.fixture.ts");
const { project, close } = await testPalace();
const ask = async (prompt: string): Promise<readonly [text: string, isRead: boolean]> => [
  (await project.inject(prompt)).text,
  isRead(),
];
const before = await ask("which port does staging of Driftwood listen on?");
await project.tellFacts("my locker number is 17");
const after = await ask("what is my locker number?");
await close();
console.log(JSON.stringify([before, after]));
