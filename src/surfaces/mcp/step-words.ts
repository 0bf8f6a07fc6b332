import type { Operation, StepWords } from "../../index.ts";

/** The tool that does or shows what an operation does. What only the owner can do stays a command, which an agent passes on. */
const TOOLS: Readonly<Partial<Record<Operation, string>>> = {
  "palace closets": "browse with view: closets",
  expand: "'expand'",
  "facts erase": "'change_facts' with op: erase",
  "facts list": "'facts' with op: list",
  "palace rooms": "browse with view: rooms",
  search: "'search'",
  "palace taxonomy": "browse with view: taxonomy",
  "palace tunnels": "browse with view: tunnels",
  "palace wings": "browse with view: wings",
};

/** Next steps as an agent can take them: operations are tools, options are parameters. */
export const MCP_WORDS: StepWords = {
  operation: ({ operation, arguments: args, quoted }) => {
    const tool = TOOLS[operation];
    if (tool !== undefined) return tool;
    const command = `loci ${operation}${args === "" ? "" : ` ${args}`}`;
    return quoted ? `'${command}'` : command;
  },
  // The connection determines the caller.
  option: ({ option }) => (option === "as" ? "the owner's connection" : option),
};
