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
import { type Holder, isHolderGone, ourselves } from "./store-lock.ts";

export type ObjectType = "blob" | "tree" | "commit";

export interface JournalObject {
  readonly type: ObjectType;
  readonly content: Uint8Array;
}

/** What one line of a journal says. */
interface JournalLine {
  readonly holder?: Holder;
  readonly objects?: readonly (readonly [ObjectType, base64: string])[];
  /** A snapshot and its commit. */
  readonly ref?: readonly [id: string, oid: string];
  /** Something is under way since this snapshot, until the next line. */
  readonly open?: string;
}

/** Larger objects get a file of their own at once. */
export const maxJournaled = 64 * 1024;
const maxBytes = 4 * 1024 * 1024;
const beatMs = 1000;
let journals = 0;

/**
 * What a process saved and nobody else needed so far, appended to one file: to create a file for each object takes a disk
 * many times as long. Everything that needs the objects as git keeps them unpacks the journals first.
 */
export class SnapshotJournal {
  readonly #folder: string;
  readonly #path: string;
  readonly #objects = new Map<string, JournalObject>();
  readonly #refs = new Map<string, string>();
  /** By name; on disk with the next snapshot. */
  #collected: Map<string, JournalObject> | undefined;
  #file: number | undefined;
  #bytes = 0;
  #beat: NodeJS.Timeout | undefined;

  constructor(store: string) {
    this.#folder = journalFolder(store);
    this.#path = join(this.#folder, `${process.pid}-${(journals += 1)}-${Math.round(performance.timeOrigin)}.jsonl`);
  }

  /** Whether objects and references are to be put here now. */
  get isCollecting(): boolean {
    return this.#collected !== undefined;
  }

  /** Whether it is better unpacked than continued. */
  get isLarge(): boolean {
    return this.#bytes > maxBytes;
  }

  get isEmpty(): boolean {
    return this.#refs.size === 0;
  }

  /** While `work` runs, what is saved is collected here. Objects that no snapshot came of are given up. */
  async collect<Result>(work: () => Promise<Result>, giveUp: (oids: Iterable<string>) => void): Promise<Result> {
    const collected = new Map<string, JournalObject>();
    this.#collected = collected;
    try {
      return await work();
    } finally {
      this.#collected = undefined;
      giveUp(collected.keys());
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

  /** Only while it is collecting. */
  add(oid: string, object: JournalObject): void {
    this.#collected?.set(oid, object);
  }

  /** A snapshot, with the objects since the last one. */
  place(id: string, commit: string): void {
    const objects = [...(this.#collected ?? [])];
    this.#write({
      objects: objects.map(([, { type, content }]) => [type, Buffer.from(content).toString("base64")]),
      ref: [id, commit],
    });
    for (const [oid, object] of objects) this.#objects.set(oid, object);
    this.#collected?.clear();
    this.#refs.set(id, commit);
  }

  /** Notes that something is under way since a snapshot, again and again until the function is called. Never throws. */
  open(id: string): () => void {
    const write = (line: JournalLine): void => {
      try {
        this.#write(line);
      } catch {
        // A full disk: the time of the snapshot will do.
      }
    };
    write({ open: id });
    clearInterval(this.#beat);
    const beat = setInterval(() => touch(this.#path), beatMs).unref();
    this.#beat = beat;
    return () => {
      clearInterval(beat);
      if (this.#beat === beat) write({});
      this.#beat = undefined;
    };
  }

  /** What is in it, as the store keeps it; it is empty afterwards. Needs the store's lock. */
  unpack(into: JournalTarget): void {
    if (this.isEmpty) return;
    for (const object of this.#objects.values()) into.writeObject(object);
    for (const [id, commit] of this.#refs) into.placeRef(id, commit);
    this.#objects.clear();
    this.#refs.clear();
    this.#bytes = 0;
    if (this.#file === undefined) return;
    ftruncateSync(this.#file);
    this.#write({ holder: ourselves() });
  }

  /** May be called twice. What is in it stays. */
  close(): void {
    clearInterval(this.#beat);
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    if (this.isEmpty) rmSync(this.#path, { force: true });
  }

  /** Other processes', and those of other tasks of this one. */
  others(): readonly string[] {
    return journalsIn(this.#folder).filter((path) => path !== this.#path);
  }

  #write(line: JournalLine): void {
    if (this.#file === undefined) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#file = openSync(this.#path, "a", 0o600);
      this.#write({ holder: ourselves() });
    }
    const text = `${JSON.stringify(line)}\n`;
    this.#bytes += text.length;
    appendFileSync(this.#file, text);
  }
}

/** Where the content of journals goes. */
export interface JournalTarget {
  writeObject(object: JournalObject): void;
  placeRef(id: string, commit: string): void;
}

/**
 * Unpacks a journal of somebody else, and removes it when its process is gone. The ids of its snapshots. Needs the
 * store's lock.
 */
export function unpackJournal(path: string, store: string, into: JournalTarget): readonly string[] {
  const lines = readLines(path);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const { objects = [], ref } of lines) {
    for (const [type, content] of objects) into.writeObject({ type, content: Buffer.from(content, "base64") });
    if (ref) into.placeRef(...ref);
  }
  const holder = lines[0]?.holder;
  if (!holder || isHolderGone(holder, Date.now() - written)) {
    const open = lines.at(-1)?.open;
    if (open !== undefined) noteOpen(store, open, written);
    rmSync(path, { force: true });
  }
  return lines.flatMap(({ ref }) => (ref ? [ref[0]] : []));
}

/** The newest snapshot in a journal of somebody else. */
export function lastIdInJournal(path: string): string | undefined {
  try {
    return [...readFileSync(path, "latin1").matchAll(/"ref":\["([^"]+)"/g)].at(-1)?.[1];
  } catch {
    return undefined;
  }
}

/** When something that was under way since a snapshot was last known to be, for processes that are gone. */
export function openNotePath(store: string, id: string): string {
  return join(store, "open", basename(id));
}

function noteOpen(store: string, id: string, time: number): void {
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

/** A line that a crash cut short ends it. */
function readLines(path: string): readonly JournalLine[] {
  const lines: JournalLine[] = [];
  try {
    for (const text of readFileSync(path, "utf8").split("\n").filter(Boolean)) lines.push(JSON.parse(text));
  } catch {
    // Cut short, or gone meanwhile.
  }
  return lines;
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Gone with its store.
  }
}
