import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { type Holder, isHolderGone, thisProcess } from "./store-lock.ts";

export type ObjectType = "blob" | "tree" | "commit";

export interface JournalObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
}

interface JournalLine {
  readonly holder?: Holder;
  readonly objects?: readonly (readonly [ObjectType, base64: string])[];
  /** A snapshot and its commit. */
  readonly ref?: readonly [id: string, oid: string];
  /** An operation is in progress since this snapshot, until the next line. */
  readonly open?: string;
}

/** Larger objects are written to a file of their own immediately. */
export const maxJournaled = 64 * 1024;
const maxBytes = 4 * 1024 * 1024;
const heartbeatMs = 1000;
let journals = 0;

/**
 * Snapshots of one process that no other one needed yet, appended to a single file: creating a file per object is many times
 * slower. Everything that needs the objects in git's format unpacks the journals first.
 */
export class SnapshotJournal {
  readonly #folder: string;
  readonly path: string;
  readonly #objects = new Map<string, JournalObject>();
  readonly #refs = new Map<string, string>();
  /** By object id; written with the next snapshot. */
  #collected: Map<string, JournalObject> | undefined;
  #file: number | undefined;
  #bytes = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(store: string) {
    this.#folder = journalFolder(store);
    this.path = join(this.#folder, `${process.pid}-${(journals += 1)}-${Math.round(performance.timeOrigin)}.jsonl`);
  }

  /** Whether objects and references are added here at the moment. */
  get isCollecting(): boolean {
    return this.#collected !== undefined;
  }

  /** Whether it should be unpacked rather than continued. */
  get isLarge(): boolean {
    return this.#bytes > maxBytes;
  }

  get isEmpty(): boolean {
    return this.#refs.size === 0;
  }

  /** Collects what `work` saves. Objects that no snapshot refers to are discarded. */
  async collect<Result>(work: () => Promise<Result>, onDiscarded: (oids: Iterable<string>) => void): Promise<Result> {
    const collected = new Map<string, JournalObject>();
    this.#collected = collected;
    try {
      return await work();
    } finally {
      this.#collected = undefined;
      onDiscarded(collected.keys());
    }
  }

  ids(): readonly string[] {
    return [...this.#refs.keys()];
  }

  commitOf(id: string): string | undefined {
    return this.#refs.get(id);
  }

  get(oid: string): JournalObject | undefined {
    return this.#objects.get(oid) ?? this.#collected?.get(oid);
  }

  /** Only while collecting. */
  add(oid: string, object: JournalObject): void {
    this.#collected?.set(oid, object);
  }

  /** Adds a snapshot with the objects collected since the last one. */
  addSnapshot(id: string, commit: string): void {
    const objects = [...(this.#collected ?? [])];
    this.#write({
      objects: objects.map(([, { type, content }]) => [type, Buffer.from(content).toString("base64")]),
      ref: [id, commit],
    });
    for (const [oid, object] of objects) this.#objects.set(oid, object);
    this.#collected?.clear();
    this.#refs.set(id, commit);
  }

  /** Marks an operation as in progress since a snapshot, with a heartbeat until the returned function is called. Never throws. */
  open(id: string): () => void {
    const write = (line: JournalLine): void => {
      try {
        this.#write(line);
      } catch {
        // A full disk: the snapshot's time is used instead.
      }
    };
    write({ open: id });
    clearInterval(this.#heartbeat);
    const heartbeat = setInterval(() => touch(this.path), heartbeatMs).unref();
    this.#heartbeat = heartbeat;
    return () => {
      clearInterval(heartbeat);
      if (this.#heartbeat === heartbeat) write({});
      this.#heartbeat = undefined;
    };
  }

  /** Moves the content into the store. Needs the store's lock. */
  unpack(into: JournalTarget): void {
    if (this.isEmpty) return;
    for (const object of this.#objects.values()) into.writeObject(object);
    for (const [id, commit] of this.#refs) into.writeRef(id, commit);
    this.#objects.clear();
    this.#refs.clear();
    this.#bytes = 0;
    if (this.#file === undefined) return;
    ftruncateSync(this.#file);
    this.#write({ holder: thisProcess() });
  }

  /** May be called twice. The content stays on disk. */
  close(): void {
    clearInterval(this.#heartbeat);
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    if (this.isEmpty) rmSync(this.path, { force: true });
  }

  /** Journals of other processes, and of other tasks in this one. */
  otherJournals(): readonly string[] {
    return journalsIn(this.#folder).filter((path) => path !== this.path);
  }

  #write(line: JournalLine): void {
    if (this.#file === undefined) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#file = openSync(this.path, "a", 0o600);
      this.#write({ holder: thisProcess() });
    }
    const text = `${JSON.stringify(line)}\n`;
    this.#bytes += text.length;
    appendFileSync(this.#file, text);
  }
}

/** What journals are unpacked into. */
export interface JournalTarget {
  writeObject(object: JournalObject): void;
  writeRef(id: string, commit: string): void;
}

/**
 * Unpacks another process's journal, and removes it if that process is gone. Returns the ids of its snapshots. Needs the
 * store's lock.
 */
export function unpackJournal(path: string, store: string, into: JournalTarget): readonly string[] {
  const lines = readLines(path);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const { objects = [], ref } of lines) {
    for (const [type, content] of objects) into.writeObject({ type, content: Buffer.from(content, "base64") });
    if (ref) into.writeRef(...ref);
  }
  const holder = lines[0]?.holder;
  if (!holder || isHolderGone(holder, Date.now() - written)) {
    const open = lines.at(-1)?.open;
    if (open !== undefined) writeOpenNote(store, open, written);
    rmSync(path, { force: true });
  }
  return lines.flatMap(({ ref }) => (ref ? [ref[0]] : []));
}

/** The newest snapshot in another process's journal. */
export function lastIdInJournal(path: string): string | undefined {
  try {
    return [...readFileSync(path, "latin1").matchAll(/"ref":\["([^"]+)"/g)].at(-1)?.[1];
  } catch {
    return undefined;
  }
}

/** Its modification time is the last heartbeat of an operation in progress since that snapshot, in a dead process. */
export function openNotePath(store: string, id: string): string {
  return join(store, "open", basename(id));
}

function writeOpenNote(store: string, id: string, time: number): void {
  mkdirSync(join(store, "open"), { recursive: true, mode: 0o700 });
  writeFileSync(openNotePath(store, id), "", { mode: 0o600 });
  utimesSync(openNotePath(store, id), time / 1000, time / 1000);
}

function journalFolder(store: string): string {
  return join(store, "journals");
}

function journalsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Stops at a line truncated by a crash. */
function readLines(path: string): readonly JournalLine[] {
  const lines: JournalLine[] = [];
  try {
    for (const text of readFileSync(path, "utf8").split("\n").filter(Boolean)) lines.push(JSON.parse(text));
  } catch {
    // Truncated, or removed meanwhile.
  }
  return lines;
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Removed with its store.
  }
}
