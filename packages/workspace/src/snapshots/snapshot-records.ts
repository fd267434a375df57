import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { RooError, type Snapshot, snapshotNumber } from "@roo-code/types";
import {
  folderMode,
  hasLooseObject,
  journalTarget,
  parseTree,
  readLooseObject,
  writeObject,
  writeTree,
} from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import { lastIdInJournal } from "./journal.ts";
import type { Manifest } from "./manifest.ts";
import { manifestOf } from "./manifest.ts";
import type { StoreFolder } from "./store-folder.ts";
import { countFiles, emptyFolders, skippedPaths, type TreeState } from "./tree-state.ts";

/** A snapshot and its files. */
export interface SnapshotContent {
  readonly snapshot: Snapshot;
  /** Git tree of the workspace's root. */
  readonly tree: string;
  readonly manifest: Manifest;
}

const maxRecent = 16;
const maxSkippedListed = 100;
const maxLabelLength = 500;

/** Each snapshot is a commit with a reference: a tree `files`, and beside it what git does not record. */
export class SnapshotRecords {
  readonly #folder: StoreFolder;
  readonly #git: Git;
  /** The newest ones of this process. */
  readonly #recent = new Map<string, SnapshotContent>();
  /** All ids, until another process adds or removes one. */
  #known: readonly string[] | undefined;
  /** The highest number in other journals. */
  #lastOfOthers: number | undefined;

  constructor(folder: StoreFolder, git: Git) {
    this.#folder = folder;
    this.#git = git;
  }

  write(saved: {
    label: string;
    time: number;
    tree: string;
    state: TreeState;
    repositories?: readonly string[];
  }): Snapshot {
    const skipped = skippedPaths(saved.state);
    const facts = {
      time: saved.time,
      files: countFiles(saved.state),
      emptyFolders: emptyFolders(saved.state).length,
      skippedCount: skipped.length,
      skipped: skipped.slice(0, maxSkippedListed),
    };
    return this.#write(saved.label, facts, { tree: saved.tree, manifest: manifestOf(saved.state, saved.repositories) });
  }

  /** For a snapshot that updates only a few files of another one. */
  writeUpdated(
    { snapshot: { id: _id, label: _label, by: _by, since: _since, ...facts } }: SnapshotContent,
    { label, time, tree, manifest }: Pick<SnapshotContent, "tree" | "manifest"> & { label: string; time: number },
  ): Snapshot {
    return this.#write(label, { ...facts, time }, { tree, manifest });
  }

  /** For a snapshot of a few files while the first one of the workspace is being saved. */
  writePartial({
    label,
    time,
    only,
    ...files
  }: Pick<SnapshotContent, "tree" | "manifest"> & { label: string; time: number; only: readonly string[] }): Snapshot {
    const facts = { time, files: only.length, emptyFolders: 0, skippedCount: 0, skipped: [], only };
    return this.#write(label, facts, files);
  }

  /** For a snapshot derived from another one instead of from the workspace. */
  writeDerived(
    from: SnapshotContent,
    derived: Pick<SnapshotContent, "tree" | "manifest"> & { label: string; time: number; by?: string },
  ): Snapshot {
    const { id: since, label: _label, by: _by, ...facts } = from.snapshot;
    const { label, time, by, tree, manifest } = derived;
    return this.#write(label, { ...facts, time, since, by }, { tree, manifest });
  }

