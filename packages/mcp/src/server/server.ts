import { join } from "node:path";
import { type CommandProfile, ToolFailure } from "@roo-code/types";
import { canonicalJson } from "../catalog/canonical-json.ts";
import { type Catalog, type CatalogTool } from "../catalog/catalog.ts";
import { cleanLine } from "../catalog/clean-text.ts";
import {
  type Counts,
  fingerprintOf,
  noCounts,
  type ServerRecord,
  ServerRecordFile,
  serverId,
} from "../catalog/server-record.ts";
import type { HubPorts } from "../hub-ports.ts";
import { LogFile, ServerLog } from "../log/server-log.ts";
import { createInputCheck, type InputCheck } from "../schema/check-input.ts";
import type { ConfiguredServer } from "../server-configuration.ts";
import { type McpSink, ServerInstance } from "./server-instance.ts";

const maxSuggestions = 5;
/** After this time the catalog is listed again, even if the server is not called. */
const staleAfterMs = 24 * 3_600_000;
/** After a failed connection the catalog is not listed again for this long, unless the server is used. */
const failureBackoffMs = 600_000;

/** A configured server: its catalog if known, its log and its connections. */
export class Server {
  readonly log: ServerLog;
  readonly #ports: HubPorts;
  readonly #record: ServerRecordFile;
  readonly #logFile: LogFile;
  readonly #onCatalog: (server: Server, before: Catalog | undefined) => void;
  readonly #instances = new Map<string, ServerInstance>();
  readonly #checks = new Map<string, InputCheck>();
  readonly #known: ServerRecord;
  readonly #saved = noCounts();
  readonly counts = { calls: 0, failures: 0 };
  #configured: ConfiguredServer;
  #catalog: Catalog | undefined;

