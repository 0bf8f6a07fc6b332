import { BoundedCache } from "../../caches/bounded-cache.ts";
import type { AgentSession, Project } from "../../index.ts";
import { folderOfHook, LociError, projectOfFolder, projectRoot, sessionProjects } from "../../index.ts";
import { adapterOf } from "./agents.ts";
import { fieldsOf } from "../../text/fields.ts";
import { type HookContext, projectExists, runHook } from "./run-hook.ts";

export interface HookService {
  readonly home: string;
  readonly userHome: string;
  /** Opens a project of the data folder. */
  readonly project: (name: string, options: { readonly make: boolean }) => Promise<Project>;
  /** Runs after the answer; the service waits for it before it ends. */
  readonly afterwards: (work: () => Promise<void>) => void;
  readonly cursorHasOwn: () => boolean;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Answers `POST /hooks/AGENT/EVENT` with what the hook would have written. Sessions are recorded after the answer. One for each service, since
 * it keeps summaries between two hooks of a session.
 * @param named the project that the request names; null: that of the agent's folder
 */
export function hookHandler(service: HookService): (request: Request, named: string | null) => Promise<Response> {
  const summaries = new BoundedCache<string, string>(MAX_SUMMARIES);
  const worldFor = (named: string | null, signal: AbortSignal): HookContext => {
    const nameOf = async (cwd: string | null): Promise<string> =>
      named ?? (await projectOfFolder(await folderOfHook(cwd ?? service.userHome, service), service)).name;
    return {
      async project(cwd, make) {
        const name = await nameOf(cwd);
        return make || projectExists(projectRoot(service.home, name)) ? await service.project(name, { make }) : null;
      },
      async record(session: AgentSession, cwd) {
        service.afterwards(async () => {
          const { transcript = null } = session;
          const names = named === null ? await sessionProjects(transcript, cwd ?? service.userHome, service) : [named];
          for (const name of names)
            await (await service.project(name, { make: true })).recordSession({ ...session, routed: named === null });
        });
      },
      summaries: {
        async keep(session, summary) {
          summaries.set(session, summary);
        },
        async take(session) {
          const summary = summaries.get(session) ?? null;
          summaries.delete(session);
          return summary;
        },
      },
      staysOpen: true,
      signal,
      cursorHasOwn: service.cursorHasOwn,
      sleep: service.sleep,
    };
  };
  return async (request, named) => {
    const [agent = "", event = ""] = new URL(request.url).pathname.split("/").slice(2);
    const adapter = adapterOf(agent);
    if (request.method !== "POST" || adapter === null)
      throw new LociError("ROUTE_NOT_FOUND", "there is no such hook", {
        hint: "POST /hooks/claude-code/Stop with the agent's payload",
      });
    const payload = fieldsOf(await request.json().catch(() => null));
    if (payload === null)
      throw new LociError("USAGE", "the hook's payload is no JSON object", { hint: "send what the agent gave" });
    const answer = await runHook(adapter, { event, payload }, worldFor(named, request.signal));
    return new Response(answer === "" ? "{}" : answer, { headers: { "Content-Type": "application/json" } });
  };
}

const MAX_SUMMARIES = 200;