  #write(
    label: string,
    facts: Omit<Snapshot, "id" | "label">,
    files: Pick<SnapshotContent, "tree" | "manifest">,
  ): Snapshot {
    const snapshot: Snapshot = { id: this.#nextId(), label: label.slice(0, maxLabelLength), ...facts };
    const manifest = writeObject(this.#folder, "blob", Buffer.from(JSON.stringify(files.manifest)));
    const tree = writeTree(this.#folder, [
      { mode: folderMode, name: "files", oid: files.tree },
      { mode: "100644", name: "manifest.json", oid: manifest },
    ]);
    const who = `roo <roo> ${Math.floor(facts.time / 1000)} +0000`;
    const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${JSON.stringify(snapshot)}\n`;
    const commit = writeObject(this.#folder, "commit", Buffer.from(text));
    const known = this.#ids();
    if (this.#folder.journal.isCollecting) this.#folder.journal.addSnapshot(snapshot.id, commit);
    else journalTarget(this.#folder).writeRef(snapshot.id, commit);
    this.#known = [...known, snapshot.id];
    this.#remember({ snapshot, ...files });
    return snapshot;
  }

  #remember(content: SnapshotContent): void {
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size >= maxRecent) this.#recent.delete(oldest);
    this.#recent.set(content.snapshot.id, content);
  }

  /** Oldest first. Snapshots damaged by a power cut are skipped. */
  async list(): Promise<readonly Snapshot[]> {
    const found: Snapshot[] = [];
    const ids = this.#ids();
    const packed = await this.#readPacked(ids);
    for (const id of ids) {
      const record = await this.#readCommit(id, packed).catch(() => undefined);
      if (record) found.push(record.snapshot);
    }
    return found;
  }

  /** Later snapshots, oldest first. */
  async listSince(id: string): Promise<readonly Snapshot[]> {
    // Two processes may use the same number, in unknown order.
    const later = this.#ids().filter((other) => other !== id && snapshotNumber(other) >= snapshotNumber(id));
    const found = await Promise.all(later.map((other) => this.#readCommit(other).catch(() => undefined)));
    return found.flatMap((record) => record?.snapshot ?? []);
  }

  count(): number {
    return this.#ids().length;
  }

  /** By its file's modification time; undefined if there is none. */
  oldestTime(): number | undefined {
    const [id] = this.#ids();
    return id === undefined ? undefined : statSync(join(this.#folder.refs, id), { throwIfNoEntry: false })?.mtimeMs;
  }

  /** Throws `RooError` `unknown_snapshot`. */
  async read(id: string): Promise<SnapshotContent> {
    if (!this.#ids().includes(id)) throw unknownSnapshot(id);
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const { snapshot, tree } = await this.#readCommit(id);
    const entries = parseTree(await this.#readObject(tree));
    const oidOf = (name: string): string => entries.find((entry) => entry.name === name)?.oid ?? "";
    const manifest = await this.#readObject(oidOf("manifest.json"), "blob");
    return { snapshot, tree: oidOf("files"), manifest: JSON.parse(manifest.toString()) };
  }

  remove(id: string): void {
    if (!this.#ids().includes(id)) throw unknownSnapshot(id);
    rmSync(join(this.#folder.refs, id), { force: true });
    this.refresh();
  }

  /** Removes references that a power cut left empty: git would fail on them. */
  removeDamaged(): void {
    for (const name of readdirSync(this.#folder.refs)) {
      const path = join(this.#folder.refs, name);
      if (!/^[0-9a-f]{40}\n$/.test(readFileSync(path, "utf8"))) rmSync(path);
    }
    this.refresh();
  }

  /** Commits that pruning moved into a pack, read by a single process. */
  async #readPacked(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const oids = ids.map((id) => this.#commitOf(id)).filter((oid) => !hasLooseObject(this.#folder, oid));
    if (oids.length === 0) return new Map();
    return parseBatch(
      await this.#git({ arguments: ["cat-file", "--batch"], input: `${oids.join("\n")}\n`, index: false }),
    );
  }

  #commitOf(id: string): string {
    return this.#folder.journal.commitOf(id) ?? readFileSync(join(this.#folder.refs, id), "utf8").trim();
  }

  async #readCommit(id: string, packed?: ReadonlyMap<string, Buffer>): Promise<{ snapshot: Snapshot; tree: string }> {
    const oid = this.#commitOf(id);
    const text = (packed?.get(oid) ?? (await this.#readObject(oid, "commit"))).toString();
    const snapshot: Snapshot = JSON.parse(text.slice(text.indexOf("\n\n")));
    return { snapshot, tree: text.slice("tree ".length, text.indexOf("\n")) };
  }

  async #readObject(oid: string, type: "tree" | "blob" | "commit" = "tree"): Promise<Buffer> {
    return readLooseObject(this.#folder, oid) ?? this.#git({ arguments: ["cat-file", type, oid], index: false });
  }

  /** Must be called if another process may have changed the store. */
  refresh(): void {
    this.#known = undefined;
    this.#lastOfOthers = undefined;
    this.#recent.clear();
  }

  /** Whether it is in memory. */
  isRecent(id: string): boolean {
    return this.#recent.has(id);
  }

  #ids(): readonly string[] {
    if (this.#known) return this.#known;
    const found = new Set([...readdirSync(this.#folder.refs), ...this.#folder.journal.ids()]);
    const numbered = [...found].filter((id) => snapshotNumber(id) > 0);
    this.#known = numbered.sort((left, right) => snapshotNumber(left) - snapshotNumber(right));
    return this.#known;
  }

  /** Ids are never reused: one that was written down must not refer to another snapshot later. */
  #nextId(): string {
    const last = this.#ids().at(-1) ?? "";
    this.#lastOfOthers ??= Math.max(
      0,
      ...this.#folder.journal.otherJournals().map((path) => snapshotNumber(lastIdInJournal(path) ?? "")),
    );
    const random = process.getBuiltinModule("node:crypto").randomBytes(3).toString("hex");
    return `s${Math.max(snapshotNumber(last), this.#lastOfOthers) + 1}-${random}`;
  }
}

/** Parses the output of `git cat-file --batch`. */
function parseBatch(output: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [oid = "", , size] = output.toString("latin1", at, end).split(" ");
    const length = size === undefined ? -1 : Number(size);
    if (length >= 0) found.set(oid, output.subarray(end + 1, end + 1 + length));
    at = end + length + 2;
  }
  return found;
}

function unknownSnapshot(id: string): RooError {
  return new RooError({
    code: "unknown_snapshot",
    message: `There is no snapshot ${JSON.stringify(id.slice(0, 80))} of this workspace.`,
    next: "List the snapshots; old ones are deleted after a while.",
  });
}
