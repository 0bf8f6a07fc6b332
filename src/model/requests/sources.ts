import { choice, flag, needed, text, texts, whole } from "./field.ts";
import { name } from "./search.ts";

const PLACED = {
  scope: name("Who may see it: kb (everyone who may use the project), admin (only the owner), user:<id>"),
  wing: name("Whose or which it is: a person, project or subject"),
  room: name("The named concept that it belongs to"),
};

export const INDEX = {
  paths: needed(texts(4_096, "Folders and files", { most: 10_000 })),
  ...PLACED,
  include: texts(
    1_000,
    "A pattern with an ending that isn't read by default adds files ('**/*.ts'); any other keeps only what matches ('notes/**')",
    { min: 1, most: 200, value: "glob" },
  ),
  exclude: texts(1_000, "Files to leave out, beside .gitignore and .lociignore", { min: 1, most: 200, value: "glob" }),
};

export const MINE = { ...INDEX, format: name("Of the transcripts; auto by default") };

export const ADD_SOURCES = {
  ...MINE,
  kind: choice(["documents", "chats"], "Documents, or transcripts of other tools", { default: "documents" }),
};

export const PIPED_TEXT = {
  name: needed(name("What to call it; the same name replaces it")),
  text: needed(text(Infinity, "Its words")),
};

/** A document that is handed over as bytes. */
export const ADD_DOCUMENT = {
  name: needed(name("File name with its extension, which says what it is")),
  scope: name("For the owner, who must say it: kb, admin or user:<id>. A user's documents are his own"),
  wing: PLACED.wing,
  room: PLACED.room,
};

export const ONE_SOURCE = { key: needed(name("Its key")) };

export const SOURCE_FILES = {
  key: needed(name("Its key, name or root")),
  limit: whole(1, 10_000, "Files at most, in order of their paths", { default: 200 }),
  offset: whole(0, 10_000_000, "Leave out so many from the front", { default: 0 }),
};

export const RUN = { wait: flag("Answer when the run has ended") };
export const REFRESH = { ...RUN, force: flag("Read every file again, changed or not") };

export const LIST_JOBS = {
  limit: whole(1, 1_000, "Runs at most, newest first", { default: 20 }),
  source: name("Only runs over the source with this key"),
};

export const SPEND = { days: whole(1, 400, "Days to look back, today included", { default: 7 }) };

export const ONE_JOB = { id: needed(text(64, "A run", { min: 1 })) };
export const CHANGE_JOB = { ...ONE_JOB, op: needed(choice(["cancel", "retry"], "What is done")) };
