import { LociError, openServiceTokens, projectNames, type ServiceTokens } from "../../../index.ts";
import { flag, texts, whole } from "../../../model/requests/index.ts";
import { localMinute } from "../../shared/wording.ts";
import { table } from "../output/style.ts";
import { withParts, ownCommand } from "../project-command.ts";
import type { Session } from "../session.ts";

const tokensOf = (session: Session): ServiceTokens => openServiceTokens(session.options().home);

const list = ownCommand({
  description:
    "Issue, list and end tokens of the HTTP service. Who asks is decided by the token. The owner's own stands in the file 'token' of the data folder.",
  examples: [
    ["loci tokens add user:42", "a token for user 42, who sees kb and what is his own, of this folder's project"],
    ["loci tokens add public --only notes", "one that sees what everybody may see, of one project"],
    ["loci tokens add user:42 --days 90", "one that ends by itself"],
    ["loci tokens", "those that were issued, with their end and their last use"],
    ["loci tokens rm 3f9a01c2de", "end one; the service knows at once"],
  ],
  async ask(session) {
    for (const { message, hint } of tokensOf(session).damaged()) await session.remark(message, hint);
    return { tokens: tokensOf(session).list() };
  },
  text: ({ tokens }, style) =>
    tokens.length === 0
      ? "no tokens were issued: loci tokens add user:42"
      : table(
          ["id", "caller", "projects", "issued", "ends", "last used"],
          tokens.map(({ id, caller, projects, issuedAt, expiresAt: end, usedAt }) => [
            id,
            caller,
            projects?.join(", ") ?? "all",
            localMinute(issuedAt).slice(0, 10),
            end === null ? "never" : Date.parse(end) <= Date.now() ? "is over" : localMinute(end).slice(0, 10),
            usedAt == null ? "never" : localMinute(usedAt),
          ]),
          style,
        ),
});

const add = ownCommand({
  description: "Issue a token. It is shown once, and only its hash is kept.",
  takes: [["<caller>", "whom it stands for: user:<id>, public or owner"]],
  flags: {
    only: texts(200, "A project that it may be used for (else the current folder's)", { value: "project" }),
    allProjects: flag("It may be used for every project there is and will be; an owner's for settings, too"),
    days: whole(1, 99_999, "It ends by itself after so many days (else with 'loci tokens rm')"),
  },
  async ask(session, { only, allProjects, days }, [caller]: readonly [string]) {
    if (only !== undefined && allProjects === true)
      throw new LociError("USAGE", "--only and --all-projects exclude each other", { hint: "leave one of them out" });
    const projects = allProjects === true ? "all" : (only ?? [await session.projectName()]);
    const made = tokensOf(session).issue(caller, { projects, ...(days !== undefined && { days }) });
    const known = projectNames(session.options().home);
    for (const name of made.issued.projects?.filter((one) => !known.includes(one)) ?? [])
      await session.remark(`there is no project '${name}' yet`, "'loci projects' lists those that are there");
    return made;
  },
  text: ({ token, issued }) =>
    `${token}\nThis is shown once. It stands for ${issued.caller}` +
    `${issued.projects === null ? ", in every project" : `, in ${issued.projects.join(", ")}`}` +
    `${issued.expiresAt === null ? "" : `, until ${localMinute(issued.expiresAt).slice(0, 10)}`}; end it with: loci tokens rm ${issued.id}`,
});

const rm = ownCommand({
  description: "End a token.",
  takes: [["<id>", "as 'loci tokens' shows it, or whose it is, where he has one"]],
  async ask(session, _flags, [named]: readonly [string]) {
    const tokens = tokensOf(session);
    const theirs = tokens.list().filter(({ caller }) => caller === named);
    const id = theirs.length === 1 ? (theirs[0] as { id: string }).id : named;
    if (tokens.revoke(id)) return { revoked: id };
    const told = `there is no token '${named.slice(0, 40)}', or more than one`;
    throw new LociError("USAGE", told, { hint: "'loci tokens' lists them by id" });
  },
  text: ({ revoked }) => `ended ${revoked}`,
});

/** `loci tokens [add|rm]` */
export const command = withParts(list, { add, rm });
