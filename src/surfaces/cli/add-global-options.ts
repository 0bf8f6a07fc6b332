import { type Command, Option } from "commander";

/** The flags that every command has. */
export function addGlobalOptions(program: Command): void {
  program
    .option(
      "--project <name>",
      "the project (LOCI_PROJECT; else the one that the current folder belongs to, else default)",
    )
    .option("--home <dir>", "the data folder (LOCI_HOME; else ~/.loci)")
    .option("--json", "answer as JSON on stdout")
    .option("--as <caller>", "who asks: owner (sees everything), user:<id>, public (owner)")
    .addOption(
      new Option(
        "--set <key=value>",
        "a setting for this command only, over all files; may be given more than once",
      ).argParser(collect),
    )
    .helpOption("-h, --help", "show help");
}

/** For flags that may be given more than once. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
