import type { Host } from "@roo-code/host";
import type { BlobStore, LiveDatabase } from "@roo-code/host/database";
import type { Network } from "@roo-code/host/network";
import type { OpenQuestions, TaskPool, Tasks } from "@roo-code/host/tasks";
import type { Clock, Settings } from "@roo-code/types";
import type { Log } from "../operations/log.ts";

/** The dependencies of every service. */
export interface ServerParts {
  readonly host: Host;
  /** Starts and drives tasks. */
  readonly runs: Tasks;
  /** The running tasks. */
  readonly pool: TaskPool;
  /** Open approvals and questions. */
  readonly questions: OpenQuestions;
  readonly database: LiveDatabase;
  readonly blobs: BlobStore;
  readonly network: Network;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly version: string;
  readonly log: Log;
  /** The user settings of the server itself; settings of folders do not apply. */
  readonly settings: () => Promise<Settings>;
  readonly newId: () => string;
}
