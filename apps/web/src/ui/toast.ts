import { toast } from "sonner";
import { describeError } from "./states.tsx";

export function showToast(message: string): void {
  toast(message);
}

/** Shows an error and what to do about it. */
export function showError(error: unknown): void {
  const { message, next } = describeError(error);
  toast.error(message, next === undefined ? {} : { description: next });
}
