import type { Host } from "@roo-code/host";
import type { BlobStore, LiveDatabase } from "@roo-code/host/database";
import type { Network } from "@roo-code/host/network";
import type { OpenQuestions, TaskPool, Tasks } from "@roo-code/host/tasks";
import type { Clock, Settings } from "@roo-code/types";
import type { Log } from "../operations/log.ts";

/** What everything in the server is made of. */
export interface ServerParts {
  readonly host: Host;
  /** The one way into tasks. */
  readonly runs: Tasks;
  /** What runs now. */
  readonly pool: TaskPool;
  /** What people are asked now. */
  readonly questions: OpenQuestions;
  readonly database: LiveDatabase;
  readonly blobs: BlobStore;
  readonly network: Network;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly version: string;
  readonly log: Log;
  /** What the person has set for the server itself: no folder has a say in it. */
  readonly settings: () => Promise<Settings>;
  readonly newId: () => string;
}
