import { migrateRooKeys } from "./migrate-roo-keys.ts";
import type { Migration } from "./migration.ts";

/** In order of their versions. */
export const migrations: readonly Migration[] = [migrateRooKeys];
