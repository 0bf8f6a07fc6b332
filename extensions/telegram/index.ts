/** A bot for a project: a surface over the public library, and the command that starts it. */
export { command } from "./command.ts";
