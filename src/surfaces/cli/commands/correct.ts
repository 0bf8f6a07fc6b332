import { about, CORRECT, MOVE_DRAWER, pick } from "../../../model/requests/index.ts";
import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { projectCommand, type Taken } from "../project-command.ts";
import { SHOWN_ID } from "../render/hits.ts";

const SHALL_BE = about(CORRECT.to, "As it shall be called");

function roomCommand(verb: "mergeRooms" | "renameRoom", description: string, takes: readonly Taken[]): CommandModule {
  return projectCommand({
    description,
    takes,
    flags: pick(CORRECT, ["wing"]),
    opens: "changes",
    ask: ({ project, caller }, { wing }, from: string, to: string) => project[verb](from, to, { wing, caller }),
    text: ({ wing, room, drawers }) => `${wing === null ? "" : `${wing}/`}${room}: ${counted(drawers, "passage")}`,
  });
}

function wingCommand(verb: "aliasWing" | "renameWing", description: string, takes: readonly Taken[]): CommandModule {
  return projectCommand({
    description,
    takes,
    opens: "changes",
    ask: ({ project, caller }, _flags, from: string, to: string) => project[verb](from, to, { caller }),
    text: ({ wing, drawers }) => `${wing}: ${counted(drawers, "passage")}`,
  });
}

/** `loci palace correct merge|rename|move|alias|rename-wing` */
export const correct: CommandModule = {
  examples: [
    ["loci palace correct merge auth-move auth-migration", "two rooms that mean the same"],
    ["loci palace correct rename misc odds-and-ends --wing driftwood", "a better name"],
    ["loci palace correct move 3fa91c02 auth-migration", "one passage that stands in the wrong room"],
    ["loci palace correct alias dw driftwood", "another name for a wing"],
    ["loci palace correct rename-wing driftwood driftwood-two", "a new name for a wing"],
  ],
  define(command) {
    command.description(
      "Correct rooms and wings, for good: corrections hold when files are indexed again, and when the index is made anew.",
    );
  },
  parts: {
    merge: roomCommand("mergeRooms", "Put the passages of one room into another.", [
      ["<room>", about(CORRECT.from, "The room that goes"), "from"],
      ["<into>", about(CORRECT.to, "The room that stays"), "to"],
    ]),
    rename: roomCommand("renameRoom", "Give a room another name. The old one still finds it.", [
      ["<room>", CORRECT.from, "from"],
      ["<name>", SHALL_BE, "to"],
    ]),
    move: projectCommand({
      description: "Put one passage into another room.",
      takes: [
        ["<passage>", MOVE_DRAWER.id, "id"],
        ["<room>", MOVE_DRAWER.room],
      ],
      opens: "changes",
      ask: ({ project, caller }, _flags, drawer: string, room: string) => project.moveDrawer(drawer, room, { caller }),
      text: ({ id, wing, room }) => `${id.slice(0, SHOWN_ID)} now stands in ${wing}/${room}`,
    }),
    alias: wingCommand("aliasWing", "Make a name another one of a wing; passages under it move along.", [
      ["<alias>", about(CORRECT.from, "The further name"), "from"],
      ["<wing>", about(CORRECT.to, "The wing that it stands for"), "to"],
    ]),
    "rename-wing": wingCommand("renameWing", "Give a wing another name. The old one still finds it.", [
      ["<wing>", CORRECT.from, "from"],
      ["<name>", SHALL_BE, "to"],
    ]),
  },
};

/** `loci palace undo` */
export const undo = projectCommand({
  examples: [["loci palace undo", "take the last correction back"]],
  description: "Take back the last merge, rename or move, of wings too; again, the one before.",
  opens: "changes",
  ask: ({ project, caller }) => project.undoCorrection({ caller }),
  text: ({ undone, from, to, left }) => `undone: ${undone}, ${from} to ${to}; ${left} more can be undone`,
});
