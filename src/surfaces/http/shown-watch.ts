import type { Service } from "./service.ts";

/** How the service keeps a source current; null when it doesn't. */
export function shownWatch(service: Service, project: string, key: string): object | null {
  const watch = service
    .watches()
    .get(project)
    ?.find((one) => one.key === key);
  return watch === undefined ? null : { state: watch.state, pending: watch.pending, problem: watch.problem };
}
