import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { digest } from "@roo-code/types";
import * as z from "zod";
import type { ConfiguredServer } from "../server-configuration.ts";
import { canonicalJson, isRecord } from "./canonical-json.ts";
import { catalogSchema } from "./catalog.ts";

const countsSchema = z.object({ calls: z.number(), failures: z.number(), hits: z.number(), misses: z.number() });
export type Counts = z.infer<typeof countsSchema>;

const recordSchema = z.object({
  version: z.literal(1),
  /** Of the configuration under which the rest was recorded. */
  fingerprint: z.string(),
  /** When the catalog was last listed. */
  listedAt: z.number().optional(),
  /** One in another version's format is listed again. */
  catalog: catalogSchema.optional().catch(undefined),
  /** The discovered revision of the protocol. */
  era: z.object({ at: z.number(), prior: z.unknown() }).optional(),
  counts: countsSchema,
  /** Its last state, and the process that saw it. */
  last: z.object({ state: z.string(), at: z.number(), pid: z.number(), error: z.string().optional() }).optional(),
});
export type ServerRecord = z.infer<typeof recordSchema>;

export interface RecordLocation {
  /** `<home>/cache/mcp`. */
  readonly folder: string;
  readonly workspace: string;
}

/** What is known about a server across processes. A cache: nothing in it is required. No member throws. */
export class ServerRecordFile {
  readonly #path: string;
  readonly #fingerprint: string;

  constructor(server: ConfiguredServer, location: RecordLocation) {
    this.#path = join(location.folder, `${serverId(server, location.workspace)}.json`);
    this.#fingerprint = fingerprintOf(server);
  }

  read(): ServerRecord {
    const empty = { version: 1 as const, fingerprint: this.#fingerprint, counts: noCounts() };
    try {
      const record = recordSchema.parse(JSON.parse(readFileSync(this.#path, "utf8")));
      return record.fingerprint === this.#fingerprint ? record : { ...empty, counts: record.counts };
    } catch {
      return empty;
    }
  }

  /** Reads the record again first, so that other processes' changes are kept. */
  change(change: (record: ServerRecord) => Partial<ServerRecord>): void {
    const temporary = `${this.#path}.${process.pid}.tmp`;
    const record = this.read();
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, JSON.stringify({ ...record, ...change(record) }), { mode: 0o600 });
      renameSync(temporary, this.#path);
    } catch {
      rmSync(temporary, { force: true });
    }
  }
}

/** A server that was upgraded still supports the old revision, so it must be discovered again from time to time. */
const discoveryMaxAgeMs = 24 * 3_600_000;

/** The recorded revision of the server's protocol, unless it is too old. */
export function knownDiscovery({ era }: ServerRecord, now: number): PriorDiscovery | undefined {
  if (!era || !isRecord(era.prior) || Math.abs(now - era.at) > discoveryMaxAgeMs) return undefined;
  if (era.prior.kind === "legacy") return { kind: "legacy" };
  // Written by us; the SDK validates it again.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return era.prior.kind === "modern" ? (era.prior as PriorDiscovery) : undefined;
}

export function noCounts(): Counts {
  return { calls: 0, failures: 0, hits: 0, misses: 0 };
}

/** Unique per server of the user, and per server of a project. */
export function serverId({ name, source }: Pick<ConfiguredServer, "name" | "source">, workspace: string): string {
  const project = source === "project" ? workspace : "";
  const hash = digest(JSON.stringify([name, project])).replace(":", "");
  return `${name.replaceAll(/[^A-Za-z0-9_-]/g, "").slice(0, 40)}-${hash}`;
}

/** Settings that do not affect what a server offers. */
const usageKeys = new Set(["disabled", "timeout", "alwaysAllow", "disabledTools", "watchPaths", "cacheSeconds"]);

/** Identifies the launch configuration, which determines what a server offers. */
export function fingerprintOf({ configuration }: ConfiguredServer): string {
  const launch = Object.entries(configuration).filter(([key]) => !usageKeys.has(key));
  return digest(canonicalJson(Object.fromEntries(launch)));
}
