import type { OpenedProject } from "../opened-project.ts";
import { identityKey } from "../../embedding/port.ts";
import { isStale, isTicket, LEASE_TTL_MS, type LeaseWait, leaseWaits } from "../../ingest/hold-lease.ts";
import { sourceFingerprint } from "../../ingest/fingerprint.ts";
import { LociError } from "../../model/error.ts";
import { lockHolder } from "../../files/open-databases.ts";
import type { Source } from "../../model/source.ts";
import type { Lease, LeaseOwner } from "../../storage/ports/catalog.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { catalogLoss } from "../catalog-record/keep-record.ts";
import { letOthers } from "../exclusive.ts";
import { openServiceTokens } from "../service-tokens.ts";
import { checkChats, checkFactRecord, checkFiles, checkLogs, checkRooms, checkSeals } from "./check-files.ts";
import { fault, INDEX_AGAIN, REBUILD, sound, warning } from "./finding.ts";
import { checkFolder, checkForgetting, checkRemoved } from "./check-folder.ts";
import type { Finding } from "../../operations/answers/status.ts";
import { olderEcho } from "../documents/rebuild.ts";
import { nameOf, storedProjects } from "../projects/identity.ts";
import { example, step } from "../../model/next-step.ts";
import { join } from "node:path";

/**
 * Checks a project and changes nothing.
 * @param deep also recomputes postings and vectors of a sample from the texts: seconds instead of milliseconds
 */
export async function doctor(
  project: OpenedProject,
  { deep = false }: { readonly deep?: boolean | undefined },
): Promise<readonly Finding[]> {
  const pass = letOthers(project.system.timer);
  const findings: Finding[] = [];
  for (const check of [
    () => sound("node", `Node ${process.versions.node}`),
    () => checkFolder(project, pass),
    () => checkCatalog(project),
    () => checkLeases(project),
    () => checkForgetting(project),
    () => checkRemoved(project),
    () => checkEcho(project),
    () => checkProjects(project.home),
    () => checkRooms(join(project.folder.memory, "palace"), pass),
    () => checkSeals(project.folder, pass),
    () => checkFactRecord(project),
    () => checkLogs(project),
    () =>
      openServiceTokens(project.home)
        .damaged()
        .map((one) => fault("files", one.message, one.step ?? one.hint)),
  ]) {
    findings.push(...[await check()].flat().filter((finding) => finding !== null));
    // What else would be looked at stands in it.
    if (findings.some((finding) => finding.check === "catalog" && finding.severity === "error")) return findings;
    await pass();
  }
  try {
    const loss = await project.indexHandle.loss();
    if (loss?.why === "partial") findings.push(warning("index", `the index is partial: ${loss.detail}`, INDEX_AGAIN));
    else if (loss !== null) return [...findings, fault("index", `the index is ${loss.why}: ${loss.detail}`, REBUILD)];
    const index = await project.indexHandle.index();
    const sources = await project.catalog.sources.list();
    const current = await currentSources(project, index, sources);
    findings.push(
      ...(await checkIndex(index, deep, current)),
      ...(await checkFiles(index, { sources, current, folder: project.folder, pass })),
      ...(await checkChats(project, index, sources)),
      ...(await checkModel(project, index)),
    );
  } catch (thrown) {
    if (!(thrown instanceof LociError)) throw thrown;
    findings.push(fault("index", thrown.message, thrown.hint === "" ? REBUILD : (thrown.step ?? thrown.hint)));
  }
  return findings;
}

/** Projects of an older version, into which several repositories of one name were put; and those that nothing tells of whom they are. */
function checkProjects(home: string): readonly Finding[] {
  return storedProjects(home).flatMap((stored): readonly Finding[] => {
    const { identity } = stored;
    if (identity?.damaged === true)
      return [
        fault(
          "projects",
          `which repositories the project '${stored.key}' belongs to can't be read`,
          step`stand in its repository: ${example("projects merge", stored.key)}`,
        ),
      ];
    if (identity?.mixed !== true) return [];
    const roots = identity.repositories.map(({ roots }) => `'${roots[0] as string}'`);
    return [
      warning(
        "projects",
        `the project '${nameOf(stored)}' holds sessions of ${roots.length} repositories: ${roots.join(", ")}`,
        step`${example("projects split", nameOf(stored))}`,
      ),
    ];
  });
}

