import { PALACE } from "../../../operations/palace.ts";
import { operationRoutes } from "../operation-routes.ts";
import { type Route, route } from "../route.ts";
import { changesRoutes } from "./changes.ts";
import { askRoutes } from "./ask.ts";
import { chatRoutes } from "./chats.ts";
import { documentRoutes } from "./documents.ts";
import { drawerTableRoutes } from "./drawers.ts";
import { expandRoutes } from "./expand.ts";
import { factRoutes } from "./facts.ts";
import { filetreeRoutes } from "./filetree.ts";
import { injectRoute } from "./inject.ts";
import { jobRoutes } from "./jobs.ts";
import { searchRoute } from "./search.ts";
import { sessionRoutes } from "./session.ts";
import { settingsRoutes } from "./settings.ts";
import { sourceRoutes } from "./sources.ts";
import { statusRoutes } from "./status.ts";
import { LociError } from "../../../index.ts";
import type { Gauge } from "../metrics.ts";
import { z } from "zod";
import { ADD_DRAWER, FORGET_MANY, ONE_DRAWER } from "../../../model/requests/index.ts";
import { addedDrawerSchema } from "../../../operations/answers/hits.ts";
import { forgottenSchema } from "../../../operations/answers/forgotten.ts";
import { SCHEMA_VERSION } from "../../../operations/answers/answer.ts";

const params = ONE_DRAWER;

/** Single drawers. */
const drawerRoutes: readonly Route[] = [
  route({
    method: "post",
    path: "/v1/drawers",
    operation: "addDrawer",
    summary: "Store exact words by hand; a near-duplicate is refused with what it repeats, unless forced",
    access: "caller",
    body: ADD_DRAWER,
    answer: addedDrawerSchema,
    status: 201,
    async handle({ body, project, caller }) {
      const { file, ...added } = await (await project({ make: caller === "owner" })).addDrawer(body, { caller });
      // Where it stands on this machine is for the owner.
      return { ...added, file: caller === "owner" ? file : null };
    },
  }),
  route({
    method: "delete",
    path: "/v1/drawers/:id",
    operation: "forgetDrawer",
    summary:
      "Forget a drawer that was added by hand, or the message of a chat that it is of; " +
      "one that comes from a file of the user's is shown with its place and stays",
    access: "caller",
    params,
    query: { dryRun: FORGET_MANY.dryRun },
    answer: forgottenSchema,
    handle: async ({ params: { id }, query: { dryRun }, project, caller }) =>
      await (await project()).forget(id, { caller, yes: dryRun !== true, byId: true }),
  }),
  route({
    method: "get",
    path: "/v1/drawers/:id/source",
    operation: "drawerSource",
    summary:
      "Where a drawer comes from: file and line, page (of a PDF with the place of each line on it, in points), or message; " +
      "absolute paths for the owner only",
    access: "caller",
    params,
    answer: z.looseObject({ schema: z.literal(SCHEMA_VERSION), id: z.string(), path: z.string(), fresh: z.boolean() }),
    handle: async ({ params: { id }, project, caller }) => await (await project()).source(id, { caller }),
  }),
];

/** Prometheus' text format. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Figures for whoever watches over the service. */
const metricsRoute = route({
  method: "get",
  path: "/metrics",
  operation: "metrics",
  summary: "Figures of the service in Prometheus' text format",
  access: "owner",
  answer: { contentType: CONTENT_TYPE },
  async handle({ service }) {
    const drawers: { labels: Record<string, string>; value: number }[] = [];
    const running: typeof drawers = [];
    const usable: typeof drawers = [];
    const faults: typeof drawers = [];
    // A faulty project is counted separately: monitoring needs the figures of the others all the more.
    const fault = (project: string, thrown: unknown): void => {
      usable.push({ labels: { project }, value: 0 });
      faults.push({ labels: { project, code: thrown instanceof LociError ? thrown.code : "INTERNAL" }, value: 1 });
    };
    for (const project of service.openProjects()) {
      try {
        const status = await project.status();
        drawers.push({ labels: { project: project.name }, value: status.counts.drawers });
        running.push({ labels: { project: project.name }, value: status.running.length });
        usable.push({ labels: { project: project.name }, value: 1 });
      } catch (thrown) {
        fault(project.name, thrown);
      }
    }
    for (const [project, thrown] of service.unopenedProjects()) fault(project, thrown);
    const watches: typeof drawers = [];
    for (const [project, sources] of service.watches()) {
      for (const state of ["watching", "away", "retrying", "elsewhere", "starting"])
        watches.push({ labels: { project, state }, value: sources.filter((one) => one.state === state).length });
    }
    const gauges: Gauge[] = [
      { name: "loci_drawers", help: "Drawers stored.", values: drawers },
      { name: "loci_jobs_unfinished", help: "Runs that wait or go on.", values: running },
      {
        name: "loci_project_usable",
        help: "Whether the project answers: 1, or 0 with its fault below.",
        values: usable,
      },
      { name: "loci_project_fault", help: "Why a project does not answer, by code of error.", values: faults },
      { name: "loci_watched_sources", help: "Sources by the state of their watch.", values: watches },
      {
        name: "loci_resident_memory_bytes",
        help: "Memory of the process.",
        values: [{ labels: {}, value: process.memoryUsage.rss() }],
      },
      { name: "loci_info", help: "The running version.", values: [{ labels: { version: service.version }, value: 1 }] },
    ];
    return new Response(service.metrics.text(gauges), { headers: { "Content-Type": CONTENT_TYPE } });
  },
});

/** Every route, in the order of the document. An operation brings its own; those by hand stream, take bytes, or are of the service itself. */
export const ROUTES: readonly Route[] = [
  searchRoute,
  injectRoute,
  ...askRoutes,
  ...expandRoutes,
  ...drawerTableRoutes,
  ...drawerRoutes,
  ...(await operationRoutes(PALACE)),
  ...factRoutes,
  ...chatRoutes,
  ...changesRoutes,
  ...documentRoutes,
  ...sourceRoutes,
  ...jobRoutes,
  ...filetreeRoutes,
  ...statusRoutes,
  ...settingsRoutes,
  ...sessionRoutes,
  metricsRoute,
];
