import { counted } from "../../shared/counted.ts";
import type { CommandModule } from "../command.ts";
import { table } from "../output/table.ts";
import type { Session } from "../session.ts";

/** `loci palace graph` */
export const command: CommandModule = {
  examples: [
    ["loci palace graph", "which wings share which rooms"],
    ["loci palace graph --json > palace.json", "rooms as nodes, shared ones as edges, for another program"],
  ],
  define(command, session) {
    command
      .description("Show the palace as a graph: rooms are nodes, and an edge joins each pair of wings that share one.")
      .action(() => run(session));
  },
};

async function run(session: Session): Promise<void> {
  await session.lookIntoProject(async ({ project }) => {
    const graph = await project.graph({ caller: session.caller });
    await session.answer(graph, () => {
      const head = `${counted(graph.nodes.length, "room")}, ${counted(graph.edges.length, "edge")}`;
      if (graph.edges.length === 0) return head;
      const rows = graph.edges.map(({ a, b, room, count, halls, weight }) => [
        a,
        b,
        room,
        String(count),
        halls.join(", "),
        weight.toFixed(2),
      ]);
      const columns = [
        { heading: "wing" },
        { heading: "wing" },
        { heading: "room" },
        { heading: "drawers", right: true },
        { heading: "halls" },
        { heading: "weight", right: true },
      ];
      return `${head}\n${table(columns, rows, session.style)}`;
    });
  });
}