/** What earlier versions kept of Loci's own words. */
async function checkEcho(project: Pick<OpenedProject, "folder">): Promise<Finding | null> {
  const sessions = await olderEcho(project);
  if (sessions.length === 0) return null;
  const messages = sessions.reduce((sum, { echoes }) => sum + echoes, 0);
  return warning(
    "sessions",
    `${messages} messages in ${sessions.length} kept sessions are Loci's own words, or hold some: an earlier version kept them`,
    REBUILD,
  );
}

async function checkCatalog({ catalog }: Pick<OpenedProject, "catalog">): Promise<readonly Finding[]> {
  const problems = await catalog.check();
  const lost = await catalogLoss(catalog);
  if (problems.length === 0 && lost !== null) return [warning("catalog", lost.message, lost.step ?? lost.hint)];
  if (problems.length === 0) return [sound("catalog", "the catalog is sound")];
  return problems.map((what) => fault("catalog", `the catalog is damaged: ${what}`, "loci doctor --repair"));
}

async function checkLeases(project: OpenedProject): Promise<readonly Finding[]> {
  const { catalog, system } = project;
  const all = await catalog.leases.list();
  const stale = all.filter((lease) => isStale(lease, system.lease));
  const left = stale.map(({ name, owner }) =>
    warning("leases", `'${name}' was left behind by process ${owner.pid} on ${owner.host}`, INDEX_AGAIN),
  );
  const living = all.filter((lease) => !stale.includes(lease));
  const holders = checkHolders(living, { here: system.lease.owner.host, now: system.clock() });
  const findings = [...holders, ...checkWaits(leaseWaits(living)), ...(await checkLocks(project)), ...left];
  return findings.length === 0 ? [sound("leases", "no run was left behind")] : findings;
}

type Process = Pick<LeaseOwner, "pid" | "host">;

const called = ({ pid, host }: Process): string => `process ${pid} on ${host}`;
const timeOf = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** What to do about a process that stands still: a stopped one keeps what it holds. */
const letGo = ({ pid, host }: Process): string =>
  `where it was stopped, let it go on or end it, on ${host}: kill -CONT ${pid}, or kill -KILL ${pid}`;

/** Who works on what, and since when; sources that are only watched go without saying. A warning of whoever on this machine shows no sign of life. */
function checkHolders(
  living: readonly Lease[],
  { here, now }: { readonly here: string; readonly now: number },
): readonly Finding[] {
  const held = Map.groupBy(
    living.filter(({ name }) => !isTicket(name)),
    ({ owner }) => owner.token,
  );
  return [...held.values()].flatMap((leases): readonly Finding[] => {
    const { owner } = leases[0] as Lease;
    const beat = Math.max(...leases.map(({ beatAt }) => beatAt));
    // Clocks of other machines are compared with none.
    const isSilent = owner.host === here && now - beat > LEASE_TTL_MS / 2;
    const names = leases.flatMap(({ name }) => (isSilent || !name.startsWith("watch:") ? [`'${name}'`] : []));
    if (names.length === 0) return [];
    const since = timeOf(Math.min(...leases.map(({ takenAt }) => takenAt)));
    const what = `${called(owner)} holds ${names.join(", ")} since ${since}`;
    if (!isSilent) return [sound("leases", what)];
    return [warning("leases", `${what}, and has given no sign of life since ${timeOf(beat)}`, letGo(owner))];
  });
}

/** A database that one process has locked at so many looks in a row, so far apart, is locked by no single write. */
const LOOKS = 40;
const LOOK_MS = 50;

/** Which processes keep a database of the project from being written, as one does that was stopped in the middle of a write. */
async function checkLocks({ folder, system }: OpenedProject): Promise<readonly Finding[]> {
  const all = [folder.catalog, folder.index, folder.embeddings].map((path) => ({ path, pid: lockHolder(path) }));
  let locked = all.flatMap(({ path, pid }) => (pid === null ? [] : [{ path, pid }]));
  for (let look = 1; look < LOOKS && locked.length > 0; look++) {
    await system.lease.sleep(LOOK_MS);
    locked = locked.filter(({ path, pid }) => lockHolder(path) === pid);
  }
  return locked.map(({ path, pid }) => {
    const locker = { pid, host: system.lease.owner.host };
    return warning("leases", `${called(locker)} keeps '${path}' locked: nothing can be written to it`, letGo(locker));
  });
}

