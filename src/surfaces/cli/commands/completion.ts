import { Argument } from "commander";
import type { CommandModule } from "../command-table.ts";
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
  define(command, session) {
    command
      .description("Print the completion script of a shell, made from the commands and flags there are.")
      .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
      .action((shell: "bash" | "zsh" | "fish") => run(session, shell));
  },
};

async function run(session: Session, shell: "bash" | "zsh" | "fish"): Promise<void> {
  const [{ buildProgram }, { COMMANDS }, { describeProgram }] = await Promise.all([
    import("../build-program.ts"),
    import("../command-table.ts"),
    import("../describe-program.ts"),
  ]);
  const commands = describeProgram(await buildProgram({ version: "", commands: COMMANDS, load: "all", session }));
  const script = await scriptOf(shell);
  await session.answer({ shell, script: script(commands) }, () => script(commands));
}

async function scriptOf(
  shell: "bash" | "zsh" | "fish",
): Promise<(commands: readonly import("../describe-program.ts").DescribedCommand[]) => string> {
  if (shell === "bash") return (await import("../completion/scripts.ts")).bashCompletion;
  if (shell === "zsh") return (await import("../completion/scripts.ts")).zshCompletion;
  return (await import("../completion/scripts.ts")).fishCompletion;
}
