import { readWhole, type TranscriptBundle, type Report } from "./format-reader.ts";
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from "./fields.ts";

/** Names of the users and conversations of an export. */
export interface SlackDirectory {
  /** Display names by id. */
  readonly users: ReadonlyMap<string, string>;
  /** By folder: the conversation's name as people see it. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Reads the lists at the top of an export; a list that is missing or damaged is empty, the latter told to the report. */
export async function readSlackDirectory(
  bundle: TranscriptBundle,
  root: string,
  report: Report,
): Promise<SlackDirectory> {
  const list = async (file: string): Promise<Fields[]> => {
    const name = `${root}${file}`;
    if (!bundle.names.includes(name)) return [];
    try {
      return objectsOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await readWhole(bundle, name))));
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
      report.within(name);
      report.problem(1, "not JSON");
      return [];
    }
  };
  const users = new Map<string, string>();
  for (const user of [...(await list("org_users.json")), ...(await list("users.json"))]) {
    const id = textOf(user["id"]);
    const profile = fieldsOf(user["profile"]);
    const name =
      textOf(profile?.["display_name"]) ??
      textOf(profile?.["real_name"]) ??
      textOf(user["real_name"]) ??
      textOf(user["name"]);
    if (id !== null && name !== null) users.set(id, name);
  }
  const titles = new Map<string, string>();
  for (const channel of [...(await list("channels.json")), ...(await list("groups.json"))]) {
    const name = textOf(channel["name"]);
    if (name !== null) titles.set(name, `#${name}`);
  }
  // Direct messages stand in folders named by id (one person) or by a made-up name (several).
  for (const talk of [...(await list("dms.json")), ...(await list("mpims.json"))]) {
    const folder = textOf(talk["name"]) ?? textOf(talk["id"]);
    const members = listOf(talk["members"]).flatMap((id) => users.get(String(id)) ?? []);
    if (folder !== null) titles.set(folder, members.length === 0 ? folder : members.join(", "));
  }
  return { users, titles };
}

/**
 * The folders of unpacked Slack exports in a tree: those with a list of users or channels and, one folder below, days.
 *
 * @param names paths of files, with `/`
 * @returns `""` or ending in `/`, sorted; none inside another
 */
export function slackRoots(names: readonly string[]): readonly string[] {
  const roots = new Set<string>();
  const days = new Set(names.flatMap((name) => /^((?:.*\/)?)[^/]+\/\d{4}-\d{2}-\d{2}\.json$/u.exec(name)?.[1] ?? []));
  for (const name of names) {
    const root = /^((?:.*\/)?)(?:users|org_users|channels|dms|groups|mpims)\.json$/u.exec(name)?.[1];
    if (root !== undefined && days.has(root)) roots.add(root);
  }
  return [...roots].sort().filter((root) => ![...roots].some((other) => other !== root && root.startsWith(other)));
}
