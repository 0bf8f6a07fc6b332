/** The library as it is built, for the many processes of a test: each has it loaded in a quarter of the time that the sources take, and it is what users run. */
const built = (await import(new URL("../dist/index.js", import.meta.url).href)) as typeof import("../src/index.ts");
export const { LociError, openLoci } = built;
