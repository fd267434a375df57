import type { TaskId } from "@roo-code/types";

/** A UUID of version 7: its beginning is the time, so that tasks sort by age and a short prefix names one. No secret. */
export function newTaskId(now: number, random: () => number): TaskId {
  const time = now.toString(16).padStart(12, "0");
  const variant = "89ab".charAt(Math.floor(random() * 4));
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `7${digits(3, random)}`,
    `${variant}${digits(3, random)}`,
    digits(12, random),
  ];
  // A brand is only a promise; this is where it is made.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts.join("-") as TaskId;
}

function digits(count: number, random: () => number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("");
}
