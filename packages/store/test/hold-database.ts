// A process that starts the server and is then killed.
import { ensurePostgres } from "../src/database/embedded-postgres.ts";

await ensurePostgres(process.argv[2] ?? "");
process.send?.("ready");
setInterval(() => {}, 1000);
