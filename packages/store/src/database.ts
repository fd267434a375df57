export { databaseFailure, isDatabaseAway } from "./database/database-failure.ts";
export { type EmbeddedPostgres, ensurePostgres } from "./database/embedded-postgres.ts";
export { inTransaction, type Transaction } from "./database/in-transaction.ts";
export { migrate } from "./database/migrate.ts";
export { type Migration, migrations } from "./database/migrations.ts";
export { type Database, type DatabaseOptions, openDatabase, type Schema } from "./database/open-database.ts";
export * as tables from "./database/schema/index.ts";
export { throughOutages } from "./database/through-outages.ts";
