// A process that started the server and is killed.
import { ensurePostgres } from "../src/database/embedded-postgres.ts";

await ensurePostgres(process.argv[2] ?? "");
process.send?.("ready");
setInterval(() => {}, 1000);
