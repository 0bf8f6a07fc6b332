/**
 * Loci's public API. Everything that a surface or another program may use is exported here, by name.
 * @example
 * import { openLoci } from "loci";
 * const loci = await openLoci({ home: "/home/me/.loci" });
 * const project = await loci.project("notes");
 */
export { openLoci, type Loci, type LociOptions } from "./engine/open-loci.ts";
export type { Project } from "./operations/project.ts";
export type { IndexPathsOptions, MinePathsOptions } from "./app/documents/sources-of.ts";
export type { ImportedDrawers } from "./app/palace/manual-drawers.ts";
export type { RemovedSource } from "./app/documents/remove-source.ts";
export type { WhichChat } from "./app/chats/chat-store.ts";
export type { ChatMessages, ChatSummary, DeletedChat, KeptMessage } from "./operations/answers/chat.ts";
export { changedParts, type ProjectPart, type ProjectRevision } from "./app/project-revision.ts";
export type { AuditEntry, Waiting } from "./storage/ports/catalog.ts";
export type { AddedMessage, ChatMemory } from "./app/chats/live-chats.ts";
export type { Answer, AskEvent } from "./app/ask/answer.ts";
export type {
  AnswerCitation,
  AskSource,
  Injection,
  UsedPassage,
  VerifiedAnswer,
  VerifiedCitation,
} from "./operations/answers/ask.ts";
export type { FlushReport } from "./app/chats/flush.ts";
export type { ExpiredItem, RetentionReport } from "./app/chats/retention.ts";
export { buildRagPrompt } from "./app/ask/answer.ts";
export {
  type CitableSource,
  judgeAnswer,
  type JudgedQuote,
  supportedOnly,
  type Verdict,
} from "./conversation/citations/gate.ts";
export { type FencedText, harmlessLine } from "./conversation/prompt/fence.ts";
export { excerptOf } from "./text/excerpt.ts";
export { orderOf } from "./text/remark.ts";
export { tokenEstimate } from "./text/token-estimate.ts";
export { type ModelText, type Rendered, renderForModel, storedLines } from "./conversation/prompt/fence.ts";
export { aboutPassage, ofWhom, saidBy, writtenBy, type PassagePlace } from "./conversation/prompt/passage-about.ts";
export type { RagPrompt } from "./conversation/prompt/ask-prompt.ts";
export {
  type Identity,
  type IssuedToken,
  type KnownIdentity,
  openServiceTokens,
  type ServiceTokens,
} from "./app/service-tokens.ts";
export type { JobQueue } from "./app/jobs/job-queue.ts";
export type { JobEvent } from "./app/jobs/job-signals.ts";
export type { WatchOptions } from "./app/documents/watch-project.ts";
export type { Watching } from "./ingest/watch/watch-sources.ts";
export type { WatchedSourceStatus, WatchState } from "./ingest/watch/watched-source.ts";
export type { ProjectStatus } from "./operations/answers/status.ts";
export type { WatchStatus } from "./app/documents/watch-project.ts";
export { isProgram } from "./conversation/provenance/own-words.ts";
export { needOf, type SilenceReason } from "./conversation/inject/need.ts";
export type { AgentMessage, AgentSession, RecordedSession } from "./app/agents/record-session.ts";
export { openProjectRedaction, type ProjectRedaction, type RedactText } from "./app/redaction.ts";
export type { ComparedQuestion, MigratedModel, MigrateModelOptions } from "./app/move/migrate-model.ts";
export { backUpHome, type CatalogRepair, repairCatalog, restoreHome, sweepHome } from "./engine/safekeeping.ts";
export type { BackupReport } from "./app/backup/backup.ts";
export type { MovedProject, MoveOptions } from "./app/move/move-project.ts";
export type { SecretPlace, SecretsReport } from "./app/secrets.ts";
export type { Finding } from "./operations/answers/status.ts";
export type { ExpandOptions } from "./app/expand/expand.ts";
export type { Expanded, ExpandedDrawer } from "./operations/answers/hits.ts";
export type { DrawerSource, DuplicateCheck, DuplicateMatch } from "./operations/answers/hits.ts";
export type { AskResult, HistoryEntry, TellResult } from "./facts/api/facts.ts";
export type {
  AnswerKind,
  ChangedList,
  FactAnswer,
  ListedFacts,
  ShownItem,
  ShownSource,
} from "./operations/answers/facts.ts";
export type { Route, RouteReason } from "./facts/router/fact-view.ts";
export type { AskOptions, DrawerOrder, SearchOptions } from "./model/requests/index.ts";
export { factsScope } from "./app/facts/ask-by-caller.ts";
export type { AskedBy } from "./operations/operation.ts";
export type {
  BrowsedCloset,
  Closet,
  Closets,
  Correction,
  DrawerList,
  GraphEdge,
  LinkedRooms,
  ListedDrawer,
  Outline,
  OutlineEntry,
  ReachedRoom,
  RoomSummary,
  Standing,
  Taxonomy,
  Timeline,
  PalaceGraph,
  Tunnels,
  WakeUp,
  WingSummary,
} from "./operations/answers/palace.ts";
export type { AddedDrawer, NewDrawer } from "./app/palace/add-drawer.ts";
export type { SpendLine } from "./app/quota.ts";
export type { ForgetMatch, Forgotten, MatchingFact as SayingFact, Probe } from "./operations/answers/forgotten.ts";
export { classifyHall, HALLS } from "./palace/halls/classify-hall.ts";
export { joinRooms, roomName } from "./palace/rooms/room-name.ts";
export type { WakeUpBrief, WakeUpLine } from "./palace/wake-up.ts";
export type { Document, ExplicitTunnel, TunnelEnd } from "./model/drawer.ts";
export {
  claimProjectOf,
  type FolderProject,
  folderOfHook,
  joinFolder,
  projectOfFolder,
} from "./app/projects/project-of-folder.ts";
export { type ListedProject, listProjects, renameProject } from "./app/projects/manage-projects.ts";
export type { SplitOff } from "./app/projects/split-project.ts";
export type { MergedProjects } from "./app/projects/merge-projects.ts";
export { sessionProjects } from "./app/projects/session-projects.ts";
export { currentName, projectRoot } from "./app/projects/identity.ts";
export { FALLBACK_PROJECT, parseProjectName, projectNameFrom, projectNames } from "./app/projects/project-name.ts";
export type { Engines, System } from "./app/opened-project.ts";
// What an engine of another package is written against.
export type * from "./storage/ports/search-index.ts";
export type * from "./storage/ports/candidates.ts";
export { FacetTally } from "./storage/ports/search-index.ts";
export { idf, K1, saturation, searchedTerms } from "./storage/ports/searched-fields.ts";
export { canSee } from "./model/caller.ts";
export { contentTime } from "./model/drawer.ts";
export { Signal } from "./model/message-role.ts";
export { namesFile } from "./text/note-links.ts";
export { packageAround } from "./app/projects/own-project-name.ts";
export { candidateNote, emptyProjectNote, otherProjects } from "./app/projects/project-of-folder.ts";
export { questionsFile } from "./app/project-folder.ts";
export { type ErrorCode, type ErrorOptions, LociError } from "./model/error.ts";
export { missingPackage, type OptionalPackage } from "./model/error.ts";
export type { Note } from "./model/note.ts";
export type { Hit, HitExplanation } from "./operations/answers/hits.ts";
export {
  COMMAND_WORDS,
  example,
  type Hint,
  hintOf,
  nearestName,
  type NextStep,
  type Operation,
  operation,
  option,
  renderStep,
  step,
  type StepPart,
  type StepWords,
} from "./model/next-step.ts";
export { systemHint } from "./model/error.ts";
export type { FailedFile, Job, JobStatus, SkippedFile, Progress } from "./operations/answers/run.ts";
export type { MessageRef } from "./operations/answers/hits.ts";
export { MESSAGE_MARKS, MESSAGE_ROLES, type MessageMark, type MessageRole } from "./model/message-role.ts";
export { type Caller, parseCaller, parseScope, type Scope, scopeRequired, type VisibleScopes } from "./model/caller.ts";
export { FUSIONS, HIT_UNITS, SEARCH_MODES } from "./model/search.ts";
export { TRANSCRIPT_FORMATS } from "./model/transcript-read.ts";
export type { Access, AccessKind, DrawerFilter } from "./model/search.ts";
export type { Fusion, HitUnit, SearchExplanation, SearchMode } from "./model/search.ts";
export type { SearchResult } from "./operations/answers/hits.ts";
export type { ElementType } from "./model/section.ts";
export type { Source, SourceKind, SourceOptions } from "./model/source.ts";
export type { Range, Span } from "./model/section.ts";
export type { PartialSettings, Settings } from "./config/configuration.ts";
export type { ConfigEntry, Configuration, LayerName, TreeFile } from "./config/configuration.ts";
export { recordHomeAudit } from "./app/audit.ts";
export { type ChangedSetting, changeSetting } from "./config/change-setting.ts";
export { describeAllowed, findKey } from "./config/check-value.ts";
export { TREE_FILE_NAME, treeRootOf } from "./config/config-file.ts";
export type { ConfigValue } from "./config/key-definition.ts";
export { type ConfigurationSources, loadConfiguration } from "./config/load-configuration.ts";
export { shownValue } from "./config/key-definition.ts";
export { type TrustedTreeFile, trustTreeFile } from "./config/load-configuration.ts";
