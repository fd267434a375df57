import { randomBytes } from "node:crypto";
import type { TaskId } from "@roo-code/types";

/** A UUID of version 7: its beginning is the time, so that tasks sort by age and a short prefix names one. */
export function newTaskId(now: number): TaskId {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  // A brand is only a promise; this is where it is made.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts.join("-") as TaskId;
}
