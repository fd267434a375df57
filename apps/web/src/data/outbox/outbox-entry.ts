import type { ImagePart } from "@roo-code/types";

interface Kept {
  /** Made when it was typed: the server takes the same one once. */
  readonly opId: string;
  /** When, in milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** Why the server would not take it, when it was sent later. */
  readonly refusal?: string;
}

interface KeptMessage extends Kept {
  readonly kind: "message";
  readonly taskId: string;
  readonly mode?: string;
  /** The event of an earlier message that this one replaces. */
  readonly insteadOf?: number;
}

interface KeptAnswer extends Kept {
  readonly kind: "answer";
  readonly taskId: string;
  readonly callId: string;
}

interface KeptBeginning extends Kept {
  readonly kind: "beginning";
  readonly workspaceId: string;
  readonly mode?: string;
  readonly profile?: string;
}

/** What a person said and the server has not taken yet. */
export type OutboxEntry = KeptMessage | KeptAnswer | KeptBeginning;

const [databaseName, storeName] = ["roo", "outbox"];

/** Where the browser keeps nothing, entries live as long as the page. */
export async function readEntries(): Promise<OutboxEntry[]> {
  const entries = await withStore("readonly", (store): IDBRequest<OutboxEntry[]> => store.getAll());
  return (entries ?? []).toSorted((left, right) => left.at - right.at);
}

export async function keepEntry(entry: OutboxEntry): Promise<void> {
  await withStore("readwrite", (store) => store.put(entry));
}

export async function forgetEntry(opId: string): Promise<void> {
  await withStore("readwrite", (store) => store.delete(opId));
}

async function withStore<Value>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> {
  try {
    const database = await openDatabase();
    try {
      return await answered(use(database.transaction(storeName, mode).objectStore(storeName)));
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
  return answered(request);
}

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("browser storage is not available")));
  });
}
