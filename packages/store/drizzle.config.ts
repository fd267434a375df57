import { defineConfig } from "drizzle-kit";

/** `pnpm db:generate`: a new file in `migrations/` for what changed in the schema; add it to `migrations.ts`. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/database/schema/index.ts",
  out: "./src/database/migrations",
});
