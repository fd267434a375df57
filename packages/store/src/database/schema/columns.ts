import { bigint, integer, text, timestamp } from "drizzle-orm/pg-core";

export const id = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
export const createdAt = () => time("created_at").notNull().defaultNow();
/** The owner of the row; tables can be partitioned by it later. */
export const owner = () => text("owner").notNull().default("local");
export const reference = (name: string) => bigint(name, { mode: "number" });
export const count = (name: string) => integer(name).notNull().default(0);
/** For sums that may exceed a 32-bit integer. */
export const largeCount = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);
