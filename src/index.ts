/**
 * Loci's public API. Everything that a surface or another program may use is exported here, by name.
 *
 * @example
 * import { openLoci } from "loci";
 * const loci = await openLoci({ home: "/home/me/.loci" });
 * const project = await loci.project("notes");
 */
export { openLoci, type Loci, type LociOptions } from "./engine/open-loci.ts";
export type { BatchQuery, Project } from "./engine/project.ts";
export type { IndexPathsOptions, MinePathsOptions, PipedText } from "./engine/index-paths.ts";
export type { RemovedSource } from "./engine/remove-source.ts";
export type { UploadedDocument } from "./engine/add-document.ts";
export type { AddedMessage, AddMessageOptions, ChatMessage } from "./engine/chats/live-chats.ts";
export { type Identity, type IssuedToken, openServiceTokens, type ServiceTokens } from "./engine/service-tokens.ts";
export type { JobQueue } from "./engine/jobs/job-queue.ts";
export type { JobEvent } from "./engine/jobs/job-feed.ts";
export type { WatchOptions } from "./engine/watch-project.ts";
export type { Watching } from "./ingest/watch/watch-sources.ts";
export type { WatchedSourceStatus, WatchState } from "./ingest/watch/watched-source.ts";
export type { ProjectStatus } from "./engine/status.ts";
export type { Finding } from "./engine/doctor/finding.ts";
export type { Expanded, ExpandedDrawer, ExpandOptions } from "./engine/expand/expand.ts";
export type { DrawerSource } from "./engine/expand/source-of.ts";
export type { AskResult, ChangedList, Facts, HistoryEntry, ListedFacts, Speech, SyncReport, TellResult, UndoResult } from "./facts/api/facts.ts";
export type { AnswerKind, FactAnswer, ShownItem, ShownSource } from "./facts/answers/answer.ts";
export type { Route, RouteReason } from "./facts/router/route-message.ts";
export { defaultProject, FALLBACK_PROJECT } from "./engine/default-project.ts";
export { parseProjectName, projectNameFrom } from "./engine/project-name.ts";
export type { PartialSettings } from "./engine/settings-in-force.ts";
export type { Engines } from "./engine/engines.ts";
export type { System } from "./engine/system.ts";
export { nearestName } from "./config/nearest-name.ts";
export type { Settings } from "./config/settings.ts";
export type { Progress } from "./ingest/progress.ts";
export type { Access, AccessKind } from "./model/access.ts";
export { type Caller, parseCaller } from "./model/caller.ts";
export { type ErrorCode, type ErrorOptions, LociError } from "./model/error.ts";
export type { Hit, HitExplanation, Note } from "./model/hit.ts";
export type { FailedFile, Job, JobStatus, SkippedFile } from "./model/job.ts";
export type { MessageRef } from "./model/message.ts";
export { parseScope, type Scope } from "./model/scope.ts";
export type { Fusion, SearchExplanation, SearchMode, SearchOptions, SearchResult } from "./model/search.ts";
export type { ElementType } from "./model/section.ts";
export type { Source, SourceKind, SourceOptions } from "./model/source.ts";
export type { Range, Span } from "./model/span.ts";
export type { IndexCounts } from "./storage/ports/search-index.ts";
export type { ConfigEntry, Configuration, LayerName, TreeFile } from "./config/configuration.ts";
export { type ChangedSetting, changeSetting } from "./config/change-setting.ts";
export { findKey } from "./config/find-key.ts";
export { TREE_FILE_NAME, treeRootOf } from "./config/find-tree-file.ts";
export type { ConfigValue } from "./config/key-definition.ts";
export { type ConfigurationSources, loadConfiguration } from "./config/load-configuration.ts";
export { shownValue } from "./config/shown-value.ts";
export { type TrustedTreeFile, trustTreeFile } from "./config/trust-tree-file.ts";
export { type LeakAnswer, leakAnswer, type LeakReader, type LeakTargets } from "./engine/leak-test/leak-reader.ts";
export { type Leak, type LeakReport, type LeakTestOptions, runLeakTest } from "./engine/leak-test/run-leak-test.ts";
