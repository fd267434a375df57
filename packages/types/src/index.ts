export { type Usage, usageSchema } from "./usage.ts";
