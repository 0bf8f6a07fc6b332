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
