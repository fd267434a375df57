import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digest } from "@roo-code/types";
import * as z from "zod";
import type { ConfiguredServer } from "../server-configuration.ts";
import { canonicalJson } from "./canonical-json.ts";
import { catalogSchema } from "./catalog.ts";

const countsSchema = z.object({ calls: z.number(), failures: z.number(), hits: z.number(), misses: z.number() });
export type Counts = z.infer<typeof countsSchema>;

const recordSchema = z.object({
  version: z.literal(1),
  /** Of the configuration that the rest was learned with. */
  fingerprint: z.string(),
  /** When the server was last asked what it offers. */
  listedAt: z.number().optional(),
  /** One that another version wrote otherwise is asked for again. */
  catalog: catalogSchema.optional().catch(undefined),
  /** Which revision of the protocol it speaks, as it was found out. */
  era: z.object({ at: z.number(), prior: z.unknown() }).optional(),
  counts: countsSchema,
  /** What became of it last, in which process. */
  last: z.object({ state: z.string(), at: z.number(), pid: z.number(), error: z.string().optional() }).optional(),
});
export type ServerRecord = z.infer<typeof recordSchema>;

export interface RecordPlace {
  /** `<home>/cache/mcp`. */
  readonly folder: string;
  readonly workspace: string;
}

/** What is remembered of a server from one process to the next. Nothing of it is needed. No member throws. */
export class ServerRecordFile {
  readonly #path: string;
  readonly #fingerprint: string;

  constructor(server: ConfiguredServer, place: RecordPlace) {
    this.#path = join(place.folder, `${serverId(server, place.workspace)}.json`);
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

  /** What others wrote meanwhile stays, where it is not changed. */
  change(change: (record: ServerRecord) => Partial<ServerRecord>): void {
    const fresh = `${this.#path}.${process.pid}.tmp`;
    const record = this.read();
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      writeFileSync(fresh, JSON.stringify({ ...record, ...change(record) }), { mode: 0o600 });
      renameSync(fresh, this.#path);
    } catch {
      rmSync(fresh, { force: true });
    }
  }
}

export function noCounts(): Counts {
  return { calls: 0, failures: 0, hits: 0, misses: 0 };
}

/** One for each server of a person, and for each of a project. */
export function serverId({ name, source }: Pick<ConfiguredServer, "name" | "source">, workspace: string): string {
  const place = source === "project" ? workspace : "";
  const hash = digest(JSON.stringify([name, place])).replace(":", "");
  return `${name.replaceAll(/[^A-Za-z0-9_-]/g, "").slice(0, 40)}-${hash}`;
}

/** How it may be used, and when it starts anew, decides nothing of what it offers. */
const notPartOfIt = new Set(["disabled", "timeout", "alwaysAllow", "disabledTools", "watchPaths", "cacheSeconds"]);

/** Of what decides what a server offers. */
export function fingerprintOf({ configuration }: ConfiguredServer): string {
  const launch = Object.entries(configuration).filter(([key]) => !notPartOfIt.has(key));
  return digest(canonicalJson(Object.fromEntries(launch)));
}
