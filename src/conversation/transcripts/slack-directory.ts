import { readWhole, type TranscriptBundle } from "./format-reader.ts";
import { type Fields, fieldsOf, listOf, objectsOf, textOf } from "./fields.ts";
import type { Report } from "./report.ts";

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
