import type { ImagePart } from "@roo-code/types";

interface EntryBase {
  /** Created once per entry: the server accepts the same id only once. */
  readonly opId: string;
  /** Creation time in milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** Why the server refused it. */
  readonly refusal?: string;
}

interface MessageEntry extends EntryBase {
  readonly kind: "message";
  readonly taskId: string;
  readonly mode?: string;
  /** The event of an earlier message that this one replaces. */
  readonly insteadOf?: number;
}

interface AnswerEntry extends EntryBase {
  readonly kind: "answer";
  readonly taskId: string;
  readonly callId: string;
}

interface NewTaskEntry extends EntryBase {
  readonly kind: "beginning";
  readonly workspaceId: string;
  readonly mode?: string;
  readonly profile?: string;
}

/** A message that the server has not accepted yet. */
export type OutboxEntry = MessageEntry | AnswerEntry | NewTaskEntry;

const [databaseName, storeName] = ["roo", "outbox"];

/** Without browser storage, entries last as long as the page. */
export async function readEntries(): Promise<OutboxEntry[]> {
  const entries = await withStore("readonly", (store): IDBRequest<OutboxEntry[]> => store.getAll());
  return (entries ?? []).toSorted((left, right) => left.at - right.at);
}

export async function saveEntry(entry: OutboxEntry): Promise<void> {
  await withStore("readwrite", (store) => store.put(entry));
}

export async function deleteEntry(opId: string): Promise<void> {
  await withStore("readwrite", (store) => store.delete(opId));
}

async function withStore<Value>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> {
  try {
    const database = await openDatabase();
    try {
      return await resultOf(use(database.transaction(storeName, mode).objectStore(storeName)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(storeName, { keyPath: "opId" }));
  return resultOf(request);
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("browser storage is not available")));
  });
}
