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

const nearNames = 5;
/** What a server offered is asked again after so long, even where nobody calls it. */
const staleAfterMs = 24 * 3_600_000;
/** A server that could not be reached is not looked at again for this long, unless somebody uses it. */
const failedForMs = 600_000;

/** A configured server: what it offers as far as that is known, its log, and its connections. */
export class Server {
  readonly log: ServerLog;
  readonly #ports: HubPorts;
  readonly #record: ServerRecordFile;
  readonly #logFile: LogFile;
  readonly #onCatalog: (server: Server, before: Catalog | undefined) => void;
  readonly #instances = new Map<string, ServerInstance>();
  readonly #checks = new Map<string, InputCheck>();
  readonly #known: ServerRecord;
  readonly #told = noCounts();
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

  /** Takes a new configuration up as it is; false when the server must be started anew for it. */
  reconfigure(configured: ConfiguredServer): boolean {
    const isSame =
      configured.source === this.#configured.source && fingerprintOf(configured) === fingerprintOf(this.#configured);
    if (isSame) this.#configured = configured;
    return isSame;
  }

  /** All it offers; undefined while that is not known. */
  get wholeCatalog(): Catalog | undefined {
    return this.#catalog;
  }

  /** What it offers, less what the person does not want; undefined while that is not known. */
  get catalog(): Catalog | undefined {
    const { disabledTools } = this.configured.configuration;
    if (!this.#catalog || disabledTools.length === 0) return this.#catalog;
    return { ...this.#catalog, tools: this.#catalog.tools.filter(({ name }) => !disabledTools.includes(name)) };
  }

  /** Whether little is known of it, and a look at it did not fail just now. */
  get isWorthALook(): boolean {
    const { listedAt, last } = this.#record.read();
    const now = this.#ports.clock.now();
    if (last?.state === "failed" && Math.abs(now - last.at) < failedForMs) return false;
    return !this.#catalog || listedAt === undefined || Math.abs(now - listedAt) > staleAfterMs;
  }

  get instances(): readonly ServerInstance[] {
    return [...this.#instances.values()];
  }

  /** As it was in the process before this one. */
  get lastKnown(): ServerRecord["last"] {
    return this.#known.last;
  }

  /** Of all processes so far. */
  get totals(): Counts {
    const now = this.#countsHere();
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
    const held = isRemote ? undefined : profile;
    const key = canonicalJson(held ?? null);
    let instance = this.#instances.get(key);
    if (!instance) {
      instance = new ServerInstance({
        server: () => this.#configured,
        profile: held,
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
    const near = tools.filter((candidate) => words.some((word) => word && candidate.name.toLowerCase().includes(word)));
    const names = (near.length > 0 ? near : tools).slice(0, nearNames).map((candidate) => candidate.name);
    const advice =
      names.length === 0
        ? "It offers none."
        : `It offers ${names.join(", ")}${tools.length > names.length ? ", …" : ""}.`;
    throw new ToolFailure("unknown_tool", `${this.name} has no tool "${cleanLine(name, 80)}". ${advice}`);
  }

  /** What is wrong with a tool's input; undefined when nothing is. */
  problemsOf({ name, inputSchema }: CatalogTool, input: Readonly<Record<string, unknown>>): string[] | undefined {
    const check = this.#checks.get(name) ?? createInputCheck(inputSchema);
    this.#checks.set(name, check);
    const checked = check(input);
    if ("value" in checked) return undefined;
    return checked.issues.slice(0, 8).map(({ path, message }) => `- ${path.join(".") || "input"}: ${message}`);
  }

  forget(sink: McpSink): void {
    for (const instance of this.#instances.values()) instance.leave(sink);
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

  /** Writes down what has happened since the last time. */
  save(): void {
    const now = this.#countsHere();
    const told = this.#told;
    const hasNews = now.calls > told.calls || now.hits > told.hits || now.misses > told.misses;
    if (hasNews) {
      this.#record.change(({ counts }) => ({
        counts: {
          calls: counts.calls + now.calls - told.calls,
          failures: counts.failures + now.failures - told.failures,
          hits: counts.hits + now.hits - told.hits,
          misses: counts.misses + now.misses - told.misses,
        },
      }));
      Object.assign(told, now);
    }
    this.#logFile.flush();
  }

  #countsHere(): Counts {
    const sum = (of: (instance: ServerInstance) => number): number =>
      this.instances.reduce((total, instance) => total + of(instance), 0);
    return { ...this.counts, hits: sum(({ cache }) => cache.hits), misses: sum(({ cache }) => cache.misses) };
  }

  #setCatalog(catalog: Catalog): void {
    const before = this.#catalog;
    if (catalog.left > 0) this.log.add("error", `It offers too many tools: ${catalog.left} are left out.`);
    this.#record.change(() => ({ catalog, listedAt: this.#ports.clock.now() }));
    if (before && canonicalJson(before) === canonicalJson(catalog)) return;
    this.#catalog = catalog;
    this.#checks.clear();
    this.#onCatalog(this, before);
  }
}