  constructor(
    configured: ConfiguredServer,
    ports: HubPorts,
    onCatalog: (server: Server, before: Catalog | undefined) => void,
  ) {
    const { recordFolder, logFolder, workspace, clock } = ports;
    this.#configured = configured;
    this.#ports = ports;
    this.#onCatalog = onCatalog;
    this.#record = new ServerRecordFile(configured, { folder: recordFolder, workspace });
    this.#known = this.#record.read();
    this.#catalog = this.#known.catalog;
    this.#logFile = new LogFile(join(logFolder, `${serverId(configured, workspace)}.log`));
    this.log = new ServerLog({ now: () => clock.now(), file: this.#logFile });
  }

  get configured(): ConfiguredServer {
    return this.#configured;
  }

  get name(): string {
    return this.#configured.name;
  }

  /** Applies a new configuration; false if the server must be restarted for it. */
  reconfigure(configured: ConfiguredServer): boolean {
    const isSame =
      configured.source === this.#configured.source && fingerprintOf(configured) === fingerprintOf(this.#configured);
    if (isSame) this.#configured = configured;
    return isSame;
  }

  /** Everything it offers; undefined while unknown. */
  get wholeCatalog(): Catalog | undefined {
    return this.#catalog;
  }

  /** What it offers, without disabled tools; undefined while unknown. */
  get catalog(): Catalog | undefined {
    const { disabledTools } = this.configured.configuration;
    if (!this.#catalog || disabledTools.length === 0) return this.#catalog;
    return { ...this.#catalog, tools: this.#catalog.tools.filter(({ name }) => !disabledTools.includes(name)) };
  }

  /** Whether its catalog is unknown or stale, and connecting did not fail recently. */
  get needsRefresh(): boolean {
    const { listedAt, last } = this.#record.read();
    const now = this.#ports.clock.now();
    if (last?.state === "failed" && Math.abs(now - last.at) < failureBackoffMs) return false;
    return !this.#catalog || listedAt === undefined || Math.abs(now - listedAt) > staleAfterMs;
  }

  get instances(): readonly ServerInstance[] {
    return [...this.#instances.values()];
  }

  /** Its state in the previous process. */
  get lastKnown(): ServerRecord["last"] {
    return this.#known.last;
  }

  /** Counts of all processes so far. */
  get totals(): Counts {
    const now = this.#currentCounts();
    const { calls, failures, hits, misses } = this.#known.counts;
    return {
      calls: calls + now.calls,
      failures: failures + now.failures,
      hits: hits + now.hits,
      misses: misses + now.misses,
    };
  }

  instance(profile: CommandProfile | undefined): ServerInstance {
    const isRemote = this.configured.configuration.type !== "stdio";
    const effectiveProfile = isRemote ? undefined : profile;
    const key = canonicalJson(effectiveProfile ?? null);
    let instance = this.#instances.get(key);
    if (!instance) {
      instance = new ServerInstance({
        server: () => this.#configured,
        profile: effectiveProfile,
        ports: this.#ports,
        log: this.log,
        record: this.#record,
        onCatalog: (catalog) => this.#setCatalog(catalog),
      });
      this.#instances.set(key, instance);
    }
    return instance;
  }

  /** Throws `ToolFailure` `unknown_tool`. */
  requireTool(name: string): CatalogTool {
    const tools = this.catalog?.tools ?? [];
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool) return tool;
    const words = name.toLowerCase().split(/[^a-z0-9]+/);
    const similar = tools.filter((candidate) =>
      words.some((word) => word && candidate.name.toLowerCase().includes(word)),
    );
    const names = (similar.length > 0 ? similar : tools).slice(0, maxSuggestions).map((candidate) => candidate.name);
    const advice =
      names.length === 0
        ? "It offers no tools."
        : `It offers ${names.join(", ")}${tools.length > names.length ? ", …" : ""}.`;
    throw new ToolFailure("unknown_tool", `${this.name} has no tool "${cleanLine(name, 80)}". ${advice}`);
  }

  /** The problems of a tool's input; undefined for valid input. */
  problemsOf({ name, inputSchema }: CatalogTool, input: Readonly<Record<string, unknown>>): string[] | undefined {
    const check = this.#checks.get(name) ?? createInputCheck(inputSchema);
    this.#checks.set(name, check);
    const checked = check(input);
    if ("value" in checked) return undefined;
    return checked.issues.slice(0, 8).map(({ path, message }) => `- ${path.join(".") || "input"}: ${message}`);
  }

  forget(sink: McpSink): void {
    for (const instance of this.#instances.values()) instance.removeSink(sink);
  }

  async restart(reason: string): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.restart(reason)));
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.close()));
    this.save();
  }

  closeNow(): void {
    for (const instance of this.instances) instance.closeNow();
    this.save();
  }

  /** Adds what was counted since the last time to the record, and flushes the log. */
  save(): void {
    const now = this.#currentCounts();
    const saved = this.#saved;
    const isChanged = now.calls > saved.calls || now.hits > saved.hits || now.misses > saved.misses;
    if (isChanged) {
      this.#record.change(({ counts }) => ({
        counts: {
          calls: counts.calls + now.calls - saved.calls,
          failures: counts.failures + now.failures - saved.failures,
          hits: counts.hits + now.hits - saved.hits,
          misses: counts.misses + now.misses - saved.misses,
        },
      }));
      Object.assign(saved, now);
    }
    this.#logFile.flush();
  }

  #currentCounts(): Counts {
    const sum = (of: (instance: ServerInstance) => number): number =>
      this.instances.reduce((total, instance) => total + of(instance), 0);
    return { ...this.counts, hits: sum(({ cache }) => cache.hits), misses: sum(({ cache }) => cache.misses) };
  }

  #setCatalog(catalog: Catalog): void {
    const before = this.#catalog;
    if (catalog.left > 0) this.log.add("error", `It offers too many tools: ${catalog.left} were dropped.`);
    this.#record.change(() => ({ catalog, listedAt: this.#ports.clock.now() }));
    if (before && canonicalJson(before) === canonicalJson(catalog)) return;
    this.#catalog = catalog;
    this.#checks.clear();
    this.#onCatalog(this, before);
  }
}
