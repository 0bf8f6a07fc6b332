import { FALLBACK_PROJECT, LociError, openServiceTokens, type ServiceTokens } from "../../../index.ts";
import { collect } from "../build-program.ts";
import type { CommandModule } from "../command.ts";
import { table } from "../output/table.ts";
import { requireOwner, type Session } from "../session.ts";

/** Where a token may be used. */
interface Reach {
  readonly only?: readonly string[];
  readonly allProjects?: true;
  /** After how many days it ends by itself. */
  readonly days?: string;
}

/** `loci tokens [list|add|rm]` */
export const command: CommandModule = {
  examples: [
    ["loci tokens add user:42", "a token for user 42, who sees kb and what is his own, of the project 'default'"],
    ["loci tokens add public --only notes", "one that sees what everybody may see, of one project"],
    ["loci tokens add user:42 --days 90", "one that ends by itself"],
    ["loci tokens", "those that were issued, with their end and their last use"],
    ["loci tokens rm 3f9a01c2de", "end one; the service knows at once"],
  ],
  define(command, session) {
    command.description(
      "Issue, list and end tokens of the HTTP service. Who asks is decided by the token. The owner's own stands in the file 'token' of the data folder.",
    );
    command
      .command("list", { isDefault: true })
      .description("List issued tokens (also without 'list').")
      .action(() => list(session));
    command
      .command("add")
      .description("Issue a token. It is shown once, and only its hash is kept.")
      .argument("<caller>", "whom it stands for: user:<id>, public or owner")
      .option(
        "--only <project>",
        "a project that it may be used for; may be given more than once (the one of --project, else 'default')",
        collect,
      )
      .option("--all-projects", "it may be used for every project there is and will be")
      .option("--days <n>", "it ends by itself after so many days (else with 'loci tokens rm')")
      .action((caller: string, flags: Reach) => add(session, caller, flags));
    command
      .command("rm")
      .description("End a token.")
      .argument("<id>", "as 'loci tokens' shows it")
      .action((id: string) => remove(session, id));
  },
};

function opened(session: Session): ServiceTokens {
  requireOwner(session);
  return openServiceTokens(session.options().home);
}

async function list(session: Session): Promise<void> {
  const tokens = opened(session).list();
  await session.answer({ tokens }, () =>
    tokens.length === 0
      ? "no tokens were issued: loci tokens add user:42"
      : table(
          ["id", "caller", "projects", "issued", "ends", "last used"],
          tokens.map(({ id, caller, projects, issuedAt, expiresAt, usedAt }) => [
            id,
            caller,
            projects?.join(", ") ?? "all",
            issuedAt.slice(0, 10),
            expiresAt === null ? "never" : isOver(expiresAt) ? "is over" : expiresAt.slice(0, 10),
            usedAt?.slice(0, 16).replace("T", " ") ?? "never",
          ]),
          session.style,
        ),
  );
}

function isOver(expiresAt: string): boolean {
  return Date.parse(expiresAt) <= Date.now();
}

/** @throws LociError `USAGE` */
function daysOf(text: string): number {
  const days = /^\d{1,5}$/u.test(text) ? Number(text) : 0;
  if (days > 0) return days;
  throw new LociError("USAGE", `'${text.slice(0, 40)}' is no number of days`, {
    hint: "use a whole number from 1 to 99999",
  });
}

async function add(session: Session, caller: string, { only, allProjects, days }: Reach): Promise<void> {
  if (only !== undefined && allProjects === true)
    throw new LociError("USAGE", "--only and --all-projects exclude each other", { hint: "leave one of them out" });
  const projects = allProjects === true ? "all" : (only ?? [session.options().project ?? FALLBACK_PROJECT]);
  const { token, issued } = opened(session).issue(caller, {
    projects,
    ...(days !== undefined && { days: daysOf(days) }),
  });
  await session.answer(
    { token, issued },
    () =>
      `${token}\nThis is shown once. It stands for ${issued.caller}` +
      `${issued.projects === null ? ", in every project" : `, in ${issued.projects.join(", ")}`}` +
      `${issued.expiresAt === null ? "" : `, until ${issued.expiresAt.slice(0, 10)}`}; end it with: loci tokens rm ${issued.id}`,
  );
}

async function remove(session: Session, id: string): Promise<void> {
  if (!opened(session).revoke(id))
    throw new LociError("USAGE", `there is no token '${id.slice(0, 40)}'`, { hint: "'loci tokens' lists them" });
  await session.answer({ revoked: id }, () => `ended ${id}`);
}
