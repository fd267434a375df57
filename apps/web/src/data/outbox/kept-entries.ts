import type { OutboxEntry } from "./outbox-entry.ts";

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
