import type { Host } from "@roo-code/host";
import type { BlobStore, LiveDatabase } from "@roo-code/host/database";
import type { Network } from "@roo-code/host/network";
import type { OpenQuestions, StandingAnswers, TaskPool } from "@roo-code/host/pool";
import type { Clock, Settings } from "@roo-code/types";
import type { Log } from "../operations/log.ts";

/** What everything in the server is made of. */
export interface ServerParts {
  readonly host: Host;
  readonly pool: TaskPool;
  readonly questions: OpenQuestions;
  readonly standing: StandingAnswers;
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
