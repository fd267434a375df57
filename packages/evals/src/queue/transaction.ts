import type { Database } from "@roo-code/store/database";

export type Transaction = Parameters<Parameters<Database["orm"]["transaction"]>[0]>[0];
