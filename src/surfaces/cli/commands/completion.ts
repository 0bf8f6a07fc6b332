import { Argument } from "commander";
import type { CommandEntry, CommandModule } from "../command.ts";
import type { Session } from "../session.ts";

/** `loci completion SHELL` */
export const command: CommandModule = {
  examples: [
    [
      "mkdir -p ~/.local/share/bash-completion/completions && loci completion bash > ~/.local/share/bash-completion/completions/loci",
      "bash",
    ],
    ["mkdir -p ~/.zfunc && loci completion zsh > ~/.zfunc/_loci", "zsh, with ~/.zfunc in fpath"],
    ["mkdir -p ~/.config/fish/completions && loci completion fish > ~/.config/fish/completions/loci.fish", "fish"],
  ],
  define(command, session, commands) {
    command
      .description("Print the completion script of a shell, made from the commands and flags there are.")
      .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
      .action((shell: "bash" | "zsh" | "fish") => run(session, shell, commands));
  },
};

async function run(session: Session, shell: "bash" | "zsh" | "fish", commands: readonly CommandEntry[]): Promise<void> {
  const [{ buildProgram }, { describeProgram }] = await Promise.all([
    import("../build-program.ts"),
    import("../completion/scripts.ts"),
  ]);
  const described = describeProgram(await buildProgram({ version: "", commands, load: "all", session }));
  const script = (await scriptOf(shell))(described);
  await session.answer({ shell, script }, () => script);
}

async function scriptOf(
  shell: "bash" | "zsh" | "fish",
): Promise<(commands: readonly import("../completion/scripts.ts").DescribedCommand[]) => string> {
  if (shell === "bash") return (await import("../completion/scripts.ts")).bashCompletion;
  if (shell === "zsh") return (await import("../completion/scripts.ts")).zshCompletion;
  return (await import("../completion/scripts.ts")).fishCompletion;
}
