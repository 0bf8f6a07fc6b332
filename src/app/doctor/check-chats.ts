import { isInside } from "../../ingest/source-key.ts";
import { cutChat, REWRITTEN } from "../../ingest/chats/cut-chat.ts";
import { documentsOfFile, fileOf } from "../../ingest/chats/session-document.ts";
import { keptFolder, KeptSessions } from "../../ingest/kept/kept-sessions.ts";
import type { Source } from "../../model/source.ts";
import type { Cursor } from "../../storage/ports/catalog.ts";
import type { SearchIndex } from "../../storage/ports/search-index.ts";
import { documentFile } from "../expand/source-text.ts";
import type { OpenedProject } from "../opened-project.ts";
import type { Finding } from "./finding.ts";

/**
 * Says which chats and kept sessions lost their end, by what the index holds of them. The next run writes it back.
 *
 * Cost: a look at the size of each; those that are shorter than they were indexed are read.
 */
export async function checkChats(
  { catalog, folder }: Pick<OpenedProject, "catalog" | "folder">,
  index: SearchIndex,
  sources: readonly Source[],
): Promise<readonly Finding[]> {
  const cut: string[] = [];
  for (const source of sources.filter(({ kind }) => kind === "chat")) {
    const documents = await index.documents(source.key);
    if (!isInside(source.root, folder.root)) {
      const kept = new KeptSessions(keptFolder(folder.sessions, source.key));
      for (const { path, bytes } of documents)
        if ((kept.stat(path)?.bytes ?? bytes) < bytes && kept.isCut(path)) cut.push(kept.file(path));
      continue;
    }
    const rewritten = (): Promise<Cursor | null> => catalog.cursors.get(source.key, REWRITTEN);
    const files = new Map(documents.map((document) => [documentFile(source, document), document]));
    for (const [file, { path }] of files) {
      const inSource = file === source.root ? null : fileOf(path);
      const own = documentsOfFile(documents, inSource);
      if ((await cutChat({ file, path: inSource, documents: own, index, rewritten })) !== null) cut.push(file);
    }
  }
  return cut.map((file) => ({
    check: "files",
    severity: "error",
    what: `'${file}' was cut off: the index holds messages that it lacks`,
    next: "loci index",
  }));
}
