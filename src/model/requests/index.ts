// All that may be asked, in one: every surface needs most of it, and a bundle then has one file of it.
export * from "./chats.ts";
export * from "./check-request.ts";
export * from "./palace.ts";
export * from "./facts.ts";
export * from "./field.ts";
export * from "./search.ts";
export * from "./service.ts";
export * from "./sources.ts";
