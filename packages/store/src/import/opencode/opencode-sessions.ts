import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Findings } from "../findings.ts";
import type { ImportOptions } from "../import-source.ts";
import { isRecord, type Plain, recordOf, textOf } from "../plain-value.ts";
import { parseJson } from "../read/parse-data.ts";
import { type Query, readSqlite } from "../read/read-sqlite.ts";
import { conversationLimit, type SourceFolder } from "../read/source-folder.ts";
import { addConversation } from "../tasks/found-task.ts";
import { opencodeConversation, type StoredMessage } from "./opencode-conversation.ts";

interface Kind {
  readonly options: ImportOptions;
  readonly name: string;
}

/** Imports sessions from the database of newer versions and the JSON files of older ones. */
export async function importOpencodeSessions(findings: Findings, data: SourceFolder, kind: Kind): Promise<void> {
  const stored = await readSqlite(join(data.path, `${kind.name}.db`), findings.refuse, readDatabase);
  for (const { session, messages } of stored ?? []) await importSession(findings, { kind, session, load: messages });
  const known = new Set((stored ?? []).map(({ session }) => session.id));
  for (const path of sessionFiles(data)) {
    const session = recordOf(data.readJson(path));
    if (!known.has(session.id))
      await importSession(findings, { kind, session, load: () => readFiles(data, textOf(session.id) ?? "") });
  }
}

async function importSession(
  findings: Findings,
  found: { kind: Kind; session: Plain; load: () => StoredMessage[] },
): Promise<void> {
  const { kind, session, load } = found;
  const originalId = textOf(session.id);
  if (originalId === undefined) return;
  if (textOf(session.parentID) !== undefined) {
    findings.note("Conversations of subagents were skipped; their results are in the tasks.");
    return;
  }
  await setImmediate();
  addConversation(findings, { originalId, options: kind.options, load: () => opencodeConversation(session, load()) });
}

function sessionFiles(data: SourceFolder): string[] {
  return data.list("storage/session").flatMap((project) => {
    const path = `storage/session/${project.name}`;
    return project.isFolder
      ? data.list(path).flatMap(({ name }) => (name.endsWith(".json") ? [`${path}/${name}`] : []))
      : [];
  });
}

function readFiles(data: SourceFolder, sessionId: string): StoredMessage[] {
  if (!/^[\w-]+$/.test(sessionId)) return [];
  return data.list(`storage/message/${sessionId}`).flatMap(({ name }) => {
    const info = data.readJson(`storage/message/${sessionId}/${name}`);
    const id = name.replace(/\.json$/, "");
    if (!isRecord(info) || !/^[\w-]+$/.test(id)) return [];
    const parts = data
      .list(`storage/part/${id}`)
      .map((part) => data.readJson(`storage/part/${id}/${part.name}`, conversationLimit));
    return [{ info: { ...info, id }, parts: parts.filter(isRecord) }];
  });
}

function readDatabase(query: Query): { session: Plain; messages: () => StoredMessage[] }[] {
  const messages = Map.groupBy(
    query("SELECT id, session_id, data FROM message ORDER BY time_created, id"),
    (row) => row.session_id,
  );
  const parts = Map.groupBy(query("SELECT message_id, data FROM part ORDER BY id"), (row) => row.message_id);
  return query("SELECT id, parent_id, directory, title, revert, time_created FROM session ORDER BY time_created").map(
    (row) => ({
      session: {
        id: row.id,
        parentID: row.parent_id,
        directory: row.directory,
        revert: recordOf(parseJson(textOf(row.revert) ?? "")),
        time: { created: row.time_created },
      },
      messages: () =>
        (messages.get(row.id) ?? []).map((message) => ({
          info: { ...recordOf(parseJson(textOf(message.data) ?? "")), id: message.id },
          parts: (parts.get(message.id) ?? []).map((part) => recordOf(parseJson(textOf(part.data) ?? ""))),
        })),
    }),
  );
}
