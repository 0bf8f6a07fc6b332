import { z } from "zod";
import { versioned } from "../../../operations/answers/answer.ts";
import { statusSchema } from "../../../operations/answers/status.ts";
import { route } from "../route.ts";
import { LociError } from "../../../index.ts";
import type { Gauge } from "../metrics.ts";

export const STATUS_ROUTES = {
  status: route({
    http: "GET /v1/status",
    summary: "How the project stands, of what the caller may see",
    access: "caller",
    answer: statusSchema,
    async handle({ project, caller }) {
      const status = await (await project()).status({ caller });
      // State and model of the index, runs and sources tell of drawers that the caller may not see.
      return caller === "owner" ? status : { project: status.project, counts: status.counts };
    },
  }),
  health: route({
    http: "GET /healthz",
    summary: "Whether the service answers",
    access: "open",
    answer: versioned({ status: z.literal("ok"), version: z.string() }),
    handle: async ({ service }) => ({ status: "ok", version: service.version }),
  }),
};

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Figures for whoever watches over the service. */
export const METRICS_ROUTES = {
  metrics: route({
    http: "GET /metrics",
    summary: "Figures of the service in Prometheus' text format",
    access: "home",
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
        { name: "loci_drawers", help: "Passages stored.", values: drawers },
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
        {
          name: "loci_info",
          help: "The running version.",
          values: [{ labels: { version: service.version }, value: 1 }],
        },
      ];
      return new Response(service.metrics.text(gauges), { headers: { "Content-Type": CONTENT_TYPE } });
    },
  }),
};
