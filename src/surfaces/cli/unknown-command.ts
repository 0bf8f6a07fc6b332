import type { Command } from "commander";
import { LociError, nearestName } from "../../index.ts";

/** That a command has no subcommand of that name, or the program no command, with the nearest one as suggestion. */
export function unknownCommand(parent: Command, name: string): LociError {
  const known = parent.commands.map((command) => command.name());
  const near = nearestName(name, known);
  const path = parent.parent === null ? "" : `${parent.name()} `;
  return new LociError("USAGE", `unknown command '${path}${name.slice(0, 80)}'`, {
    hint: near !== null ? `did you mean ${path}${near}?` : path === "" ? "loci --help lists them" : `there are ${known.map((one) => path + one).join(", ")}`,
  });
}
