import { computed, effect, signal } from "@preact/signals";
import { createClient, type LociClient, type SessionAnswer } from "loci/client";
import { kept } from "./kept.ts";
import { addressOf, change, param } from "./route.ts";

/** Who uses the page. Null: not signed in. Undefined: not known yet. */
export const session = signal<SessionAnswer | null | undefined>(undefined);

/** The project that the reader saw last; empty for the service's default. */
export const chosenProject = kept("loci.project", "");

/** The project that is looked at: that of the address, else the one that was seen last. */
export const project = computed(() => {
  const { projects = [], project: first = "default" } = session.value ?? {};
  return [param("project"), chosenProject.value].find((name) => projects.includes(name)) ?? first;
});

/** The project that the address names where whoever looks has none of that name; empty where he has. */
export const unknownProject = computed(() => {
  const named = param("project");
  return named === project.value ? "" : named;
});

/** Whether somebody came in here and hasn't signed out: whoever is asked to sign in then is told that his sign-in has ended. */
export const wasIn = kept("loci.in", "");

/** Whether the owner looks: only he indexes, corrects and sets. */
export const isOwner = computed(() => session.value?.caller === "owner");

/** Whether what belongs to the data folder is the owner's who looks, too: his token may be for some projects alone. */
export const ownsHome = computed(() => session.value?.home === true);

/** Whether whoever looks may write at all: the public reads. */
export const mayWrite = computed(() => session.value?.caller !== "public");

/** Whether what has a scope is changed and forgotten by whoever looks: everything by the owner, by a user what is his own. */
export const isMine = (scope: string): boolean => isOwner.value || scope === session.value?.caller;

/** Whether the service answers. */
export const reachable = signal(true);

/** The service, asked as whoever is signed in. The cookie says who that is; no script can read it. */
export const client = computed<LociClient>(() =>
  createClient({
    url: location.origin,
    ...(session.value != null && { project: project.value }),
    fetch: async (...request) => {
      const response = await fetch(...request).catch((thrown: unknown) => {
        // A request that was given up says nothing of the service.
        if ((thrown as Error).name !== "AbortError") reachable.value = false;
        throw thrown;
      });
      reachable.value = true;
      // A token that was ended leads to the sign-in, whatever was asked.
      if (response.status === 401 && session.peek() != null) session.value = null;
      return response;
    },
  }),
);

/** Bumped when something in the project changed: views that show lists ask again. */
export const changes = signal(0);

/** Asks who is signed in; exchanges the one-time code of the address first, and takes it out of the address. */
export async function enter(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get("code");
  if (code !== null) {
    history.replaceState(null, "", addressOf("search", { project: given.get("project") ?? "" }));
    dispatchEvent(new PopStateEvent("popstate"));
    // A code that was used leaves whoever is signed in as he was; that it was refused is said all the same.
    await client.peek().request({ method: "POST", path: "/v1/session", json: { code } }).finally(identify);
  } else await identify();
}

/** Signs in by a token, which is sent once and not kept. */
export async function signIn(token: string): Promise<void> {
  await client.peek().request({ method: "POST", path: "/v1/session", json: { token } });
  await identify();
}

/** Who has used the page since it was loaded. */
let before: string | null = null;

/** Ends the session in this browser. */
export async function signOut(): Promise<void> {
  await client.peek().request({ method: "DELETE", path: "/v1/session" });
  wasIn.value = "";
  session.value = null;
}

/** Asks who is signed in, and which projects are his. */
export async function identify(): Promise<void> {
  try {
    const entered = await client.peek().session();
    // What another caller asked, typed and took back lives in every view: the page begins anew, and its address says nothing of him.
    if (before !== null && before !== entered.caller) {
      history.replaceState(null, "", "#/search");
      location.reload();
      return;
    }
    before = entered.caller;
    session.value = entered;
    wasIn.value = "yes";
    if (param("project") === "") change({ project: project.value }, { replace: true });
  } catch (thrown) {
    // A service that is away says nothing of who is signed in.
    if ((thrown as { status?: number }).status !== 0) session.value = null;
    if ((thrown as { code?: string }).code !== "UNAUTHORIZED") throw thrown;
  }
}

/** Between two attempts to reach a service that went away, milliseconds. */
const RETRY_MS = 2000;

/** Follows the project's changes as long as somebody is signed in; takes up again after a restart of the service. */
export function followChanges(): void {
  // An address without a project shows the one that was seen last.
  effect(() => {
    if (session.value != null && unknownProject.value === "") chosenProject.value = project.value;
  });
  effect(() => {
    if (session.value == null) return;
    const current = client.value;
    const ending = new AbortController();
    void (async () => {
      let mark = "";
      while (!ending.signal.aborted) {
        try {
          for await (const change of current.changeEvents({ signal: ending.signal, since: mark })) {
            reachable.value = true;
            // The first mark is of what the views have just asked for.
            if (mark !== "") changes.value = changes.peek() + 1;
            mark = change.revision;
          }
        } catch (thrown) {
          if (ending.signal.aborted) return;
          const { status, code } = thrown as { readonly status?: number; readonly code?: string };
          if (code === "UNAUTHORIZED") {
            session.value = null;
            return;
          }
          // The first thing that is put into a project makes it.
          if (code === "PROJECT_NOT_FOUND") mark = "none";
          reachable.value = status !== 0;
        }
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    })();
    return () => ending.abort();
  });
}
