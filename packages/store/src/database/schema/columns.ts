import { bigint, integer, text, timestamp } from "drizzle-orm/pg-core";

export const id = () => bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
export const createdAt = () => time("created_at").notNull().defaultNow();
/** Whose row it is: the key by which tables can be divided one day. */
export const owner = () => text("owner").notNull().default("local");
export const reference = (name: string) => bigint(name, { mode: "number" });
export const count = (name: string) => integer(name).notNull().default(0);
/** For what grows beyond two thousand million when a run is summed up. */
export const largeCount = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);