/** Who waits for whom; an error where processes wait for each other, or one for itself, since none of them ever goes on. */
function checkWaits(waits: readonly LeaseWait[]): readonly Finding[] {
  const holdersOf = Map.groupBy(waits, ({ waiter }) => waiter.token);
  const comesBack = (from: LeaseWait): boolean => {
    const seen = new Set<string>();
    const next = [from.holder.token];
    for (let token = next.pop(); token !== undefined; token = next.pop()) {
      if (token === from.waiter.token) return true;
      if (seen.has(token)) continue;
      seen.add(token);
      next.push(...(holdersOf.get(token) ?? []).map(({ holder }) => holder.token));
    }
    return false;
  };
  return waits.map((wait): Finding => {
    const { name, holder, waiter, since } = wait;
    const own = holder.token === waiter.token;
    if (!comesBack(wait))
      return sound(
        "leases",
        `${called(holder)} holds '${name}', and ${called(waiter)} waits for it since ${timeOf(since)}`,
      );
    return fault(
      "leases",
      own
        ? `${called(holder)} holds '${name}' and waits for it itself`
        : `${called(waiter)} waits for '${name}' of ${called(holder)}, and they wait for each other`,
      `stop process ${waiter.pid}; what it was about is taken up by the next run`,
    );
  });
}

async function checkIndex(
  index: SearchIndex,
  deep: boolean,
  current: ReadonlySet<string>,
): Promise<readonly Finding[]> {
  const problems = await index.check(deep, current);
  if (problems.length > 0)
    return problems.map(({ severity, what, next }) => ({ check: "index", severity, what, next }));
  const { documents, drawers } = await index.counts("all");
  return [sound("index", `passages: ${drawers}, documents: ${documents}${deep ? ", sample recomputed" : ""}`)];
}

/**
 * Keys of the sources whose drawers were made by the rules and the settings of today; the others are read again by the next run. That another model is
 * configured than the index holds is said of the model.
 */
async function currentSources(
  project: Pick<OpenedProject, "provider" | "reading">,
  index: SearchIndex,
  sources: readonly Source[],
): Promise<ReadonlySet<string>> {
  const deps = await project.reading();
  const configured = await configuredModel(project);
  const models = [await index.modelIdentity(), ...(configured instanceof LociError ? [] : [configured])];
  return new Set(
    sources
      .filter((source) => models.some((model) => source.recipe === sourceFingerprint(source, deps, model).fingerprint))
      .map(({ key }) => key),
  );
}

/** The model in force; null where there is none. One that can't be opened is an error, said with the model. */
async function configuredModel({ provider }: Pick<OpenedProject, "provider">): Promise<string | null | LociError> {
  try {
    const opened = await provider();
    return opened === null ? null : identityKey(opened.identity);
  } catch (thrown) {
    if (thrown instanceof LociError) return thrown;
    throw thrown;
  }
}

async function checkModel(project: Pick<OpenedProject, "provider">, index: SearchIndex): Promise<readonly Finding[]> {
  const configured = await configuredModel(project);
  if (configured instanceof LociError) return [fault("model", configured.message, configured.step ?? configured.hint)];
  const stored = await index.modelIdentity();
  const { drawers, vectors } = await index.counts("all");
  if (configured === null) return [sound("model", "no embedding model is configured: search runs on words")];
  if (stored !== null && stored !== configured)
    return [
      fault(
        "model",
        `the index holds vectors of '${stored}', the configuration asks for '${configured}'`,
        step`set embedding.provider back, or: ${example("data rebuild")}`,
      ),
    ];
  if (vectors < drawers)
    return [warning("vectors", `${drawers - vectors} of ${drawers} passages have no vector`, INDEX_AGAIN)];
  return [sound("vectors", `${vectors} vectors of '${configured}'`)];
}
